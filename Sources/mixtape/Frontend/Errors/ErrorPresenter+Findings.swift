import GitHistory
import LosslessTOML
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension ErrorPresenter {
  /// Returns the message of a finding, and the advice or the result of the repair.
  static func wording(of finding: Finding) -> (message: String, remedy: String?) {
    let message = message(of: finding.kind)
    switch finding.repair {
    case .none: return (message, remedy(for: finding.kind))
    case .possible: return (message, "`mixtape doctor --repair` \(repair(of: finding.kind).effect).")
    case .done(let kept, _):
      return (message, "Repaired: \(repair(of: finding.kind).result)\(kept.map { "; the old file is \($0)" } ?? "").")
    case .dropped: return (message, "Repaired: it was discarded, because none of its files had been written.")
    case .failed(let error): return (message, "The repair failed: \(problem(for: error).message).")
    }
  }

  private static func message(of kind: Finding.Kind) -> String {
    switch kind {
    case .files(let count, let broken, let warned): files(count, broken, warned)
    case .conflictCopies(let paths):
      "\(counted(paths.count, "conflict copy", "conflict copies")) of other programs: \(listed(first: 5, of: paths))"
    case .repositoryConflictCopies(let paths):
      "another program syncs the repository, and left \(listed(first: 5, of: paths.map(\.string)))"
    case .head(let head): Self.head(head)
    case .branchLost(let branch):
      "the branch \(branch.name) has no commit, but its reflog ends at \(branch.commit.abbreviated): its file was lost, perhaps by a power failure"
    case .unfinishedOperation(let state):
      "\(name(of: state)) is in progress; commands cannot change the store until it ends"
    case .lock(let path, let holder): "\(path) exists\(Self.holder(holder))"
    case .notWritable(let path, let error): "\(path) is not readable and writable: \(error.reason)"
    case .treeUnreadable(let error): "cannot read the files of the store in the last commit: \(error.message)"
    case .contentUnreadable(let path, let id, _):
      "cannot read \(path) in the last commit: the object \(id.abbreviated) is missing or damaged"
    case .emptyObjects(let paths):
      "\(counted(paths.count, "git object")) \(paths.count == 1 ? "is an empty file" : "are empty files"), probably after a power failure"
    case .gitIndexUnreadable(let path, let error): "\(path) cannot be read: \(error.message)"
    case .gitIndexMissing(let path): "\(path) is missing, so git reports every file as deleted"
    case .gitIndexBehind(let paths): "git's index is out of date for \(listed(first: 5, of: paths))"
    case .interruptedChange(let subject): "the change \"\(subject)\" was interrupted"
    case .lineEndsUnprotected(let isMissing):
      isMissing
        ? ".gitattributes is missing, so git may convert the line endings of files"
        : ".gitattributes does not prevent git from converting the line endings of files"
    case .mergeDriverMissing(let isNamed, _):
      isNamed
        ? "git merges playlists line by line: Mixtape is not set as the merge driver of this clone"
        : "git merges playlists line by line: .gitattributes does not name Mixtape as the merge driver"
    case .convertedFiles(let paths, let settings):
      "git calls \(listed(first: 5, of: paths)) unchanged although the bytes differ from the last commit\(settings.isEmpty ? "" : ": it converts files by \(listed(settings))")"
    case .leftovers(let paths): "an interrupted write left \(listed(first: 5, of: paths.map(\.string)))"
    case .cacheUnusable(let path): "\(path) cannot be used; the next command that needs it rebuilds it"
    case .identity(let identity): Self.identity(identity)
    case .setting(let advisory): wording(of: advisory)
    case .untrustedSetting(let setting): wording(of: setting).message
    case .manyLooseObjects(let objects):
      "there are about \(objects.estimate) loose objects; the limit of `git gc --auto` is \(objects.limit ?? 0)"
    case .gitNotInstalled: "git is not in $PATH: without `git gc`, the repository grows with every change"
    case .unexamined(_, let error): "the check failed: \(problem(for: error).message)"
    }
  }

  /// Returns the advice for a finding that needs a person.
  private static func remedy(for kind: Finding.Kind) -> String? {
    switch kind {
    case .files(_, let broken, let warned):
      broken > 0 ? "Run `mixtape check` and fix them." : warned > 0 ? "Run `mixtape check`." : nil
    case .conflictCopies: "Run `mixtape check`, which shows what to do."
    case .repositoryConflictCopies:
      "Exclude `.git` from that program and use `mixtape sync` instead. A copy of a branch can have the only commits of the other machine: `git log HEAD..NAME` lists them, and `git merge NAME` takes them. Then run `git fsck`, and remove these files."
    case .head(.detached): "Run `git switch -c NAME` to create a branch for them."
    case .head: nil
    case .unfinishedOperation: "Finish or abort it with git."
    case .lock(let path, _):
      "If no git process is running in this store, remove the lock: `rm \(shellWord(path.description))`."
    case .notWritable(let path, _):
      "`ls -ld \(shellWord(path.description))` shows its owner and permissions; `chown` and `chmod` change them."
    case .treeUnreadable, .contentUnreadable:
      "Run `git fsck` to list the damage, and restore the objects from a clone or a backup."
    case .gitIndexUnreadable(_, let error): wording(of: error).hints.first.map { "Try this: \($0)." }
    case .identity(let identity):
      identity.isFallback
        ? "Run `git config --global user.name NAME` and `git config --global user.email ADDRESS`." : nil
    case .untrustedSetting: "Run `mixtape trust` to accept it."
    case .manyLooseObjects: "Run `git gc` in the store."
    case .gitNotInstalled: "Install git, and run `git gc` in the store from time to time."
    case .unexamined(_, let error):
      error.isDamage ? "Run `git fsck` to list the damage." : problem(for: error).hints.first.map { "Try this: \($0)." }
    case .branchLost, .emptyObjects, .gitIndexMissing, .gitIndexBehind, .interruptedChange, .lineEndsUnprotected,
      .mergeDriverMissing, .convertedFiles, .leftovers,
      .cacheUnusable, .setting:
      nil
    }
  }

  /// Returns the effect of a repair, as the end of a sentence that begins with `mixtape doctor --repair`, and its result, as a clause.
  private static func repair(of kind: Finding.Kind) -> (effect: String, result: String) {
    func removal(of paths: [FilePath]) -> (effect: String, result: String) {
      paths.count == 1 ? ("removes it", "it was removed") : ("removes them", "they were removed")
    }
    switch kind {
    case .branchLost(let branch):
      return ("sets the branch to \(branch.commit.abbreviated)", "it is at \(branch.commit.abbreviated)")
    case .lock, .cacheUnusable: return ("removes it", "it was removed")
    case .convertedFiles:
      let result = "the next change commits the bytes on disk"
      return ("updates git's index, so that \(result)", result)
    case .leftovers(let paths): return removal(of: paths)
    case .emptyObjects(let paths):
      let (effect, result) = removal(of: paths)
      return ("\(effect); the content is already lost", result)
    case .contentUnreadable:
      return ("writes it again from the file, which has the same content", "it was written again from the file")
    case .gitIndexUnreadable:
      return ("rebuilds it from the last commit, and keeps the old index", "it was rebuilt from the last commit")
    case .gitIndexMissing: return ("rebuilds it from the last commit", "it was rebuilt from the last commit")
    case .gitIndexBehind: return ("updates it", "it was updated")
    case .interruptedChange: return ("finishes or discards it; so does the next change", "it was finished")
    case .lineEndsUnprotected: return ("adds the line `*.toml -text`", "it now has the line `*.toml -text`")
    case .mergeDriverMissing(let isNamed, let isConfigured):
      let effects = [
        isConfigured ? nil : "sets it in .git/config", isNamed ? nil : "adds the line `*.toml merge=mixtape`",
      ]
      return (effects.compactMap(\.self).joined(separator: " and "), "it is set")
    case .files, .conflictCopies, .repositoryConflictCopies, .head, .unfinishedOperation, .notWritable,
      .treeUnreadable, .untrustedSetting, .identity, .setting, .manyLooseObjects, .gitNotInstalled,
      .unexamined:
      return ("repairs it", "it was repaired")
    }
  }

  /// Returns the message and the hint for a setting of `mixtape.toml` without an effect.
  static func wording(of setting: PlaceSetting) -> Wording {
    Wording(
      "\(text(of: setting)) in mixtape.toml leads out of the store, and was not set on this machine, so it has no effect",
      "`mixtape trust` accepts it")
  }

  /// Returns a setting as text: `[export] directory = "~/Music"`.
  static func text(of setting: PlaceSetting) -> String { "\(setting.key.rawValue) = \(quoted(setting.value))" }

  // MARK: - Parts of sentences

  private static func files(_ count: Int, _ broken: Int, _ warned: Int) -> String {
    if broken > 0 { return "\(broken == 1 ? "1 file has" : "\(broken) files have") errors" }
    if warned > 0 { return "\(warned) of \(counted(count, "file")) \(warned == 1 ? "has" : "have") warnings" }
    return "\(counted(count, "file")) without errors"
  }

  private static func head(_ head: Head) -> String {
    switch head {
    case .branch(let name, let id): "on branch \(name) at \(id.abbreviated)"
    case .unborn: "no commit yet"
    case .detached(let id): "HEAD is detached at \(id.abbreviated): new commits belong to no branch"
    }
  }

  private static func holder(_ holder: LockHolder) -> String {
    switch holder {
    case .process(let id, let name): ": \(name) (process \(id)) holds the lock; changes fail until it ends"
    case .change: ": a change is running, or was killed; if it was killed, the next change removes the lock"
    case .nobody: ", but no process holds the lock: git was killed and left it"
    case .sharedFileSystem(let kind):
      ": git is running, perhaps on another machine that shares this file system (\(kind)), or was killed"
    case .unknown: ": git is running, or was killed"
    }
  }

  private static func identity(_ identity: Identity) -> String {
    let person = "\(identity.name) <\(identity.email)>"
    return identity.isFallback
      ? "git has no user name and email; commits are by \(person)" : "commits are by \(person)"
  }
}

