import GitHistory
import MixtapeModel
import MixtapeStore
import StoreBrowser
import SystemPackage

extension ErrorPresenter {
  static func wording(of error: GitError) -> Wording {
    let place = error.path.map { " \($0)" } ?? ""
    switch error.code {
    case .notARepository:
      return Wording(
        "this store is not a git repository\(place.isEmpty ? "" : ":\(place)")", "`git init` creates a repository there"
      )
    case .bare: return Wording("the repository\(place) is bare; a store needs a working tree")
    case .owner:
      let directory = error.path?.string ?? "DIR"
      return Wording(
        "the repository\(place) belongs to another user",
        "if you trust it: `git config --global --add safe.directory \(shellWord(directory))`",
        "give the full path: Mixtape ignores `*` in safe.directory")
    case .unsupported:
      let remedy =
        error.feature == "sparse index" ? "`git sparse-checkout reapply --no-sparse-index` turns it off" : nil
      return Wording(
        "the repository uses a feature of git that Mixtape does not support\(error.feature.map { ": \($0)" } ?? "")",
        remedy)
    case .locked:
      return Wording(
        "git is running in this repository, or was interrupted: \(place.isEmpty ? "the repository is locked" : "\(place.dropFirst()) exists")",
        hints: ["try again in a moment"]
          + (error.path.map {
            [
              "`mixtape doctor` shows which process holds the lock",
              "if no git process is running in this store: `rm \(shellWord($0.string))`",
            ]
          } ?? []))
    case .readOnly where error.operation == .open:
      return Wording(
        "the repository is not readable: \(reason(error))", hints: error.path.map { permissionHints($0.string) } ?? [])
    case .readOnly: return Wording("the repository is not writable: \(reason(error))")
    case .noSpace: return Wording("the disk is full: \(reason(error))", "free some space, then try again")
    case .branchLost:
      return Wording(
        "the branch \(error.message); nothing was changed", "`mixtape doctor --repair` restores it from the reflog")
    case .corrupt where error.operation == .readIndex:
      return Wording("git's index is damaged: \(place.dropFirst())", "`mixtape doctor --repair` rebuilds it")
    case .corrupt:
      return Wording("the repository is damaged: \(reason(error))", "`mixtape doctor` and `git fsck` show details")
    case .notFetched:
      return Wording(
        "this partial clone lacks an object of its history: \(reason(error))",
        "`git fetch --refetch --no-filter` fetches all objects")
    case .conflict where error.isNameConflict:
      return Wording(
        "a file and a folder would both be named \(error.path ?? "the same"); nothing was changed",
        "choose another name for the folder")
    case .headMoved: return Wording("another program made a commit at the same time; nothing was changed", "try again")
    default: return Wording("git could not \(error.operation.rawValue): \(reason(error))")
    }
  }

  /// Returns the message about a git setting that has no effect in Mixtape, without a full stop.
  static func wording(of advisory: RepositoryAdvisory) -> String {
    switch advisory {
    case .commitsAreNotSigned: "commit.gpgsign is on, but Mixtape does not sign its commits"
    case .hooksDoNotRun(let hooks):
      "Mixtape runs no hooks; `git commit` would run these: \(hooks.joined(separator: ", "))"
    case .filesAreNotConverted(let settings):
      "git converts files of this store by \(listed(settings)), but Mixtape commits the bytes on disk"
    }
  }

  /// Returns the message of libgit2 or of the system, with the path if the message has none.
  private static func reason(_ error: GitError) -> String {
    guard let path = error.path, !error.message.contains("/") else { return error.message }
    return "\(path): \(error.message)"
  }
}

extension GitError {
  /// Whether a commit would have a file and a directory of one name.
  var isNameConflict: Bool { code == .conflict && operation == .commit }
}

