import GitHistory
import MixtapeStore
import Synchronization
import TerminalUI

/// Tells on standard error what is no result: errors, warnings, hints. With `--json`, one object a line.
final class Reporter: Sendable {
  private let stream: any TextOutput
  private let isColored: Bool
  private let wantsJSON: Bool
  /// What was said already, which is not said twice.
  private let told = Mutex<Set<String>>([])
  /// Files that cannot be used, by path. They are told of at the end: a file is read more than once, and an error may say
  /// more of it.
  private let invalidFiles = Mutex<[String: InvalidFileNotice]>([:])

  init(_ options: CommonOptions, _ context: CommandContext) {
    stream = context.standardError
    isColored = options.usesColor(on: stream, in: context)
    wantsJSON = options.json
  }

  /// Tells why a command failed.
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
    write(conflicts + [error] + (problem.excerpt?.lines ?? []) + problem.hints.map(Self.hint))
  }

  /// Reports invalid arguments.
  ///
  /// - Parameter parserText: The text of the parser, with its own prefix, the message and the usage of the command.
  func reportUsage(_ message: String, parserText: String) {
    if wantsJSON {
      write(json: ["error": JSONOutput.problem(Problem(code: "usage", message, status: .usage))])
    } else {
      // The prefix is the program's own, and not the parser's.
      let usage =
        message.isEmpty
        ? parserText[...] : parserText.firstRange(of: message).map { parserText[$0.upperBound...] } ?? ""
      let text = message.isEmpty ? String(usage) : "error: \(message)\(usage)"
      write(text.split(omittingEmptySubsequences: false, whereSeparator: \.isNewline).map { StyledText(String($0)) })
    }
  }

  /// Tells what deserves attention, though the command goes on.
  func warn(code: String, _ message: String, hints: [String] = []) {
    tell(kind: "warning", .boldYellow, code: code, message, hints)
  }

  /// Tells what is good to know.
  func note(code: String, _ message: String) {
    tell(kind: "note", .cyan, code: code, message, [])
  }

  /// Keeps a file in mind to warn of; where a committed version was found once, it answers.
  func keep(_ file: InvalidFileNotice) {
    invalidFiles.withLock { files in
      if files[file.path]?.committedVersionAnswers != true { files[file.path] = file }
    }
  }

  /// The files that were kept, in order of path; none of them is kept any longer.
  func takeInvalidFiles() -> [InvalidFileNotice] {
    invalidFiles.withLock { files in
      let all = files.values.sorted { $0.path < $1.path }
      files = [:]
      return all
    }
  }

  /// Tells people, and not programs, some lines.
  func say(_ lines: [StyledText]) {
    if !wantsJSON { write(lines) }
  }

  /// Asks for an answer on the same line.
  func ask(_ question: StyledText) {
    write(text: question.rendered(colored: isColored))
  }

  /// Shows what is wrong with files.
  func show(_ reports: [FileReport]) {
    guard !wantsJSON else { return }
    write(reports.flatMap { DiagnosticRenderer(for: $0).lines })
  }

  private func tell(
    kind: String, _ style: StyledText.Style, code: String, _ message: String, _ hints: [String]
  ) {
    guard told.withLock({ $0.insert(message).inserted }) else { return }
    if wantsJSON {
      write(json: [kind: ["code": .string(code), "message": .string(message), "hints": .strings(hints)]])
    } else {
      write(["\("\(kind):", style) \(message)"] + hints.map(Self.hint))
    }
  }

  /// What to do next.
  static func hint(_ text: String) -> StyledText { "\("hint:", .cyan) \(text)" }

  private func write(_ lines: [StyledText]) {
    guard !lines.isEmpty else { return }
    write(text: lines.map { $0.rendered(colored: isColored) + "\n" }.joined())
  }

  private func write(json: JSONValue) { write(text: json.compact + "\n") }

  private func write(text: String) {
    do {
      try stream.write(text)
    } catch {
      // There is no place left to say that standard error is gone.
    }
  }
}
