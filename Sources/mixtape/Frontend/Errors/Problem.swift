import MixtapeStore

/// A failure in words.
struct Problem {
  /// The stable name of the kind of failure, for `--json`.
  let code: String
  /// What is wrong; one sentence without a full stop.
  let message: String
  /// What to do next, one sentence each.
  let hints: [String]
  /// What is wrong with files, to be shown with it.
  let reports: [FileReport]
  /// What stands against a revert, to be shown with it.
  let conflicts: [RevertConflict]
  let status: ExitStatus

  init(
    code: String, _ message: String, hints: [String] = [], reports: [FileReport] = [],
    conflicts: [RevertConflict] = [], status: ExitStatus
  ) {
    self.code = code
    self.message = message
    self.hints = hints
    self.reports = reports
    self.conflicts = conflicts
    self.status = status
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
