import GitHistory
import LosslessTOML
import MixtapeModel
import MixtapeStore
import PlaylistFiles

extension Reporter {
  /// A notice about a file with errors.
  struct InvalidFileNotice: Sendable {
    let path: String
    let errorCount: Int
    /// What is wrong, as the predicate of a sentence.
    let fault: String
    let isConflictCopy: Bool
    /// The first error, with its place.
    let firstError: String
    let usesCommittedVersion: Bool

    init(_ report: FileReport, usesCommittedVersion: Bool) {
      path = report.path
      let errors = report.diagnostics.filter { $0.severity == .error }
      errorCount = errors.count
      let copy = report.conflictCopy?.copy
      isConflictCopy = copy != nil
      fault = copy.map(ErrorPresenter.wording) ?? "has \(counted(errorCount, "error"))"
      firstError = errors.first.map { "\(DiagnosticRenderer(for: report).place(of: $0)): \($0.message)" } ?? report.path
      self.usesCommittedVersion = usesCommittedVersion
    }
  }

  func report(_ notice: StoreNotice) {
    switch notice {
    case .rules(let remark):
      let (code, message, hints) = ErrorPresenter.wording(of: remark)
      warn(code: code, message, hints: hints)
    case .playlistNotCheckedOut(let path, let asker):
      let (reason, hints) = ErrorPresenter.notCheckedOut(.file(path))
      let place = asker.map { " in a rule of `\($0)`" } ?? ""
      warn(code: ErrorPresenter.missingPlaylistCode, "\(reason), so it counts as empty\(place)", hints: hints)
    case .missingPlaylist(let id, let askers):
      let (message, hints) = ErrorPresenter.wording(ofMissing: id, existedBefore: true, askedBy: askers)
      warn(code: ErrorPresenter.missingPlaylistCode, message, hints: hints)
    case .unknownPlaylist(let id, let askers):
      let (message, hints) = ErrorPresenter.wording(ofMissing: id, existedBefore: false, askedBy: askers)
      warn(code: ErrorPresenter.missingPlaylistCode, message, hints: hints)
    case .missingName(let field, let text, let askers):
      let (message, hints) = ErrorPresenter.wording(ofMissing: text, in: field, askedBy: askers)
      warn(code: ErrorPresenter.missingNameCode(field), message, hints: hints)
    case .foundEntries(let podcast, let playlists):
      note(code: "found-entries", ErrorPresenter.wording(ofEntriesFoundIn: podcast, playlists))
    case .waitingForLock:
      note(code: "waiting-for-lock", "another process is changing the store; waiting until it ends")
    case .fileInvalid(let report, let usesCommittedVersion):
      keep(InvalidFileNotice(report, usesCommittedVersion: usesCommittedVersion))
    case .pushesInvalidFile(let report, let branch):
      let file = InvalidFileNotice(report, usesCommittedVersion: false)
      warn(
        code: "file-invalid", "\(report.path) \(file.fault), and is pushed to \(branch.name)",
        hints: ["`mixtape check` shows the errors"], repeatsHints: false)
    case .pushesSharedID(let paths, let branch):
      warn(
        code: "id-taken", "\(listed(paths)) have the same id, and are pushed to \(branch.name)",
        hints: ["Mixtape ignores them until only one of them is left; `git mv` renames a file"], repeatsHints: false)
    case .skippedChanges(let count):
      note(
        code: "skipped-changes",
        "skipped \(counted(count, "change")) that \(count == 1 ? "is" : "are") not in the history of this branch")
    case .renamedItem(let item, let present): note(code: "renamed", "\(item.id) is \(present.id) now")
    case .filesRenamedToInvalidNames(let files):
      let (message, hint) = ErrorPresenter.wording(ofInvalidNames: files)
      warn(code: "invalid-name", message, hints: [hint])
    case .capturedHandEdit(let subject):
      note(code: "captured-hand-edit", "committed a hand edit: \(subject)")
    case .capturingHandEdits(let count):
      note(
        code: "capturing-hand-edits", "committing \(count) hand edits, each separately; this can take minutes",
        hints: ["after an interruption, the next change commits the rest"])
    case .capturedHandEdits(let count):
      note(code: "captured-hand-edits", "committed \(count) hand edits; `mixtape history` lists them")
    case .finishedInterruptedChange(let subject):
      note(code: "finished-interrupted-change", "finished an interrupted change: \(subject)")
    case .droppedInterruptedChange(let subject):
      note(code: "dropped-interrupted-change", "discarded an interrupted change: \(subject)")
    case .notConfirmed(let error):
      warn(
        code: "not-confirmed",
        "the change is committed, but syncing it to disk failed: \(ErrorPresenter.problem(for: error).message)",
        hints: ["the next change syncs it again"])
    case .snapshotNotRefreshed(let failure):
      let (message, hint) = ErrorPresenter.wording(ofSnapshot: failure)
      warn(code: "snapshot-not-refreshed", message, hints: [hint])
    case .exportNotRefreshed(let failure):
      let (message, hint) = ErrorPresenter.wording(ofExport: failure)
      warn(code: "export-not-refreshed", message, hints: [hint], repeatsHints: false)
    case .usedFallbackIdentity(let name, let email):
      warn(
        code: "fallback-identity", "git has no user name and email; the commit is by \(name) <\(email)>",
        hints: ["`git config --global user.name \"…\"` and `user.email` set them"])
    case .advisory(let advisory): warn(code: "git-setting", ErrorPresenter.wording(of: advisory))
    case .filesOfGitAlone(let files):
      warn(
        code: "unwritable-files",
        "`mixtape sync` cannot receive changes of these files: \(ErrorPresenter.shown(files))",
        hints: ["if others change them, `git merge` receives the changes"])
    case .mergeDriverMissing:
      warn(
        code: "merge-driver-missing", "in this clone, git merges playlists line by line",
        hints: ["`mixtape doctor --repair` lets git merge them by meaning"])
    case .untrustedSetting(let setting):
      let (message, hint) = ErrorPresenter.wording(of: setting)
      warn(code: "untrusted-setting", message, hints: [hint], repeatsHints: false)
    // The program starts git instead.
    case .packingDue: break
    }
  }

