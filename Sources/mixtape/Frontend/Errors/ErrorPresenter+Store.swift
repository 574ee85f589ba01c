import GitHistory
import LosslessTOML
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import SystemPackage

extension ErrorPresenter {
  static func noStore(_ subject: MixtapeError.Subject) -> Wording {
    let place = if case .file(let path) = subject { path } else { "this directory or its parent directories" }
    return Wording(
      "there is no store in \(place)", "`mixtape init` creates a store",
      "`--store DIR` or $MIXTAPE_STORE selects a store elsewhere")
  }

  static func nothingToImport(_ subject: MixtapeError.Subject) -> Wording {
    Wording(
      "there is nothing to import from \(name(subject)); no store was created",
      "Mixtape imports .toml files from its folders `playlists/`, `library/` and `templates/`")
  }

  /// Returns the message and hints for invalid files. Their diagnostics are shown separately.
  ///
  /// - Parameter git: The words that start git in the store.
  static func invalidFile(_ error: MixtapeError, git: String) -> Wording {
    let cause = error.cause as? InvalidFiles
    let reports = cause?.reports ?? []
    guard let report = reports.first, reports.count == 1 else {
      let change = cause?.changedBy.map { ", and \($0.name) changed them, too; nothing was received" } ?? ""
      return Wording("\(counted(reports.count, "file")) have errors\(change)", "fix them and try again")
    }
    let change = cause?.changedBy.map { ", and \($0.name) changed it, too; nothing was received" } ?? ""
    let hints = report.source.isEmpty ? [] : editingHints(of: report.path)
    // The diagnostic of a file that has an invalid name now says what to do.
    guard hints.isEmpty, cause?.changedBy != nil, !report.diagnostics.contains(where: { $0.id == .invalidFileName })
    else { return Wording("\(report.path) has errors\(change)", hints: hints) }
    return Wording(
      "\(report.path) has errors\(change)", "correct \(report.path) in a text editor, then `mixtape sync`",
      "`\(git) stash --all -- \(shellWord(report.path))` puts your changes of it aside")
  }

  /// Returns the hint to open a file of the store. A file whose name is no id has none.
  private static func editingHints(of path: String) -> [String] {
    let stem = FilePath(path).stem
    if path.hasPrefix("playlists/"), let id = stem.flatMap(Playlist.ID.init(rawValue:)) {
      return ["`mixtape edit \(id)` opens it"]
    }
    if path.hasPrefix("library/"), let id = stem.flatMap(Podcast.ID.init(rawValue:)) {
      return ["`mixtape edit \(id)` opens it"]
    }
    return []
  }

  /// Returns the message and the hint for files that seem to have invalid names now. There is at least one.
  static func wording(ofInvalidNames files: [RenamedFile]) -> Wording {
    guard let file = files.first, files.count == 1 else {
      let names = listed(first: 5, of: files.map { "\($0.oldPath) → \(quoted($0.path))" })
      return Wording(
        "the new names of \(counted(files.count, "file")) are not valid, and are not committed: \(names)",
        "rename them again: the name of a playlist or podcast file is its id and `.toml`")
    }
    return Wording(
      "the new name of \(file.oldPath) is not valid, and is not committed: \(quoted(file.path))",
      "`mv \(shellWord(file.path)) \(shellWord(file.oldPath))` gives it the old name back; to delete it, move it out of the store"
    )
  }

  static func fileTooLarge(_ error: MixtapeError) -> Wording {
    Wording("\(sizeProblem(error)); nothing was changed", "split its content into several files")
  }

  /// Returns the problem for a podcast that the episodes of its feed make too large. The feeds of others can be saved.
  ///
  /// - Parameter hint: How to make it smaller.
  static func problem(tooLarge error: MixtapeError, hint: String) -> Problem {
    Problem(ExitStatus(for: error), code: error.code.rawValue, sizeProblem(error), hints: hint)
  }

  private static func sizeProblem(_ error: MixtapeError) -> String {
    guard let size = error.cause as? FileSizeLimitExceeded else { return "\(name(error.subject)) would be too large" }
    return "\(name(error.subject)) would have \(size.bytes) bytes; the maximum is \(size.limit)"
  }

  static func notCheckedOut(_ subject: MixtapeError.Subject) -> Wording {
    Wording(
      "\(name(subject)) is in the last commit, but the sparse checkout excludes it",
      "`git sparse-checkout list` shows the included files", "`git sparse-checkout disable` checks out all files")
  }

  static func markedFile(_ error: MixtapeError, git: String) -> Wording {
    guard case .file(let path) = error.subject, let mark = error.cause as? IndexMark else { return failure(error) }
    return Wording(
      "\(path) is marked as \(mark) in git's index; nothing was changed",
      "`\(git) update-index --no-\(mark) \(shellWord(path))` ends the mark; the next change then commits your edits of the file"
    )
  }

