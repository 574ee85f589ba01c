import GitHistory
import MixtapeModel
import MixtapeStore
import StoreBrowser
import SystemPackage

extension ErrorPresenter {
  /// Returns the message and hints for a sync or a clone that was refused.
  ///
  /// - Parameter git: The words that start git in the store.
  static func wording(of refusal: SyncRefusal, git: String = plainGit) -> Wording {
    switch refusal {
    case .noRemote:
      Wording("this store has no remote", "`mixtape sync URL` connects it to a repository, and pushes the store to it")
    case .unknownRemote(let name, let known):
      Wording(
        "there is no remote \(quoted(name))",
        hints: known.first.map { first in
          ["the remotes are: \(listed(known))"]
            + (name.contains("/") ? ["`\(git) remote set-url \(first) ADDRESS` changes the address of \(first)"] : [])
        } ?? ["`mixtape sync URL` connects the store to a repository"])
    case .severalRemotes(let known):
      Wording(
        "this store has several remotes: \(listed(known))", "name one of them: `mixtape sync \(known.first ?? "NAME")`")
    case .detachedHead(let commit):
      Wording(
        "no branch is checked out: HEAD is detached at \(commit.abbreviated); nothing was changed",
        "`\(git) switch NAME` returns to a branch; `\(git) branch` lists them",
        "`\(git) switch --create NAME` makes a branch of this state")
    case .unbornBranch(let name):
      Wording(
        "the branch \(quoted(name)) has no commit; nothing was changed",
        "any change makes the first commit; `\(git) branch` lists the other branches")
    case .gone(let branch, let others): missingBranch(branch, others, git)
    case .unrelated(let branch): unrelated(branch, git)
    case .rewritten(let branch, let before, _): rewritten(branch, before, git)
    case .reset(let branch, let before): reset(branch, before, git)
    case .shallow(let branch):
      Wording(
        "this clone is shallow and lacks the last common commit with \(branch.name); "
          + "nothing was changed", "`\(git) fetch --unshallow` fetches the rest")
    case .uncommitted(let paths, let branch):
      Wording(
        "\(branch.name) changed files that have uncommitted changes here: \(shown(paths)); nothing was received",
        "commit them with `\(git) add --force -- \(arguments(paths))` and `\(git) commit`, or put them aside with "
          + "`\(git) stash --all -- \(arguments(paths))`; then sync again")
    case .unmergeable(let paths, let branch):
      Wording(
        "Mixtape cannot merge these files of \(branch.name): \(shown(paths)); nothing was received",
        "`\(git) merge \(shellWord(branch.name))` merges them with git; then sync again")
    case .invalidBase(let paths, let branch):
      Wording(
        "the last version that this store and \(branch.name) have in common has errors in \(shown(paths)), "
          + "so that Mixtape cannot merge your changes; nothing was received",
        "`\(git) merge \(shellWord(branch.name))` merges the lines; check them, then "
          + "`\(git) add -- \(arguments(paths))` and `\(git) commit`, and sync again")
    case .unwritable(let files, let branch):
      Wording(
        "Mixtape cannot write these files of \(branch.name): \(shown(files)); nothing was received",
        "`\(git) merge \(shellWord(branch.name))` receives them with git; then sync again")
    case .unsafe(let paths, let branch):
      Wording(
        "\(branch.name) has files at paths that git never writes: \(shown(paths)); nothing was received",
        "such files can make git run a program; `\(git) log --stat \(shellWord(branch.name))` shows who added them")
    case .storeFileDeleted(let branch): storeFileDeleted(branch, git)
    case .storeFileInvalid(let messages, let branch):
      Wording(
        "mixtape.toml of \(branch.name) has errors; nothing was received",
        hints: messages + ["`\(git) log \(shellWord(branch.name)) -- mixtape.toml` shows who changed it"])
    case .invalidFiles(let messages, let branch):
      Wording(
        "files of \(branch.name) have errors and cannot be merged with your changes; nothing was received",
        hints: messages.prefix(mostShown) + [
          "`\(git) log \(shellWord(branch.name))` shows who changed them; after they are corrected there, sync again"
        ])
    case .conflicts(let conflicts, let branch):
      Wording(
        "this store and \(branch.name) changed \(counted(conflicts.count, "value")) differently; nothing was received",
        hints: conflicts.prefix(mostConflicts).map { "`\($0.key)` of \($0.name)" }
          + (conflicts.count > mostConflicts ? ["and \(conflicts.count - mostConflicts) more"] : [])
          + ["`mixtape sync` takes the newer values; `mixtape sync --ask` asks for each of them"])
    case .nonFastForward(let branch, let attempts):
      Wording(
        "others pushed to \(branch.name) first, \(attempts) times in a row; their changes are merged here, "
          + "and yours are not pushed yet", "`mixtape sync` tries again")
    case .notAStore(let directory):
      Wording(
        "cloned the repository to \(directory), but it is not a Mixtape store: mixtape.toml is missing",
        "`mixtape init \(shellWord(directory))` makes it a store")
    case .directoryNotEmpty(let directory):
      Wording(
        "\(directory) exists and is not an empty directory; nothing was cloned",
        "`mixtape clone URL DIR` names another one")
    case .unfinishedClone(let directory):
      Wording(
        "\(directory) has files of a clone that was interrupted; nothing was cloned",
        "`rm -r \(shellWord(directory))` deletes it; then clone again")
    case .cloneRunning(let directory, let process?):
      Wording(
        "\(process.name) (process \(process.id)) is still making a clone in \(directory); nothing was cloned",
        "wait until it ends, or end it with `kill \(process.id)`; then clone again")
    case .cloneRunning(let directory, nil):
      Wording("another process is making a clone in \(directory); nothing was cloned", "clone again when it has ended")
    }
  }

