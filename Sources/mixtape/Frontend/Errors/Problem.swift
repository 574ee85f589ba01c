import LosslessTOML
import MixtapeStore

/// A failure in words.
struct Problem {
  /// The stable name of the kind of failure, for `--json`.
  let code: String
  /// What is wrong; one sentence without a full stop.
  let message: String
  /// What to do next, one sentence each.
  let hints: [String]
  /// The place in a text that was given, to be shown with it.
  let excerpt: Excerpt?
  /// What is wrong with files, to be shown with it.
  let reports: [FileReport]
  /// What stands against a revert, to be shown with it.
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
  /// A place in a text that was given as an argument.
  struct Excerpt {
    /// The text, in UTF-8.
    let source: [UInt8]
    /// The bytes that are meant.
    let range: SourceRange
  }
}

/// A failure that the command line itself finds.
struct CommandFailure: Error {
  let problem: Problem

  init(_ status: ExitStatus, code: String, _ message: String, reports: [FileReport] = [], hints: String...) {
    self.init(status, code: code, message, reports: reports, hints: hints)
  }

  init(_ status: ExitStatus, code: String, _ message: String, reports: [FileReport] = [], hints: [String]) {
    problem = Problem(code: code, message, hints: hints, reports: reports, status: status)
  }
}