extension ErrorPresenter {
  /// Returns the message and hints for a transfer that failed.
  ///
  /// - Parameter git: The words that start git in the store.
  static func wording(of error: GitProgramError, git: String = plainGit) -> Wording {
    let (message, advice): (String, [String]) =
      switch error {
      case .missing: ("git is not installed; it is required to transfer changes", ["install git"])
      case .system(let error): ("git could not be run: \(error.reason)", [])
      case .timedOut(let time):
        (
          "the remote did not answer for \(time.components.seconds) seconds",
          ["`\(git) ls-remote` shows whether the remote answers", committed]
        )
      case .unreachable: ("the remote cannot be reached", [committed])
      case .interrupted: ("the connection to the remote ended before the transfer was complete", [committed])
      case .denied(let lines):
        ("the remote does not allow this", [advice(onDenial: lines, "`\(git) ls-remote`"), committed])
      case .notAllowed:
        (
          "git does not allow this kind of address",
          [
            "`\(git) remote -v` shows the address; `\(git) remote set-url` changes it",
            "`git help config` explains `protocol.allow`",
          ]
        )
      case .noRepository:
        (
          "there is no repository at the address of the remote",
          ["check the address; in a store, `\(git) remote -v` shows it"]
        )
      case .declined: ("the remote rejected the changes; the branch may be protected", [committed])
      case .checkedOut:
        (
          "the branch is checked out at the remote, so git does not change it there",
          ["sync both stores with a third repository without a work tree; `git init --bare DIR` makes one", committed]
        )
      case .fetchOnly:
        (
          "git cannot push to this remote",
          [
            "git cannot push to a bundle or to a web server without git; `\(git) remote -v` shows the address",
            "`git init --bare DIR` makes a repository to push to, and `\(git) remote set-url` names it",
            "if the address is right, a hook may refuse without a message: `\(git) rev-parse --git-path hooks/pre-push`",
            committed,
          ]
        )
      case .notStored: ("the remote could not store the changes", [committed])
      case .notWritten:
        (
          "the changes of the remote cannot be written to this store",
          [error.saysFullDisk ? "free some space, then `mixtape sync`" : "`mixtape sync` tries again"]
        )
      case .locked:
        (
          "git is running at the remote, or was interrupted there: the branch is locked",
          ["try again in a moment", "if no git process is running there, remove the lock file", committed]
        )
      case .ended(let signal, _):
        ("git was ended by \(name(ofSignal: signal)) before the transfer was complete", [committed])
      case .failed: ("git could not transfer the changes", [committed])
      }
    return Wording(message, hints: gitLines(error) + advice)
  }

  static func wordingForClone(of error: GitProgramError) -> Wording {
    let usual = wording(of: error).message
    let (message, advice): (String, String?) =
      switch error {
      case .missing: ("git is not installed; it is required to clone", "install git")
      case .system, .declined, .checkedOut, .fetchOnly, .notStored, .locked: (usual, nil)
      case .timedOut: (usual, "`git ls-remote URL` shows whether the remote answers")
      case .unreachable: (usual, "check the address and the connection")
      case .interrupted, .ended: (usual, "`mixtape clone` tries again")
      case .denied(let lines): (usual, advice(onDenial: lines, "`git ls-remote URL`"))
      case .notAllowed: (usual, "`git help config` explains `protocol.allow`")
      case .noRepository: ("there is no repository at this address", "check the address")
      case .notWritten: ("the clone cannot be written", nil)
      case .failed: ("git could not clone the repository", nil)
      }
    return Wording("\(message); nothing was cloned", hints: gitLines(error) + (advice.map { [$0] } ?? []))
  }

  /// Returns the usual name of a signal, such as `SIGKILL`.
  private static func name(ofSignal number: Int32) -> String {
    let names: [Int32: String] = [
      2: "SIGINT", 3: "SIGQUIT", 4: "SIGILL", 6: "SIGABRT", 8: "SIGFPE", 9: "SIGKILL", 11: "SIGSEGV", 13: "SIGPIPE",
      14: "SIGALRM", 15: "SIGTERM",
    ]
    return names[number] ?? "signal \(number)"
  }

  /// Returns the hint for a remote that does not allow a transfer. A command tests whether the remote can be read.
  private static func advice(onDenial lines: [String], _ test: String) -> String {
    if let line = lines.first(where: { $0.contains("dubious ownership") }) {
      let parts = line.split(separator: "'", omittingEmptySubsequences: false)
      let path = parts.count > 2 ? parts[1..<(parts.count - 1)].joined(separator: "'") : "PATH"
      return "if you trust its owner: `git config --global --add safe.directory \(shellWord(path))` on its machine"
    }
    if lines.contains(where: { $0.lowercased().contains("unable to create temporary object directory") }) {
      return "you may read the repository, but not write to it; ask its owner"
    }
    return "\(test) shows whether your key or password is accepted"
  }

  private static let committed = "your changes are kept in this store; the next sync pushes them"

  /// Returns the lines of git as hints, without control characters.
  private static func gitLines(_ error: GitProgramError) -> [String] {
    switch error {
    case .missing, .system, .timedOut, .checkedOut: []
    case .unreachable(let lines), .interrupted(let lines), .denied(let lines), .notAllowed(let lines),
      .noRepository(let lines), .declined(let lines), .fetchOnly(let lines), .notStored(let lines),
      .notWritten(let lines), .locked(let lines), .ended(_, let lines), .failed(let lines):
      lines.map { line in line.hasPrefix("git: ") ? line.visibleLines : "git: \(line.visibleLines)" }
    }
  }

  static func status(of error: GitProgramError) -> ExitStatus {
    switch error {
    case .denied, .declined, .checkedOut, .fetchOnly, .notAllowed: .denied
    case .noRepository: .notFound
    case .missing, .timedOut, .unreachable, .interrupted, .notStored: .unavailable
    case .locked: .locked
    case .system, .notWritten, .ended, .failed: .inputOutput
    }
  }
}