  private static func missingBranch(_ branch: RemoteBranch, _ others: [String], _ git: String) -> Wording {
    let remote = shellWord(branch.remote)
    let followed =
      "`\(git) branch --set-upstream-to \(shellWord("\(branch.remote)/\(others.first ?? "NAME")"))` follows it"
    return Wording(
      "\(branch.name) does not exist any more: the branch was deleted or renamed at the remote; nothing was changed",
      others.isEmpty
        ? "if it was renamed: `\(git) remote set-branches \(remote) NAME` and `\(git) fetch`; then \(followed)"
        : "the remote has: \(listed(Array(others.prefix(mostShown)))); if the branch was renamed, \(followed)",
      "`\(git) \(push(to: branch))` creates it again")
  }

  private static func storeFileDeleted(_ branch: RemoteBranch, _ git: String) -> Wording {
    let commands = [
      "\(git) merge --no-ff --no-commit \(shellWord(branch.name))", "\(git) checkout HEAD -- mixtape.toml",
      "\(git) commit --no-edit", "mixtape sync",
    ]
    return Wording(
      "\(branch.name) deleted mixtape.toml, which makes a directory a store; nothing was received",
      "`\(git) log \(shellWord(branch.name)) -- mixtape.toml` shows who deleted it",
      "to keep it: `\(commands.joined(separator: " && "))`")
  }

  private static func unrelated(_ branch: RemoteBranch, _ git: String) -> Wording {
    Wording(
      "this store and \(branch.name) have separate histories; nothing was changed",
      "`mixtape clone URL DIR` makes another store of the remote",
      "`\(git) merge --allow-unrelated-histories \(shellWord(branch.name))` joins both; then sync again")
  }

  private static func rewritten(
    _ branch: RemoteBranch, _ before: CommitID, _ git: String
  ) -> Wording {
    Wording(
      "the history of \(branch.name) was rewritten: it no longer contains the commit \(before.abbreviated); "
        + "nothing was changed",
      hints: [
        "`\(git) rebase --onto \(shellWord(branch.name)) \(before.abbreviated)` moves only your own changes to the new history",
        "`\(git) merge \(shellWord(branch.name))` brings the removed changes back",
      ] + otherPushAddress(branch, git))
  }

  private static func reset(_ branch: RemoteBranch, _ before: CommitID, _ git: String) -> Wording {
    Wording(
      "\(branch.name) was reset to an earlier state: it no longer contains the commit \(before.abbreviated); "
        + "nothing was changed",
      hints: [
        "`\(git) rebase --onto \(shellWord(branch.name)) \(before.abbreviated)` drops the changes that the remote removed, and keeps your own",
        "`\(git) \(push(to: branch))` brings the removed changes back",
      ] + otherPushAddress(branch, git))
  }

  /// Returns the arguments of git that push to a branch, which can have another name than the local one.
  private static func push(to branch: RemoteBranch) -> String {
    let branches = branch.branch == branch.localBranch ? branch.branch : "\(branch.localBranch):\(branch.branch)"
    return "push \(shellWord(branch.remote)) \(shellWord(branches))"
  }

  /// Returns a hint about a remote that pushes to another address than it fetches from. Addresses can contain passwords.
  private static func otherPushAddress(_ branch: RemoteBranch, _ git: String) -> [String] {
    guard branch.hasOtherPushAddress else { return [] }
    return [
      "\(branch.remote) has different addresses for fetching and pushing (`\(git) remote -v`); if they are different repositories, "
        + "`\(git) config --unset-all \(shellWord("remote.\(branch.remote).pushurl"))` removes the one for pushing"
    ]
  }

  private static func shown(_ paths: [String]) -> String { listed(first: mostShown, of: paths.map(quoted)) }

  /// Returns the first files of a list, each with the reason why only git can write it.
  static func shown(_ files: [UnwritableFile]) -> String {
    listed(first: mostShown, of: files.map { "\(quoted($0.path)) (\(words(for: $0.reason)))" })
  }

  private static func words(for reason: UnwritableFile.Reason) -> String {
    switch reason {
    case .symbolicLink: "a symbolic link"
    case .submodule: "a submodule"
    case .executable: "executable"
    case .changedMode: "its mode changed"
    case .tooLarge: "too large"
    case .excluded: "the sparse checkout excludes it"
    case .invalidPath: "its name is not UTF-8"
    case .severalForms: "its name is written in two Unicode forms"
    case .converted: "git converts its content"
    }
  }

  /// Returns paths as arguments of git; a placeholder if there are many. Git takes a colon at the start for one of its patterns.
  private static func arguments(_ paths: [String]) -> String {
    guard paths.count <= mostShown else { return "FILES" }
    return paths.map { shellWord($0.hasPrefix(":") ? "./\($0)" : $0) }.joined(separator: " ")
  }

  static func status(of refusal: SyncRefusal) -> ExitStatus {
    switch refusal {
    case .noRemote, .unknownRemote: .notFound
    case .severalRemotes: .usage
    case .detachedHead, .unbornBranch, .shallow: .inputOutput
    case .gone, .unrelated, .rewritten, .reset, .uncommitted, .unmergeable, .invalidBase, .unwritable, .unsafe,
      .storeFileDeleted, .storeFileInvalid, .invalidFiles, .conflicts, .notAStore:
      .invalid
    case .nonFastForward, .cloneRunning: .locked
    case .directoryNotEmpty, .unfinishedClone: .exists
    }
  }

  private static let mostShown = 5
  private static let mostConflicts = 100
}
