import GitHistory
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import SystemPackage

extension ErrorPresenter {
  /// Words the error that there is no store.
  static func noStore(_ subject: MixtapeError.Subject) -> (String, [String]) {
    let hints = [
      "`mixtape init` creates a store", "`--store DIR` or $MIXTAPE_STORE selects a store elsewhere",
    ]
    guard case .file(let path) = subject else { return ("there is no store in this directory or above it", hints) }
    return ("there is no store in \(path)", hints)
  }

  /// Words the error that a directory has nothing to import.
  static func nothingToImport(_ subject: MixtapeError.Subject) -> (String, [String]) {
    (
      "there is nothing to import from \(name(subject)); no store was created",
      ["Mixtape looks for files that end in .toml, in its folders `playlists/`, `library/` and `templates/`"]
    )
  }

  /// Words the error that files are invalid. Their diagnostics are shown besides.
  static func invalidFile(_ error: MixtapeError) -> (String, [String]) {
    let reports = (error.cause as? InvalidFiles)?.reports ?? []
    guard let report = reports.first, reports.count == 1 else {
      return ("\(counted(reports.count, "file")) have errors", ["fix them and try again"])
    }
    let playlist = FilePath(report.path).stem.flatMap(Playlist.ID.init(rawValue:))
    let isPlaylist = report.path.hasPrefix("playlists/") && !report.source.isEmpty
    return (
      "\(report.path) has errors",
      isPlaylist ? playlist.map { ["`mixtape edit \($0)` opens it"] } ?? [] : []
    )
  }

  /// Words the error that a file would become too large.
  static func fileTooLarge(_ error: MixtapeError) -> (String, [String]) {
    let hint = "spread its content over several files"
    guard let size = error.cause as? ExcessiveSize else { return ("\(name(error.subject)) would be too large", [hint]) }
    let sizes = "\(size.bytes) bytes long, more than the \(size.limit) that Mixtape reads"
    return ("\(name(error.subject)) would be \(sizes); nothing was changed", [hint])
  }

  /// Words the error that a sparse checkout leaves out a file.
  static func notCheckedOut(_ subject: MixtapeError.Subject) -> (String, [String]) {
    (
      "\(name(subject)) is in the last commit, but a sparse checkout leaves it out of the work tree",
      [
        "`git sparse-checkout list` shows the files that are checked out",
        "`git sparse-checkout disable` checks out all",
      ]
    )
  }

  /// Words the error that a directory is not writable.
  static func notWritable(_ error: MixtapeError) -> (String, [String]) {
    let cause = error.cause as? Errno
    let message =
      "you may not write to \(name(error.subject))\(cause.map { ": \($0.reason)" } ?? ""); nothing was changed"
    guard case .file(let path) = error.subject, cause != .readOnlyFileSystem else { return (message, []) }
    let word = shellWord(path)
    return (
      message,
      [
        "`ls -ld \(word)` shows whom it belongs to and who may write",
        "if it came to belong to another user by accident, as by `sudo`: `sudo chown -R \"$(id -un)\" \(word)`",
      ]
    )
  }

  /// Words the error that something is in the place of a file that Mixtape writes.
  static func obstructed(_ error: MixtapeError) -> (String, [String]) {
    let kind = error.cause as? Errno == .tooManySymbolicLinkLevels ? "symbolic link" : "directory"
    return (
      "\(name(error.subject)) is a \(kind), where Mixtape writes a file; nothing was changed",
      ["move it to another place, or remove it"]
    )
  }

  /// Words the error that the store cannot be watched, with the limit of the system to raise.
  static func cannotWatch(_ error: MixtapeError) -> (String, [String]) {
    func limit(_ what: String, _ setting: String) -> (String, [String]) {
      (
        "the store cannot be watched: the system lets you watch no more \(what)",
        [
          "as root: `sysctl fs.inotify.\(setting)` shows the limit, and `sysctl -w fs.inotify.\(setting)=NUMBER` raises it"
        ]
      )
    }
    switch error.cause as? WatchFailure {
    case .tooManyDirectories: return limit("directories", "max_user_watches")
    case .tooManyWatches: return limit("stores or other things at once", "max_user_instances")
    case .unsupported: return ("the store cannot be watched: Mixtape knows no way to do so on this system", [])
    case .system(let cause): return ("the store cannot be watched: \(cause.reason)", [])
    case nil: return ("the store cannot be watched", [])
    }
  }

