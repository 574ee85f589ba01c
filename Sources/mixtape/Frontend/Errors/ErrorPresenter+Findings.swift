import GitHistory
import MixtapeStore
import SystemPackage

extension ErrorPresenter {
  /// Words a finding, with what to do about it, or what was done.
  static func wording(of finding: Finding) -> (message: String, remedy: String?) {
    let message = message(of: finding.kind)
    switch finding.repair {
    case .none: return (message, remedy(for: finding.kind))
    case .possible: return (message, "`mixtape doctor --repair` \(repair(of: finding.kind)).")
    case .done(let kept, _):
      return (message, "Repaired: it \(deed(of: finding.kind))\(kept.map { "; the old one is \($0)" } ?? "").")
    case .dropped: return (message, "Repaired: it was dropped, as nothing of it was in place yet.")
    case .failed(let error): return (message, "This could not be repaired: \(problem(for: error).message).")
    }
  }

  private static func message(of kind: Finding.Kind) -> String {
    switch kind {
    case .files(let count, let broken, let warned): files(count, broken, warned)
    case .head(let head): Self.head(head)
    case .unfinishedOperation(let state): "\(name(of: state)) is under way; nothing can be changed until it ends"
    case .lock(let path, let holder): "\(path) is there\(Self.holder(holder))"
    case .notWritable(let path, let error): "nothing can be written in \(path): \(error.reason)"
    case .obstructed(let path): "\(path) is a directory or a symbolic link, where Mixtape writes a file"
    case .treeUnreadable(let error): "the files of the store in the last commit cannot be read: \(error.message)"
    case .contentUnreadable(let path, let id, _):
      "\(path) in the last commit cannot be read: the object \(id.abbreviated) is missing or damaged"
    case .emptyObjects(let paths):
      "\(counted(paths.count, "object")) of git \(paths.count == 1 ? "is an empty file" : "are empty files"), as a power cut leaves them"
    case .gitIndexUnreadable(let path, let error): "\(path) cannot be read: \(error.message)"
    case .gitIndexMissing(let path): "\(path) is missing: git takes every file for removed"
    case .gitIndexBehind(let paths): "git's index is behind the last commit in \(list(paths))"
    case .interruptedChange(let subject): "\"\(subject)\" was not finished"
    case .lineEndsUnprotected(let isMissing):
      isMissing
        ? ".gitattributes is missing, so that git may convert the line ends of files"
        : ".gitattributes does not keep git from converting the line ends of files"
    case .leftovers(let paths): "an interrupted write has left \(list(paths.map(\.string)))"
    case .cacheUnusable(let path): "\(path) cannot be used; the next command that needs it rebuilds it"
    case .identity(let identity): Self.identity(identity)
    case .setting(let advisory): wording(of: advisory)
    case .manyLooseObjects(let objects):
      "there are about \(objects.estimate) loose objects, more than the \(objects.limit ?? 0) that git leaves alone"
    case .gitNotInstalled: "git is not in $PATH: without `git gc`, the repository grows with every change"
    case .unexamined(_, let error): "this could not be checked: \(problem(for: error).message)"
    }
  }

  /// Returns the advice for a finding that needs a person.
  private static func remedy(for kind: Finding.Kind) -> String? {
    switch kind {
    case .files(_, let broken, let warned):
      broken > 0 ? "Run `mixtape check` and fix them." : warned > 0 ? "Run `mixtape check`." : nil
    case .head(.detached): "Run `git switch -c NAME` to give them one."
    case .head: nil
    case .unfinishedOperation: "Finish or abort it with git."
    case .lock(let path, _): "If no git is running in this store: `rm \(shellWord(path.description))`."
    case .notWritable(let path, _): "Run `ls -ld '\(path)'` to see whose it is; `chmod` or `chown` makes it yours."
    case .obstructed: "Move it to another place, or remove it."
    case .treeUnreadable, .contentUnreadable:
      "Run `git fsck` to see what is damaged, and fetch it from a clone or a backup."
    case .gitIndexUnreadable(_, let error): wording(of: error).hints.first.map { "Try this: \($0)." }
    case .identity(let identity):
      identity.isFallback
        ? "Run `git config --global user.name NAME` and `git config --global user.email ADDRESS`." : nil
    case .manyLooseObjects: "Run `git gc` in the store."
    case .gitNotInstalled: "Install git, and run `git gc` in the store now and then."
    case .unexamined(_, let error): problem(for: error).hints.first.map { "Try this: \($0)." }
    case .emptyObjects, .gitIndexMissing, .gitIndexBehind, .interruptedChange, .lineEndsUnprotected, .leftovers,
      .cacheUnusable, .setting:
      nil
    }
  }

