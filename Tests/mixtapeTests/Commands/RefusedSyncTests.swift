import SystemPackage
import TestSupport
import Testing

@testable import mixtape

/// The messages and exit statuses of `sync` in stores and with remotes that it does not exchange changes with.
@Suite struct RefusedSyncTests {
  private let fixture: CommandFixture
  private let remote: BareRepository

  init() throws {
    fixture = try CommandFixture()
    remote = try BareRepository(in: fixture.sandbox)
    try fixture.sandbox.git("remote", "add", "origin", remote.directory.string)
    #expect(fixture.mixtape(["sync"]).status == .done)
  }

  /// Syncs, and expects a refusal that changes neither the store nor the remote.
  private func expectRefusal(
    _ status: CommandStatus, _ message: String, hint: String, in store: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let before = try state()
    let outcome = fixture.mixtape(["sync"] + (store.map { ["--store", $0] } ?? []))
    #expect(outcome.status == status, sourceLocation: sourceLocation)
    let lines = outcome.errors.split(separator: "\n").map(String.init)
    #expect(lines.first == "error: \(message)", sourceLocation: sourceLocation)
    #expect(lines.dropFirst().contains("hint: \(hint)"), "\(lines)", sourceLocation: sourceLocation)
    #expect(try state() == before, sourceLocation: sourceLocation)
  }

  private func state() throws -> [String?] {
    [
      try fixture.sandbox.git("for-each-ref", "refs/heads"), try remote.tip,
      try fixture.sandbox.status().joined(separator: "\n"),
    ]
  }

  /// Replaces the history of the remote with that of another store.
  private func pushByForce(_ lines: String) throws {
    try fixture.sandbox.git("clone", "-q", remote.directory.string, "other", in: fixture.sandbox.root)
    let output = try fixture.sandbox.shell("cd ../other && { \(lines); } && git push -q --force && echo done")
    try #require(output.hasSuffix("done\n"), "\(output)")
  }

  @Test func aRemoteWithRewrittenHistory() throws {
    _ = fixture.mixtape(["describe", "morning", "Up."])
    _ = fixture.mixtape(["sync"])
    let known = try fixture.sandbox.git("rev-parse", "HEAD")
    try pushByForce("git commit -q --amend -m Reworded")
    _ = fixture.mixtape(["describe", "morning", "Later."])
    let short = try fixture.sandbox.git("rev-parse", "--short=8", known)
    try expectRefusal(
      .invalid,
      "the history of origin/main was rewritten: it no longer contains the commit \(short); nothing was changed",
      hint: "`git rebase --onto 'origin/main' \(short)` moves only your own changes to the new history")
    // The hint helps.
    try fixture.sandbox.git("rebase", "-q", "--onto", "origin/main", known)
    #expect(fixture.mixtape(["sync"]).output == "Pushed 1 change to origin/main.\n")
  }

  @Test func aRemoteThatWasReset() throws {
    _ = fixture.mixtape(["describe", "morning", "Up."])
    _ = fixture.mixtape(["sync"])
    let known = try fixture.sandbox.git("rev-parse", "HEAD")
    try pushByForce("git reset -q --hard HEAD~1")
    _ = fixture.mixtape(["describe", "calm", "Slow."])
    let short = try fixture.sandbox.git("rev-parse", "--short=8", known)
    try expectRefusal(
      .invalid,
      "origin/main was reset to an earlier state: it no longer contains the commit \(short); nothing was changed",
      hint: "`git push 'origin' 'main'` brings the removed changes back")
    // The other hint helps.
    try fixture.sandbox.git("rebase", "-q", "--onto", "origin/main", known)
    #expect(fixture.mixtape(["sync"]).output == "Pushed 1 change to origin/main.\n")
    #expect(fixture.mixtape(["show", "morning"]).output.contains("Up.") == false)
  }

