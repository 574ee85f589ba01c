import LosslessTOML
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import StoreBrowser
import SystemPackage

/// A message and its hints, each one sentence without a full stop. Hints that are `nil` are left out.
struct Wording: Error, Equatable {
  let message: String
  let hints: [String]

  init(_ message: String, _ hints: String?...) { self.init(message, hints: hints.compactMap(\.self)) }

  init(_ message: String, hints: [String]) { (self.message, self.hints) = (message, hints) }
}

/// An error as text. Hints that are `nil` are left out.
struct Problem: Error {
  let status: ExitStatus
  /// The stable code of the error, for `--json`.
  let code: String
  private(set) var message: String
  private(set) var hints: [String]
  /// The place of the error in an argument.
  var excerpt: Excerpt?
  /// The diagnostics of files that belong to the error.
  var reports: [FileReport] = []
  var conflicts: [RevertConflict] = []

  init(_ status: ExitStatus, code: String, _ message: String, reports: [FileReport] = [], hints: String?...) {
    self.init(status, code: code, message, reports: reports, hints: hints.compactMap(\.self))
  }

  init(_ status: ExitStatus, code: String, _ message: String, reports: [FileReport] = [], hints: [String]) {
    (self.status, self.code, self.message, self.hints, self.reports) = (status, code, message, hints, reports)
  }

  init(_ status: ExitStatus, code: String, _ wording: Wording) {
    self.init(status, code: code, wording.message, hints: wording.hints)
  }

  /// A place in an argument.
  struct Excerpt {
    let source: [UInt8]
    let range: SourceRange
  }
}

extension Problem {
  static func usage(_ message: String, hints: String?...) -> Problem {
    Problem(.usage, code: "usage", message, hints: hints.compactMap(\.self))
  }

  /// Returns the problem of a name or an id that stands for nothing.
  static func notFound(_ message: String, hints: String?...) -> Problem {
    Problem(.notFound, code: MixtapeError.Code.notFound.rawValue, message, hints: hints.compactMap(\.self))
  }

  func with(hint: String?) -> Problem {
    var problem = self
    problem.hints += [hint].compactMap(\.self)
    return problem
  }

  /// Returns the problem as the reason for a consequence: `the queue could not be saved: …`.
  func with(consequence: String) -> Problem {
    var problem = self
    problem.message = "\(consequence): \(message)"
    return problem
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