  /// Returns the effect of a repair, as the words after `mixtape doctor --repair`.
  private static func repair(of kind: Finding.Kind) -> String {
    switch kind {
    case .lock, .cacheUnusable: "removes it"
    case .leftovers: "removes what is left"
    case .emptyObjects(let paths): "removes \(paths.count == 1 ? "it" : "them"), as there is nothing to lose"
    case .contentUnreadable: "writes it again, as the file has the same content"
    case .gitIndexUnreadable: "rebuilds it from the last commit, and keeps the old one beside it"
    case .gitIndexMissing: "rebuilds it from the last commit"
    case .gitIndexBehind: "brings it up to date"
    case .interruptedChange: "finishes it, or drops it if nothing of it is in place; so does the next change"
    case .lineEndsUnprotected: "adds the line `*.toml -text`"
    case .files, .head, .unfinishedOperation, .notWritable, .obstructed, .treeUnreadable, .identity, .setting,
      .manyLooseObjects, .gitNotInstalled, .unexamined:
      "repairs it"
    }
  }

  /// Returns the result of a repair, as the words after `it`.
  private static func deed(of kind: Finding.Kind) -> String {
    switch kind {
    case .lock, .cacheUnusable, .leftovers, .emptyObjects: "was removed"
    case .contentUnreadable: "was written again from the file"
    case .gitIndexUnreadable, .gitIndexMissing: "was rebuilt from the last commit"
    case .gitIndexBehind: "was brought up to date"
    case .interruptedChange: "was finished"
    case .lineEndsUnprotected: "has the line `*.toml -text` now"
    case .files, .head, .unfinishedOperation, .notWritable, .obstructed, .treeUnreadable, .identity, .setting,
      .manyLooseObjects, .gitNotInstalled, .unexamined:
      "was repaired"
    }
  }

  // MARK: - Parts of sentences

  private static func files(_ count: Int, _ broken: Int, _ warned: Int) -> String {
    if broken > 0 { return "\(broken == 1 ? "1 file has" : "\(broken) files have") errors and will not be committed" }
    if warned > 0 { return "\(warned) of \(counted(count, "file")) \(warned == 1 ? "has" : "have") warnings" }
    return "\(counted(count, "file")) without errors"
  }

  private static func head(_ head: Head) -> String {
    switch head {
    case .branch(let name, let id): "on branch \(name) at \(id.abbreviated)"
    case .unborn: "no commit yet"
    case .detached(let id): "HEAD is detached at \(id.abbreviated): new changes are on no branch"
    }
  }

  private static func holder(_ holder: LockHolder) -> String {
    switch holder {
    case .process(let id, let name): ", and \(name) (process \(id)) holds it: nothing can be changed until that ends"
    case .change: ": a change is being made, or was killed; the next change removes the lock then"
    case .nobody: ", and nobody holds it: a git that was killed has left it"
    case .unknown(.young): ": git is at work, or was killed"
    case .unknown(.processesUnseen): ": git is at work, or was killed; the system does not tell which"
    case .unknown(.sharedFileSystem(let kind)):
      ": git is at work, or was killed; on this file system (\(kind)) it may be at work on another machine"
    case .unknown(.hidden(let id, let name)): ": \(name) (process \(id)) of another user may hold it, or git was killed"
    }
  }

  private static func identity(_ identity: Identity) -> String {
    let person = "\(identity.name) <\(identity.email)>"
    return identity.isFallback
      ? "git does not know who you are; commits are by \(person)" : "commits are by \(person)"
  }

  /// Joins the first of some paths.
  private static func list(_ paths: [String]) -> String {
    let most = 5
    let shown = paths.prefix(most).joined(separator: ", ")
    return paths.count > most ? "\(shown) and \(paths.count - most) more" : shown
  }
}