  @Test func aRemoteThatWasResetAndWhoseBranchHasAnotherName() throws {
    try remote.git("branch", "-m", "main", "trunk")
    try fixture.sandbox.git("fetch", "-q")
    try fixture.sandbox.git("branch", "-q", "--set-upstream-to", "origin/trunk")
    _ = fixture.mixtape(["describe", "morning", "Up."])
    #expect(fixture.mixtape(["sync"]).status == .done)
    let short = try fixture.sandbox.git("rev-parse", "--short=8", "HEAD")
    try remote.git("update-ref", "refs/heads/trunk", "refs/heads/trunk~1")
    try expectRefusal(
      .invalid,
      "origin/trunk was reset to an earlier state: it no longer contains the commit \(short); nothing was changed",
      hint: "`git push 'origin' 'main:trunk'` brings the removed changes back")
    // The hint helps.
    try fixture.sandbox.git("push", "-q", "origin", "main:trunk")
    #expect(fixture.mixtape(["sync"]).status == .done)
  }

  @Test func aStoreThatRewroteTheHistoryItselfMovesForward() throws {
    _ = fixture.mixtape(["describe", "morning", "Up."])
    _ = fixture.mixtape(["sync"])
    let short = try fixture.sandbox.git("rev-parse", "--short=8", "HEAD")
    try fixture.sandbox.git("reset", "-q", "--hard", "HEAD~1")
    try fixture.sandbox.git("push", "-q", "--force")
    try pushByForce("git commit -q --allow-empty -m Other")
    let note =
      "note: the history of origin/main was rewritten: like this store, it no longer contains the commit \(short)\n"
    #expect(fixture.mixtape(["sync", "--dry-run"]).errors == note)
    let outcome = fixture.mixtape(["sync"])
    #expect(outcome.output == "Received 1 change from origin/main.\n")
    #expect(outcome.errors == note)
  }

  /// Adds files to the remote that have other versions here, which are not committed.
  private func addOtherFiles() throws {
    try pushByForce("echo theirs > new.txt && echo theirs > old.log && git add --all && git commit -q -m Files")
    for path in ["new.txt", "old.log"] { try fixture.sandbox.write("mine\n", to: path) }
    try fixture.sandbox.write("*.log\n", to: ".git/info/exclude")
  }

  @Test(arguments: [false, true]) func untrackedAndIgnoredFiles(isCommitted: Bool) throws {
    try addOtherFiles()
    try expectRefusal(
      .invalid,
      #"origin/main changed files that have uncommitted changes here: "new.txt" and "old.log"; nothing was received"#,
      hint: "commit them with `git add --force -- 'new.txt' 'old.log'` and `git commit`, or put them aside with "
        + "`git stash --all -- 'new.txt' 'old.log'`; then sync again")
    // Both ways of the hint help.
    if isCommitted {
      try fixture.sandbox.git("add", "--force", "--", "new.txt", "old.log")
      try fixture.sandbox.git("commit", "-q", "-m", "Mine")
      try expectRefusal(
        .invalid, #"Mixtape cannot merge these files of origin/main: "new.txt" and "old.log"; nothing was received"#,
        hint: "`git merge 'origin/main'` merges them with git; then sync again")
    } else {
      try fixture.sandbox.git("stash", "--quiet", "--all", "--", "new.txt", "old.log")
      #expect(fixture.mixtape(["sync"]).output.hasPrefix("Received 1 change from origin/main.\n"))
    }
  }

