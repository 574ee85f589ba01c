import MixtapeStore
import Synchronization
import TerminalUI

/// Reports errors, warnings, notes and hints on standard error. With `--json`, each is one object on a line.
final class Reporter: Sendable {
  private let stream: any TextOutput
  private let isColored: Bool
  let wantsJSON: Bool
  /// Whether notes, remarks and hints are left out.
  private let isQuiet: Bool
  /// The messages so far, to skip repeated ones.
  private let reported = Mutex<Set<String>>([])
  /// The files with errors, by path. They are reported at the end, because a file can be read several times and an error may include
  /// it.
  private let invalidFiles = Mutex<[String: InvalidFileNotice]>([:])

  init(_ options: CommonOptions, _ context: CommandContext) {
    stream = context.standardError
    isColored = options.usesColor(on: stream, in: context)
    wantsJSON = options.json
    isQuiet = context.isQuiet
  }

  /// Reports the error of a command.
  func report(_ problem: Problem) {
    if wantsJSON {
      write(json: ["error": JSONOutput.problem(problem)])
      return
    }
    write(problem.reports.flatMap { DiagnosticRenderer(for: $0).lines })
    let conflicts = problem.conflicts.map {
      "\("conflict:", .boldYellow) \(ErrorPresenter.wording(of: $0))" as StyledText
    }
    let error: StyledText = "\("error:", .boldRed) \(problem.message, .bold)"
    write(
      wrapped(conflicts + [error]) + (problem.excerpt?.lines ?? [])
        + wrapped(isQuiet ? [] : problem.hints.map(Self.hint)))
  }

  /// Reports invalid arguments.
  ///
  /// - Parameter parserText: The text of the parser: its prefix, the message, and the usage of the command.
  func reportUsage(_ message: String, parserText: String, hints: [String] = []) {
    let wording = ErrorPresenter.wording(ofParserMessage: message)
    if wantsJSON {
      write(json: ["error": JSONOutput.problem(Problem(code: "usage", wording, hints: hints, status: .usage))])
    } else {
      // The program replaces the prefix of the parser.
      let usage =
        message.isEmpty
        ? parserText[...] : parserText.firstRange(of: message).map { parserText[$0.upperBound...] } ?? ""
      let text = message.isEmpty ? String(usage) : "error: \(wording)\(usage)"
      let lines = text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline)
      write(wrapped(lines.map { StyledText(String($0)) } + hints.map(Self.hint)))
    }
  }

  /// Reports a warning.
  ///
  /// - Parameter repeatsHints: Whether to print hints that were printed with another such warning.
  func warn(code: String, _ message: String, hints: [String] = [], repeatsHints: Bool = true) {
    report(kind: "warning", .boldYellow, code: code, message, hints, repeatsHints: repeatsHints)
  }

  /// Forgets a warning or a note, so that it is reported when it comes again.
  func forget(_ message: String) { _ = reported.withLock { $0.remove(message) } }

  /// Reports a note.
  func note(code: String, _ message: String, hints: [String] = []) {
    if !isQuiet { report(kind: "note", .cyan, code: code, message, hints) }
  }

  /// Keeps a file with errors for a warning at the end. If any read used its committed version, the warning says so.
  func keep(_ file: InvalidFileNotice) {
    invalidFiles.withLock { files in
      if files[file.path]?.usesCommittedVersion != true { files[file.path] = file }
    }
  }

  /// Forgets a file with errors that was kept, because it has changed.
  func forgetInvalidFile(at path: String) { invalidFiles.withLock { $0[path] = nil } }

  /// Returns the files that were kept, sorted by path, and forgets them.
  func takeInvalidFiles() -> [InvalidFileNotice] {
    invalidFiles.withLock { files in
      let all = files.values.sorted { $0.path < $1.path }
      files = [:]
      return all
    }
  }

  /// Prints lines, except with `--json`.
  func show(_ lines: [StyledText]) {
    if !wantsJSON { write(wrapped(lines)) }
  }

  /// Prints a question. The answer follows on the same line.
  func ask(_ question: StyledText) {
    write(text: question.rendered(colored: isColored))
  }

  /// Prints the diagnostics of files.
  func show(_ reports: [FileReport]) {
    guard !wantsJSON else { return }
    write(reports.flatMap { DiagnosticRenderer(for: $0).lines })
  }

  private func report(
    kind: String, _ style: StyledText.Style, code: String, _ message: String, _ hints: [String],
    repeatsHints: Bool = true
  ) {
    guard reported.withLock({ $0.insert(message).inserted }) else { return }
    if wantsJSON {
      write(json: [kind: ["code": .string(code), "message": .string(message), "hints": .strings(hints)]])
    } else {
      let hints =
        isQuiet ? [] : repeatsHints ? hints : hints.filter { hint in reported.withLock { $0.insert(hint).inserted } }
      write(wrapped(["\("\(kind):", style) \(message)"] + hints.map(Self.hint)))
    }
  }

  /// Returns the line of a hint.
  static func hint(_ text: String) -> StyledText { "\("hint:", .cyan) \(text)" }

  /// Returns lines that are broken between words at the width of the terminal, which would break them anywhere.
  private func wrapped(_ lines: [StyledText]) -> [StyledText] {
    guard stream.isTerminal, let width = stream.columns else { return lines }
    return lines.flatMap { $0.width > width ? $0.wrapped(to: width) : [$0] }
  }

  private func write(_ lines: [StyledText]) {
    guard !lines.isEmpty else { return }
    write(text: lines.map { $0.rendered(colored: isColored) + "\n" }.joined())
  }

  private func write(json: JSONValue) { write(text: json.compact + "\n") }

  private func write(text: String) {
    do {
      try stream.write(text)
    } catch {
      // A failure of standard error cannot be reported.
    }
  }
}