  /// Warns of the kept invalid files, except those in an error.
  func warnOfInvalidFiles(except reports: [FileReport] = []) {
    let paths = Set(reports.map(\.path))
    let files = takeInvalidFiles().filter { !paths.contains($0.path) }
    let last = files.last { $0.path != StoreFile.name }?.path
    for file in files {
      if file.path == StoreFile.name {
        warn(ofSettings: file)
      } else {
        let consequence = file.usesCommittedVersion ? "its last committed version is used" : "it is ignored"
        // In JSON, each warning is complete.
        warn(of: file, consequence, hasHint: wantsJSON || file.path == last)
      }
    }
  }

  /// Warns of a template with errors.
  func warn(ofTemplate report: FileReport) {
    warn(of: InvalidFileNotice(report, usesCommittedVersion: false), "the template cannot be used")
  }

  /// Warns of an error in `mixtape.toml`. The store can still be read.
  private func warn(ofSettings file: InvalidFileNotice) {
    warn(
      code: "file-invalid", "\(file.firstError); Mixtape uses the default values of invalid settings",
      hints: file.errorCount > 1
        ? ["`mixtape check` shows this and \(counted(file.errorCount - 1, "other error"))"]
        : ["`mixtape check` shows the line"])
  }

  private func warn(of file: InvalidFileNotice, _ consequence: String, hasHint: Bool = true) {
    warn(
      code: file.isConflictCopy ? "conflict-copy" : "file-invalid", "\(file.path) \(file.fault); \(consequence)",
      hints: hasHint ? ["`mixtape check` shows \(file.isConflictCopy ? "what to do" : "the errors")"] : [])
  }
}