  @Test func anUntrackedFileWithAColonAndAnotherCurrentDirectory() throws {
    try pushByForce("echo theirs > ':(x)y.txt' && git --literal-pathspecs add ':(x)y.txt' && git commit -q -m File")
    try fixture.sandbox.write("mine\n", to: ":(x)y.txt")
    let store = fixture.sandbox.store.string
    let refusal =
      "error: origin/main changed files that have uncommitted changes here: \":(x)y.txt\"; nothing was received\n"
    func hint(_ git: String) -> String {
      "hint: commit them with `\(git) add --force -- './:(x)y.txt'` and `\(git) commit`, or put them aside with "
        + "`\(git) stash --all -- './:(x)y.txt'`; then sync again\n"
    }
    #expect(fixture.mixtape(["sync"]).errors == refusal + hint("git"))
    let (output, errors) = (CapturedOutput(isTerminal: false), CapturedOutput(isTerminal: false))
    let context = fixture.context(
      input: PreparedInput([], isTerminal: false), output: output, errors: errors,
      in: fixture.sandbox.store.appending("playlists"))
    #expect(Mixtape.run(["sync"], in: context) == .invalid)
    #expect(errors.text == refusal + hint("git -C '\(store)'"))
    // The hint helps.
    try fixture.sandbox.git("-C", store, "stash", "--quiet", "--all", "--", "./:(x)y.txt")
    #expect(fixture.mixtape(["sync"]).status == .done)
  }

  @Test func aChangedMode() throws {
    try pushByForce("git update-index --chmod=+x playlists/morning.toml && git commit -q -m Mode")
    try expectRefusal(
      .invalid,
      #"Mixtape cannot write these files of origin/main: "playlists/morning.toml" (its mode changed); nothing was received"#,
      hint: "`git merge 'origin/main'` receives them with git; then sync again")
  }

  @Test func separateHistories() throws {
    try pushByForce("git checkout -q --orphan fresh && git commit -q -m Anew && git branch -q -M main")
    try expectRefusal(
      .invalid, "this store and origin/main have separate histories; nothing was changed",
      hint: "`git merge --allow-unrelated-histories 'origin/main'` joins both; then sync again")
  }

  @Test func aBranchThatWasRenamed() throws {
    try remote.git("branch", "-m", "main", "trunk")
    _ = fixture.mixtape(["describe", "morning", "Up."])
    try expectRefusal(
      .invalid,
      "origin/main does not exist any more: the branch was deleted or renamed at the remote; nothing was changed",
      hint: "the remote has: trunk; if the branch was renamed, `git branch --set-upstream-to 'origin/trunk'` follows it"
    )
    #expect(fixture.mixtape(["sync", "--dry-run"]).status == .invalid)
    // The hint helps.
    try fixture.sandbox.git("branch", "-q", "--set-upstream-to", "origin/trunk")
    #expect(fixture.mixtape(["sync"]).output == "Pushed 1 change to origin/trunk.\n")
  }

  @Test func aBranchThatWasDeletedAtARemoteWithOthers() throws {
    try remote.git("branch", "other", "main")
    try remote.git("update-ref", "-d", "refs/heads/main")
    try expectRefusal(
      .invalid,
      "origin/main does not exist any more: the branch was deleted or renamed at the remote; nothing was changed",
      hint: "`git push 'origin' 'main'` creates it again")
    // The hint helps.
    try fixture.sandbox.git("push", "-q", "origin", "main")
    #expect(fixture.mixtape(["sync"]).status == .done)
  }

  @Test func aCloneOfASingleBranchThatWasDeleted() throws {
    let clone = fixture.sandbox.root.appending("single")
    try fixture.sandbox.git(
      "clone", "-q", "--single-branch", remote.directory.string, clone.string, in: fixture.sandbox.root)
    try remote.git("branch", "-m", "main", "trunk")
    try expectRefusal(
      .invalid,
      "origin/main does not exist any more: the branch was deleted or renamed at the remote; nothing was changed",
      hint: "if it was renamed: `git -C '\(clone)' remote set-branches 'origin' NAME` and "
        + "`git -C '\(clone)' fetch`; then `git -C '\(clone)' branch --set-upstream-to 'origin/NAME'` follows it",
      in: clone.string)
    // The hint helps.
    try fixture.sandbox.git("remote", "set-branches", "origin", "trunk", in: clone)
    try fixture.sandbox.git("fetch", "-q", in: clone)
    try fixture.sandbox.git("branch", "-q", "--set-upstream-to", "origin/trunk", in: clone)
    #expect(fixture.mixtape(["sync", "--store", clone.string]).status == .done)
  }