  /// Words an error by its cause: another layer, or the system.
  static func failure(_ error: MixtapeError) -> (String, [String]) {
    switch error.cause {
    case let cause as GitError: return wording(of: cause)
    case let cause as UnfinishedGitOperation:
      let operation = name(of: cause.state)
      return ("\(operation) is under way in this repository; nothing was changed", ending(cause.state))
    case let cause as Errno: return ("\(name(error.subject)): \(cause.reason)", [])
    case let cause as LibraryError: return wording(of: cause)
    case is PlaylistFileError:
      return (
        "\(name(error.subject)) cannot be edited without changing other values; nothing was changed",
        ["`mixtape edit` opens the file"]
      )
    case let cause?: return ("\(name(error.subject)): \(cause)", [])
    case nil: break
    }
    switch error.code {
    case .locked: return ("another program is changing the store", ["try again in a moment"])
    case .saveFailed: return ("the change could not be saved; nothing was changed", [])
    default: return ("\(error.code.rawValue): \(name(error.subject))", [])
    }
  }

  /// Returns the hints how to end an unfinished git operation.
  static func ending(_ state: RepositoryState) -> [String] {
    func conclude(_ conclusion: String, _ abort: String) -> [String] {
      ["`git \(conclusion)` finishes it, `git \(abort)` aborts it"]
    }
    switch state {
    case .clean: return []
    case .merge: return conclude("commit", "merge --abort")
    case .revert: return conclude("revert --continue", "revert --abort")
    case .cherryPick: return conclude("cherry-pick --continue", "cherry-pick --abort")
    case .rebase: return conclude("rebase --continue", "rebase --abort")
    case .applyMailbox: return conclude("am --continue", "am --abort")
    case .bisect: return ["`git bisect reset` ends it"]
    case .unknown: return ["`git status` tells how to end it"]
    }
  }

  /// Returns the reason why older history is not available, with what to do.
  static func reason(of boundary: HistoryBoundary) -> String {
    switch boundary {
    case .shallow: "this clone is shallow; `git fetch --unshallow` gets the rest"
    case .graft: "git cuts it off there, by `.git/info/grafts`"
    case .replacement: "git cuts it off there; `git replace --list` shows the commit"
    }
  }

  /// Returns the hint for an error that is caused by a cut-off history.
  static func hints(ofCause cause: (any Error)?) -> [String] {
    (cause as? HistoryCutOff).map { ["older history is not here: \(reason(of: $0.boundary))"] } ?? []
  }

  /// Returns the name of an unfinished git operation, with its article.
  static func name(of state: RepositoryState) -> String {
    switch state {
    case .clean: "nothing"
    case .merge: "a merge"
    case .revert: "a revert"
    case .cherryPick: "a cherry-pick"
    case .bisect: "a bisect"
    case .rebase: "a rebase"
    case .applyMailbox: "`git am`"
    case .unknown: "an operation of git"
    }
  }
}

extension ErrorPresenter {
  /// Words the reason why the snapshot is not up to date, with a hint.
  static func wording(of failure: SnapshotFailure) -> (message: String, hint: String) {
    let place = quoted(failure.path.string)
    let start = "the change is made, but the snapshot \(place) is not up to date"
    return switch failure.reason {
    case .occupied:
      (
        "\(start): another file is there, and stays as it is",
        "move it away, or give `[snapshot]` in mixtape.toml another path"
      )
    case .insideRepository:
      (
        "\(start): it lies in the directory of a git repository, whose files belong to git",
        "give `[snapshot]` in mixtape.toml another path"
      )
    case .system(let error):
      ("\(start): \(error.reason)", "the next change tries again; the path is in mixtape.toml, under `[snapshot]`")
    case .store(let error): ("\(start): \(problem(for: error).message)", "the next change tries again")
    }
  }
}
