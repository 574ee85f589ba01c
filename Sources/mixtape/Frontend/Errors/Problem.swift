import LosslessTOML
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import SystemPackage
import StoreBrowser

/// An error as text.
struct Problem {
  /// The stable code of the error, for `--json`.
  let code: String
  /// The message: one sentence without a full stop.
  let message: String
  /// The hints, one sentence each.
  let hints: [String]
  /// The place of the error in an argument.
  let excerpt: Excerpt?
  /// The diagnostics of files that belong to the error.
  let reports: [FileReport]
  let conflicts: [RevertConflict]
  let status: ExitStatus

  init(
    code: String, _ message: String, hints: [String] = [], excerpt: Excerpt? = nil, reports: [FileReport] = [],
    conflicts: [RevertConflict] = [], status: ExitStatus
  ) {
    self.code = code
    self.message = message
    self.hints = hints
    self.excerpt = excerpt
    self.reports = reports
    self.conflicts = conflicts
    self.status = status
  }
}

extension Problem {
  /// Returns the problem with another hint, if there is one.
  func with(hint: String?) -> Problem {
    Problem(
      code: code, message, hints: hints + [hint].compactMap(\.self), excerpt: excerpt, reports: reports,
      conflicts: conflicts, status: status)
  }

  /// Returns the problem as the reason for a consequence: `the queue could not be saved: …`.
  func with(consequence: String) -> Problem {
    Problem(
      code: code, "\(consequence): \(message)", hints: hints, excerpt: excerpt, reports: reports, conflicts: conflicts,
      status: status)
  }

  /// A place in an argument.
  struct Excerpt {
    /// The text, in UTF-8.
    let source: [UInt8]
    /// The range of the error.
    let range: SourceRange
  }
}

/// An error of the command line itself.
struct CommandFailure: Error {
  let problem: Problem

  /// Makes a failure from a worded problem.
  init(_ problem: Problem) { self.problem = problem }

  init(_ status: ExitStatus, code: String, _ message: String, reports: [FileReport] = [], hints: String...) {
    self.init(status, code: code, message, reports: reports, hints: hints)
  }

  init(_ status: ExitStatus, code: String, _ message: String, reports: [FileReport] = [], hints: [String]) {
    problem = Problem(code: code, message, hints: hints, reports: reports, status: status)
  }
}

extension CommandFailure {
  /// Returns the failure of an invalid command line.
  static func usage(_ message: String, hints: String...) -> CommandFailure { usage(message, hints: hints) }

  static func usage(_ message: String, hints: [String]) -> CommandFailure {
    CommandFailure(.usage, code: "usage", message, hints: hints)
  }

  /// Returns the failure of a name or an id that stands for nothing.
  static func notFound(_ message: String, hints: String...) -> CommandFailure { notFound(message, hints: hints) }

  static func notFound(_ message: String, hints: [String]) -> CommandFailure {
    CommandFailure(.notFound, code: MixtapeError.Code.notFound.rawValue, message, hints: hints)
  }
}

/// A failure to write to standard output.
struct OutputFailure: Error {
  let cause: Errno
}

/// The diagnostics of a file as compilers show them: the place, the line, and a mark below the error.
struct DiagnosticRenderer {
  private let report: FileReport
  private let source: SourceLines

  init(for report: FileReport) {
    self.report = report
    source = SourceLines(report.source)
  }

  /// All diagnostics.
  var lines: [StyledText] { report.diagnostics.flatMap(lines(for:)) }

  /// Returns the place of a diagnostic, as `path:line:column`, or only the path if it is about the whole file.
  func place(of diagnostic: Diagnostic) -> String {
    diagnostic.id.isAboutWholeFile ? report.path : place(diagnostic.range)
  }

  private func lines(for diagnostic: Diagnostic) -> [StyledText] {
    let isError = diagnostic.severity == .error
    let title = StyledText(diagnostic.severity.rawValue + ":", isError ? .boldRed : .boldYellow)
    var lines: [StyledText] = ["\(place(of: diagnostic), .bold): \(title) \(diagnostic.message, .bold)"]
    if !diagnostic.id.isAboutWholeFile { lines += excerpt(diagnostic.range, marked: isError ? .red : .yellow) }
    for note in diagnostic.notes {
      if let range = note.range {
        lines.append("\(place(range), .bold): \("note:", .cyan) \(note.message)")
        lines += excerpt(range, marked: .cyan)
      } else {
        lines.append("\("note:", .cyan) \(note.message)")
      }
    }
    return lines
  }

  /// Returns `path:line:column`, or only the path if the file was not read.
  private func place(_ range: SourceRange) -> String {
    guard !report.source.isEmpty else { return report.path }
    let location = source.location(of: range.lowerBound)
    return "\(report.path):\(location.line):\(location.column)"
  }

  private func excerpt(_ range: SourceRange, marked style: StyledText.Style) -> [StyledText] {
    let number = source.location(of: range.lowerBound).line
    guard !report.source.isEmpty, let line = source.lineRange(number) else { return [] }
    let excerpt = SourceExcerpt(of: report.source, line: line, marking: range)
    let margin = String(number)
    return [
      "  \(margin, .faint) \("|", .faint) \(excerpt.text)",
      "\(StyledText.blanks(margin.count + 2)) \("|", .faint) \(StyledText.blanks(excerpt.markOffset))\(excerpt.mark, style)",
    ]
  }
}

extension Problem.Excerpt {
  /// The line with the error, and a mark below the error.
  var lines: [StyledText] {
    let lines = SourceLines(source)
    guard let line = lines.lineRange(lines.location(of: range.lowerBound).line) else { return [] }
    let excerpt = SourceExcerpt(of: source, line: line, marking: range)
    return ["  \(excerpt.text)", "  \(StyledText.blanks(excerpt.markOffset))\(excerpt.mark, .red)"]
  }
}

/// The part of a line around an error, in columns of a terminal.
private struct SourceExcerpt {
  /// The visible text, with tabs as spaces, shortened on both sides.
  let text: String
  /// The number of columns before the mark.
  let markOffset: Int
  /// The mark below the error.
  let mark: String

  /// The number of bytes that are shown before and after the start of the mark.
  private static let reach = 100

  init(of source: [UInt8], line: SourceRange, marking range: SourceRange) {
    let start = min(max(range.lowerBound, line.lowerBound), line.upperBound)
    let end = min(max(range.upperBound, start), line.upperBound)
    let first = Self.boundary(in: source, from: max(line.lowerBound, start - Self.reach), below: start)
    let last = Self.boundary(in: source, from: min(line.upperBound, start + Self.reach), below: line.upperBound)
    let before = (first > line.lowerBound ? "…" : "") + Self.columns(source[first..<start])
    let marked = Self.columns(source[start..<min(end, last)])
    let after = Self.columns(source[min(end, last)..<last]) + (last < line.upperBound ? "…" : "")
    text = before + marked + after
    markOffset = before.displayWidth
    mark = "^" + String(repeating: "~", count: max(0, marked.displayWidth - 1))
  }

  /// Returns the first offset from `offset` on that does not split a character.
  private static func boundary(in source: [UInt8], from offset: Int, below end: Int) -> Int {
    var offset = offset
    while offset < end, source[offset] & 0xC0 == 0x80 { offset += 1 }
    return offset
  }

  private static func columns(_ bytes: ArraySlice<UInt8>) -> String {
    String(decoding: bytes, as: UTF8.self)
      .split(separator: "\t", omittingEmptySubsequences: false).joined(separator: "    ").visible
  }
}