  @Test func aRemoteThatPushesElsewhere() throws {
    try fixture.sandbox.git("init", "-q", "--bare", "-b", "main", "other.git", in: fixture.sandbox.root)
    let other = fixture.sandbox.root.appending("other.git").string
    try fixture.sandbox.git("config", "remote.origin.pushurl", other)
    _ = fixture.mixtape(["describe", "morning", "Up."])
    #expect(fixture.mixtape(["sync"]).status == .done)
    let short = try fixture.sandbox.git("rev-parse", "--short=8", "HEAD")
    try expectRefusal(
      .invalid,
      "origin/main was reset to an earlier state: it no longer contains the commit \(short); nothing was changed",
      hint:
        "origin has different addresses for fetching and pushing (`git remote -v`); if they are different repositories, "
        + "`git config --unset-all 'remote.origin.pushurl'` removes the one for pushing")
  }

  @Test func aDetachedHead() throws {
    try fixture.sandbox.git("checkout", "-q", "--detach")
    let commit = try fixture.sandbox.git("rev-parse", "--short=8", "HEAD")
    try expectRefusal(
      .inputOutput, "no branch is checked out: HEAD is detached at \(commit); nothing was changed",
      hint: "`git switch NAME` returns to a branch; `git branch` lists them")
  }

  @Test func anUnbornBranch() throws {
    try fixture.sandbox.git("symbolic-ref", "HEAD", "refs/heads/fresh")
    try expectRefusal(
      .inputOutput, #"the branch "fresh" has no commit; nothing was changed"#,
      hint: "any change makes the first commit; `git branch` lists the other branches")
    // The hint helps.
    #expect(fixture.mixtape(["describe", "morning", "Up."]).status == .done)
    #expect(fixture.mixtape(["status"]).output.contains("branch fresh at "))
  }

  @Test func anotherBranchIsSentUnderItsName() throws {
    try fixture.sandbox.git("switch", "-q", "--create", "summer")
    let main = try remote.tip
    #expect(fixture.mixtape(["sync"]).output == "Pushed all changes to the new branch origin/summer.\n")
    _ = fixture.mixtape(["describe", "morning", "Sun."])
    #expect(fixture.mixtape(["sync"]).output == "Pushed 1 change to origin/summer.\n")
    #expect(try remote.tip == main)
    #expect(try remote.git("rev-parse", "summer") == fixture.sandbox.git("rev-parse", "HEAD"))
  }

  @Test func aShallowCloneWithoutTheLastCommonChange() throws {
    _ = fixture.mixtape(["describe", "morning", "Up."])
    _ = fixture.mixtape(["sync"])
    let shallow = fixture.sandbox.root.appending("shallow")
    try fixture.sandbox.git(
      "clone", "-q", "--depth", "1", "file://\(remote.directory)", shallow.string, in: fixture.sandbox.root)
    // The new commit stands on one that the clone does not have.
    try pushByForce("git reset -q --hard HEAD~1 && git commit -q --allow-empty -m Other")
    try expectRefusal(
      .inputOutput,
      "this clone is shallow and lacks the last common commit with origin/main; nothing was changed",
      hint: "`git -C '\(shallow)' fetch --unshallow` fetches the rest", in: shallow.string)
    // The hint helps.
    try fixture.sandbox.git("fetch", "-q", "--unshallow", in: shallow)
    #expect(fixture.mixtape(["sync", "--store", shallow.string]).status == .done)
  }

  @Test func severalRemotes() throws {
    let fixture = try CommandFixture()
    for name in ["ann", "ben"] { try fixture.sandbox.git("remote", "add", name, "../\(name).git") }
    let outcome = fixture.mixtape(["sync"])
    #expect(outcome.status == .usage)
    #expect(
      outcome.errors == """
        error: this store has several remotes: ann and ben
        hint: name one of them: `mixtape sync ann`

        """)
  }
}