extension ErrorPresenter {
  static func noSuchRevision(_ error: MixtapeError) -> Wording {
    let message = "there is no revision \(name(error.subject))"
    switch error.cause as? RevisionFailure {
    case .tooFewVersions(0): return Wording("\(message): nothing is committed yet")
    case .tooFewVersions(let count): return Wording("\(message): the oldest version is @{\(count - 1)}")
    case .beforeHistory(let date, let utcOffset):
      return Wording("\(message): history begins at \(Timestamp(date, utcOffset: utcOffset).text)")
    case .cutOff(let boundary): return Wording(message, "older history is not available: \(reason(of: boundary))")
    case .ambiguous:
      return Wording(
        "\(name(error.subject)) is ambiguous: the ids of several git objects begin with it",
        "give more digits of the id")
    case .noSuchTime: return Wording("there is no date or time \(name(error.subject))", formsOfTimes)
    case .timeWithoutDate: return Wording("\(message): the time has no date", formsOfTimes)
    case nil:
      if case .text(let text) = error.subject, let (first, last) = ends(ofRange: text) {
        return Wording(message, "write a range as two revisions: `mixtape diff \(first.visible) \(last.visible)`")
      }
      return Wording(message, "`mixtape history` lists the revisions; @{1}, yesterday and 2026-03-01 are revisions too")
    }
  }

  /// Returns the two revisions of a range of git, such as `HEAD~3..HEAD`; `nil` for other texts.
  private static func ends(ofRange text: String) -> (first: String, last: String)? {
    guard let dots = text.firstRange(of: "..") else { return nil }
    let (first, last) = (text[..<dots.lowerBound], text[dots.upperBound...].drop { $0 == "." })
    guard !first.isEmpty || !last.isEmpty else { return nil }
    return (first.isEmpty ? "HEAD" : String(first), last.isEmpty ? "HEAD" : String(last))
  }

  private static let formsOfTimes =
    "a revision can be 2026-03-01, \"2026-03-01 18:00\", yesterday or \"3 days ago\""
}

extension ErrorPresenter {
  /// Returns the message and hints for a change that cannot be undone because of other ones.
  static func conflict(_ subject: MixtapeError.Subject, _ cause: RevertConflicts?) -> Wording {
    let later = (cause?.conflicts ?? []).compactMap { conflict in
      if case .value(let value) = conflict.reason { value.ours.commit.abbreviated } else { nil }
    }
    let revert = later.first.map { "`mixtape revert \($0)` takes the later change back first" }
    let advice = revert ?? "change the values yourself; `mixtape history` lists the other changes"
    let skip = cause?.canBeSkipped == true ? ["`mixtape undo --skip` skips this change"] : []
    let verb = cause?.isRedo == true ? "redone" : "undone"
    return Wording(
      "this change cannot be \(verb), because other changes conflict with it: \(plain(subject)); nothing was changed",
      hints: [advice] + skip)
  }

  /// Returns a conflict of a revert as one line.
  static func wording(of conflict: RevertConflict) -> String {
    let change = conflict.change.map { " by \($0.author) in \($0.id.abbreviated)" } ?? " since"
    switch conflict.reason {
    case .value(let value): return "\(conflict.path): \(wording(of: value))"
    case .concurrent(let values, let change):
      return
        "\(conflict.path): \(change.author) changed \(values.isEmpty ? "the file" : listed(values)) at the same time, "
        + "in \(change.id.abbreviated)"
    case .changedSince: return "\(conflict.path): would be removed, and was changed\(change)"
    case .deletedSince: return "\(conflict.path): would be changed, and was deleted\(change)"
    case .episodeChanged(let id): return "\(conflict.path): \(id) would be removed, and was changed\(change)"
    case .movedSince(let path): return "\(conflict.path): would be moved to \(path), and was moved\(change)"
    case .taken(let path):
      return path == conflict.path
        ? "\(conflict.path): would be created, and another file has the path"
        : "\(conflict.path): would be created, and \(path) has its id"
    case .textChangedSince: return "\(conflict.path): the same lines were changed\(change)"
    case .episodeMoved(let old, let new): return "\(conflict.path): the episode \(old) is \(new) now"
    }
  }

  private static func wording(of value: MergeConflict) -> String {
    let subject = if case .episode(let id) = value.subject { "\(value.key) of \(id)" } else { value.key }
    return
      "\(subject): was \(value.theirs.value ?? "missing") before the change, and is \(value.ours.value ?? "missing") "
      + "since \(value.ours.commit.abbreviated) by \(value.ours.author)"
  }

  /// Returns the subject of a change without quotes, as it may contain quotes itself.
  static func plain(_ subject: MixtapeError.Subject) -> String {
    if case .text(let text) = subject { text } else { name(subject) }
  }
}
