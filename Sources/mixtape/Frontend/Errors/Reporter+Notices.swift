import GitHistory
import LosslessTOML
import MixtapeStore

extension Reporter {
  /// Tells what the store has to say besides results.
  func report(_ notice: StoreNotice) {
    switch notice {
    case .waitingForLock:
      note(code: "waiting-for-lock", "another mixtape is changing the store; waiting for it")
    case .fileInvalid(let report, let committedVersionAnswers):
      let count = report.diagnostics.count { $0.severity == .error }
      let consequence = committedVersionAnswers ? "its last committed version is used" : "it is left out"
      warn(
        code: "file-invalid", "\(report.path) has \(counted(count, "error")); \(consequence)",
        hints: ["`mixtape check` shows what is wrong"], topic: report.path)
    case .capturedHandEdit(let subject):
      note(code: "captured-hand-edit", "committed what was changed by hand: \(subject)")
    case .finishedInterruptedChange(let subject):
      note(code: "finished-interrupted-change", "finished a change that was interrupted: \(subject)")
    case .usedFallbackIdentity(let name, let email):
      warn(
        code: "fallback-identity", "git does not know who you are; the commit is by \(name) <\(email)>",
        hints: ["`git config --global user.name \"…\"` and `user.email` tell it"])
    case .advisory(let advisory): warn(code: "git-setting", advisory.explanation)
    }
  }
}