extension MixtapeError {
  /// Whether the repository is damaged. Elsewhere, the hint for it is to run `mixtape doctor`.
  fileprivate var isDamage: Bool {
    guard let error = cause as? GitError else { return false }
    return error.code == .corrupt && error.operation != .readIndex
  }
}

/// The wording of conflict copies, which programs that sync directories make.
extension ErrorPresenter {
  /// Returns the predicate of a sentence about a conflict copy.
  static func wording(of copy: ConflictCopy) -> String {
    "is a copy of \(copy.original) that \(copy.program) made after a conflict"
  }

  /// Returns the commands that compare a conflict copy with its original and keep one of them; none for other files.
  ///
  /// - Parameter directory: The working directory of the shell.
  static func hints(onConflictCopy report: FileReport, in store: Store, from directory: FilePath) -> [String] {
    guard let (copy, originalPath) = report.conflictCopy else { return [] }
    func word(_ path: String) -> String {
      var whole = store.directory.pushing(FilePath(path))
      _ = whole.removePrefix(directory)
      return shellWord(whole.string)
    }
    let (kept, other) = (word(originalPath), word(report.path))
    guard FileManager.default.fileExists(atPath: store.directory.pushing(FilePath(originalPath)).string) else {
      return ["`mv \(other) \(kept)` restores \(copy.original) from the copy, and `rm \(other)` removes the copy"]
    }
    return [
      "`diff \(kept) \(other)` compares \(copy.original) with the copy",
      "`rm \(other)` keeps \(copy.original) as it is, and `mv \(other) \(kept)` replaces it by the copy",
    ]
  }

  /// Returns the hints with the present ids of renamed playlists that rules still name.
  static func hints(onRenamedPlaylistsIn reports: [FileReport], of store: Store) throws(MixtapeError) -> [String] {
    var ids: Set<Playlist.ID> = []
    for report in reports {
      for diagnostic in report.diagnostics where diagnostic.id == .unknownPlaylist {
        // An id has neither quotes nor escapes.
        let text = String(decoding: report.source[diagnostic.range.offsets], as: UTF8.self).filter {
          !"\\\"'".contains($0)
        }
        if let id = Playlist.ID(rawValue: text) { ids.insert(id) }
      }
    }
    var hints: [String] = []
    for id in ids.sorted() {
      guard case .renamed(let present)? = try store.fate(ofMissing: .playlist(id)) else { continue }
      hints.append(hint(about: RenamedItem(item: .playlist(id), present: present)))
    }
    return hints
  }
}