  static func vanished(_ files: VanishedFiles?, _ consequence: String = "", git: String) -> Wording {
    Wording(
      "\(files.map { "\($0.count) of \($0.total)" } ?? "most") files of the store are gone\(consequence)",
      "if a disk is missing, mount it; `\(git) checkout .` brings deleted files back",
      "`mixtape status --accept-deletions` accepts the deletion")
  }

  static func deletedStoreFile(_ subject: MixtapeError.Subject) -> Wording {
    let place = if case .file(let path) = subject { " -C \(shellWord(path))" } else { "" }
    return Wording(
      "\(name(subject)) is a store whose mixtape.toml was deleted; nothing was changed",
      "`git\(place) checkout HEAD -- mixtape.toml` brings it back")
  }

  static func notWritable(_ error: MixtapeError) -> Wording {
    let cause = error.cause as? Errno
    let message =
      "no permission to write to \(name(error.subject))\(cause.map { ": \($0.reason)" } ?? ""); nothing was changed"
    guard case .file(let path) = error.subject, cause != .readOnlyFileSystem else { return Wording(message) }
    return Wording(message, hints: permissionHints(path))
  }

  static func permissionHints(_ path: String) -> [String] {
    let word = shellWord(path)
    return [
      "`ls -ld \(word)` shows its owner and permissions",
      "if the owner changed by accident, for example by `sudo`: `sudo chown -R \"$(id -un)\" \(word)`",
    ]
  }

  static func obstructed(_ error: MixtapeError) -> Wording {
    let kind = error.cause as? Errno == .tooManySymbolicLinkLevels ? "symbolic link" : "directory"
    return Wording("\(name(error.subject)) is a \(kind) instead of a file; nothing was changed", "move or remove it")
  }

  static func cannotWatch(_ error: MixtapeError) -> Wording {
    func limit(_ what: String, _ setting: String) -> Wording {
      Wording(
        "the store cannot be watched: the limit of \(what) is reached",
        "as root: `sysctl fs.inotify.\(setting)` shows the limit, and `sysctl -w fs.inotify.\(setting)=NUMBER` raises it"
      )
    }
    switch error.cause as? WatchFailure {
    case .tooManyDirectories: return limit("watched directories", "max_user_watches")
    case .tooManyWatches: return limit("inotify instances", "max_user_instances")
    case .unsupported: return Wording("the store cannot be watched: this system is not supported")
    case .system(let cause): return Wording("the store cannot be watched: \(cause.reason)")
    case nil: return Wording("the store cannot be watched")
    }
  }

  /// Returns the message and hints for an error of another layer or of the system.
  static func failure(_ error: MixtapeError) -> Wording {
    switch error.cause {
    case let cause as GitError: return wording(of: cause)
    case let cause as UnfinishedGitOperation:
      let operation = name(of: cause.state)
      return Wording(
        "\(operation) is in progress in this repository; nothing was changed",
        hints: ending(cause.state, hasConflicts: cause.hasConflicts))
    case let cause as Errno: return Wording("\(name(error.subject)): \(cause.reason)")
    case let cause as LibraryError: return wording(of: cause)
    case is PlaylistFileError:
      return Wording(
        "\(name(error.subject)) cannot be edited without changing other values; nothing was changed",
        "`mixtape edit` opens the file")
    case let cause?: return Wording("\(name(error.subject)): \(cause)")
    case nil: break
    }
    switch error.code {
    case .locked: return Wording("another program is changing the store", "try again in a moment")
    case .saveFailed: return Wording("the change could not be saved; nothing was changed")
    default: return Wording("\(error.code.rawValue): \(name(error.subject))")
    }
  }

  /// Returns hints for ending an unfinished git operation.
  ///
  /// - Parameter hasConflicts: Whether files may be in conflict, which git does not commit.
  static func ending(_ state: RepositoryState, hasConflicts: Bool) -> [String] {
    func conclude(_ conclusion: String, _ abort: String) -> [String] {
      (hasConflicts ? ["`git add FILE` marks a file in conflict as resolved, `git rm FILE` deletes it"] : [])
        + ["`git \(conclusion)` finishes it, `git \(abort)` aborts it"]
    }
    switch state {
    case .clean: return []
    case .merge: return conclude("commit", "merge --abort")
    case .revert: return conclude("revert --continue", "revert --abort")
    case .cherryPick: return conclude("cherry-pick --continue", "cherry-pick --abort")
    case .rebase: return conclude("rebase --continue", "rebase --abort")
    case .applyMailbox: return conclude("am --continue", "am --abort")
    case .bisect: return ["`git bisect reset` ends it"]
    case .unknown: return ["`git status` shows how to end it"]
    }
  }

