import GitHistory
import LosslessTOML
import MixtapeStore

extension Reporter {
  /// A file that cannot be used as it is.
  struct InvalidFile: Sendable {
    let path: String
    let errorCount: Int
    let committedVersionAnswers: Bool

    init(_ report: FileReport, committedVersionAnswers: Bool) {
      path = report.path
      errorCount = report.diagnostics.count { $0.severity == .error }
      self.committedVersionAnswers = committedVersionAnswers
    }
  }

  /// Tells what the store has to say besides results.
  func report(_ notice: StoreNotice) {
    switch notice {
    case .waitingForLock:
      note(code: "waiting-for-lock", "another mixtape is changing the store; waiting for it")
    case .fileInvalid(let report, let committedVersionAnswers):
      keep(InvalidFile(report, committedVersionAnswers: committedVersionAnswers))
    case .capturedHandEdit(let subject):
      note(code: "captured-hand-edit", "committed what was changed by hand: \(subject)")
    case .finishedInterruptedChange(let subject):
      note(code: "finished-interrupted-change", "finished a change that was interrupted: \(subject)")
    case .droppedInterruptedChange(let subject):
      note(code: "dropped-interrupted-change", "dropped a change that was interrupted before it was made: \(subject)")
    case .indexNotUpdated(let error):
      warn(
        code: "index-not-updated",
        "the change is made, but git's index is behind: \(ErrorPresenter.problem(for: error).message)",
        hints: ["the next change brings it up to date"])
    case .notConfirmed(let error):
      warn(
        code: "not-confirmed",
        "the change is made, but the disk does not say that it keeps it: \(ErrorPresenter.problem(for: error).message)",
        hints: ["the next change makes sure of it"])
    case .snapshotNotRefreshed(let failure):
      let (message, hint) = ErrorPresenter.wording(of: failure)
      warn(code: "snapshot-not-refreshed", message, hints: [hint])
    case .usedFallbackIdentity(let name, let email):
      warn(
        code: "fallback-identity", "git does not know who you are; the commit is by \(name) <\(email)>",
        hints: ["`git config --global user.name \"…\"` and `user.email` tell it"])
    case .advisory(let advisory): warn(code: "git-setting", ErrorPresenter.wording(of: advisory))
    // Nothing that a user has to know: git is started for it.
    case .packingDue: break
    }
  }

  /// Warns of the files that were kept, but for those of which more is about to be told.
  func warnOfInvalidFiles(except reports: [FileReport] = []) {
    let paths = Set(reports.map(\.path))
    for file in takeInvalidFiles() where !paths.contains(file.path) {
      warn(of: file, file.committedVersionAnswers ? "its last committed version is used" : "it is left out")
    }
  }

  /// Warns of a template that no playlist can start from.
  func warn(ofTemplate report: FileReport) {
    warn(of: InvalidFile(report, committedVersionAnswers: false), "no playlist can start from it")
  }

  private func warn(of file: InvalidFile, _ consequence: String) {
    warn(
      code: "file-invalid", "\(file.path) has \(counted(file.errorCount, "error")); \(consequence)",
      hints: ["`mixtape check` shows what is wrong"])
  }
}
