import LosslessTOML
import MixtapeStore

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