  /// Returns the reason why older history is not available, with advice.
  static func reason(of boundary: HistoryBoundary) -> String {
    switch boundary {
    case .shallow: "this clone is shallow; `git fetch --unshallow` fetches the rest"
    }
  }

  /// Returns the hint for an error caused by incomplete history.
  static func hints(ofCause cause: (any Error)?) -> [String] {
    if cause is ChangesOfOthers {
      return ["a sync received the other changes; `mixtape history` lists them, and `mixtape revert` takes one back"]
    }
    return (cause as? HistoryCutOff).map { ["older history is not available: \(reason(of: $0.boundary))"] } ?? []
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
  /// Returns the reason why exported playlists are not up to date, with a hint.
  ///
  /// - Parameter place: The name of the place; `nil` for the table `[export]` itself.
  static func wording(ofExport failure: PublishingFailure, at place: String?) -> Wording {
    let table = ExportSettings.table(of: place)
    if case .noPlaylist(let id) = failure.reason {
      return Wording(
        "`[\(table)]` in mixtape.toml names the playlist \(quoted(id.rawValue)), which does not exist",
        "remove it from `playlists` in `[\(table)]`, or create it")
    }
    let wording = wording(of: failure, key: "directory", table: table)
    return Wording(
      "the export to \(quoted(failure.path.string)) is not up to date: \(wording.message)", hints: wording.hints)
  }

  static func wording(ofSnapshot failure: PublishingFailure) -> Wording {
    let wording = wording(of: failure, key: "path", table: "snapshot")
    return Wording(
      "the change is committed, but the snapshot \(quoted(failure.path.string)) is not up to date: \(wording.message)",
      hints: wording.hints)
  }

  /// Returns the reason, and a hint about a key of mixtape.toml.
  private static func wording(of failure: PublishingFailure, key: String, table: String) -> Wording {
    let change = "change the \(key) in `[\(table)]` of mixtape.toml"
    return switch failure.reason {
    case .occupied: Wording("another file exists there and was not replaced", "move that file, or \(change)")
    case .insideRepository: Wording("the path is inside the directory of a git repository", change)
    case .noPlaylist(let id): Wording("there is no playlist \(quoted(id.rawValue))", change)
    case .system(let error):
      Wording(error.reason, "the next change tries again; `[\(table)]` in mixtape.toml contains the \(key)")
    case .store(let error): Wording(problem(for: error).message, "the next change tries again")
    case .encoding(let error): Wording("its content cannot be encoded: \(error)", "the next change tries again")
    }
  }
}

extension ErrorPresenter {
  /// Returns the problem of copying to a place, or of one file.
  ///
  /// - Parameter table: The table of the place in mixtape.toml, such as `export.car`.
  static func problem(for error: CopyError, _ table: String) -> Problem {
    let change = "change the directory in `[\(table)]` of mixtape.toml"
    return switch error {
    case .absent(let path):
      Problem(
        .notFound, code: "no-directory", "the directory \(quoted(path.string)) does not exist",
        hints: "mount its device, or create the directory")
    case .insideRepository(let path):
      Problem(.invalid, code: "inside-repository", "\(quoted(path.string)) is in a directory of git", hints: change)
    case .foreign(let path):
      Problem(
        .exists, code: "other-store", "\(quoted(path.string)) has the copies of another store",
        hints: "use a directory below it, in `[\(table)]` of mixtape.toml")
    case .containsMusic(let path, let file):
      Problem(
        .invalid, code: "overlaps",
        "the library has music files in \(quoted(path.string)), such as \(quoted(file.string))", hints: change)
    case .overlaps(let path, let other):
      Problem(
        .invalid, code: "overlaps", "\(quoted(path.string)) and \(quoted(other.string)) are not separate directories",
        hints: change)
    case .occupied(let path):
      Problem(
        .exists, code: "already-exists", "\(quoted(path.string)) is not from Mixtape, and is not replaced",
        hints: "move it away, or remove it")
    case .busy(let path):
      Problem(
        .locked, code: "locked", "another `mixtape` process copies to \(quoted(path.string))", hints: "try again later")
    case .untrusted(let setting):
      Problem(.invalid, code: "untrusted-setting", wording(of: setting))
    case .system(let path, let error):
      Problem(
        .inputOutput, code: "input-output", "\(quoted(path.string)): \(error.reason)",
        hints: [.noSpace, .diskQuotaExceeded].contains(error)
          ? "make room, or choose fewer `playlists` in `[\(table)]` of mixtape.toml" : nil)
    case .store(let error): problem(for: error)
    }
  }
}
