import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

@testable import mixtape

/// The messages and exit statuses of `sync` with remotes that fail.
@Suite struct FailingSyncTests {
  private let fixture: CommandFixture
  private let remote: BareRepository

  init() throws {
    fixture = try CommandFixture()
    remote = try BareRepository(in: fixture.sandbox)
    try fixture.sandbox.git("remote", "add", "origin", remote.directory.string)
    #expect(fixture.mixtape(["sync"]).status == .done)
    #expect(fixture.mixtape(["describe", "morning", "Up."]).status == .done)
  }

  /// Syncs, and expects a failure after which the store is sound and the next sync with the good remote sends everything.
  private func expectFailure(
    _ status: CommandStatus, _ message: String, _ hint: String, at address: String? = nil,
    sourceLocation: SourceLocation = #_sourceLocation
  ) throws {
    let tip = try remote.tip
    if let address { try fixture.sandbox.git("remote", "set-url", "origin", address) }
    let outcome = fixture.mixtape(["sync"])
    #expect(outcome.status == status, sourceLocation: sourceLocation)
    #expect(outcome.output == "", sourceLocation: sourceLocation)
    let lines = outcome.errors.split(separator: "\n").map(String.init)
    #expect(lines.first == "error: \(message)", sourceLocation: sourceLocation)
    #expect(lines.contains { $0.hasPrefix("hint: ") && $0.contains(hint) }, "\(lines)", sourceLocation: sourceLocation)
    #expect(
      lines.last == "hint: your changes are kept in this store; the next sync pushes them",
      sourceLocation: sourceLocation)
    #expect(try remote.tip == tip, sourceLocation: sourceLocation)
    #expect(try fixture.sandbox.status() == [], sourceLocation: sourceLocation)
    try fixture.sandbox.git("remote", "set-url", "origin", remote.directory.string)
    try remote.setHook("pre-receive", "exit 0")
    #expect(fixture.mixtape(["sync"]).output == "Pushed 1 change to origin/main.\n", sourceLocation: sourceLocation)
  }

  @Test func aRemoteThatCannotBeReached() throws {
    try expectFailure(
      .unavailable, "the remote cannot be reached", "git: fatal: unable to connect",
      at: "git://127.0.0.1:\(try BrokenServers.unusedPort())/remote.git")
  }

  @Test(.requires(.daemon)) func aRemoteThatRefusesAPush() throws {
    let server = try GitServer(.daemon, of: remote, isWritable: false)
    try expectFailure(.denied, "the remote does not allow this", "git: fatal: ", at: server.address)
  }

  @Test(.requires(.ssh)) func anSSHKeyThatOnlyReads() throws {
    let server = try GitServer(.ssh, of: remote, isWritable: false)
    fixture.environment.merge(server.clientEnvironment) { $1 }
    try expectFailure(.denied, "the remote does not allow this", "this key is read only", at: server.address)
  }

  @Test(.requires(.daemon)) func aConnectionThatBreaks() throws {
    let daemon = try ProgramServer.gitDaemon(of: fixture.sandbox)
    let proxy = try BrokenServers.proxy(to: daemon.port, cuttingAfter: 100, of: .toClient)
    try expectFailure(
      .unavailable, "the connection to the remote ended before the transfer was complete", "git: ",
      at: "git://127.0.0.1:\(proxy.port)/remote.git")
  }

  @Test func aBundleThatCannotBePushedTo() throws {
    let bundle = fixture.sandbox.root.appending("store.bundle").string
    try remote.git("bundle", "create", "-q", bundle, "main")
    try expectFailure(
      .denied, "git cannot push to this remote", "git cannot push to a bundle or to a web server without git",
      at: bundle)
  }

  @Test func aRemoteWithAFullDisk() throws {
    try remote.setHook(
      "pre-receive", "echo 'fatal: write error: No space left on device' >&2\ncat > /dev/null\nexit 1")
    try expectFailure(.unavailable, "the remote could not store the changes", "No space left on device")
  }

  @Test func aRemoteThatMayOnlyBeRead() {
    let lines = ["error: remote unpack failed: unable to create temporary object directory"]
    #expect(ErrorPresenter.wordingForClone(of: .denied(lines)).hints.last?.contains("ask its owner") == true)
  }

  @Test func `a remote of another user`() throws {
    let lines = ["fatal: detected dubious ownership in repository at '/srv/play lists.git'", "fatal: Could not read"]
    #expect(
      ErrorPresenter.wordingForClone(of: .denied(lines)).hints.last
        == "if you trust its owner: `git config --global --add safe.directory '/srv/play lists.git'` on its machine")
  }

  @Test func gitThatIsKilled() throws {
    try fixture.sandbox.write(
      "#!/bin/sh\ncase \"$*\" in *push*) kill -9 $$ ;; esac\nPATH=${PATH#*:} exec git \"$@\"\n", to: "../programs/git")
    try fixture.sandbox.makeExecutable("../programs/git")
    let path = fixture.environment["PATH"] ?? "/usr/bin:/bin"
    fixture.environment["PATH"] = "\(fixture.sandbox.root.appending("programs")):\(path)"
    let outcome = fixture.mixtape(["sync"])
    #expect(outcome.status == .inputOutput)
    #expect(
      outcome.errors == """
        error: git was ended by SIGKILL before the transfer was complete
        hint: your changes are kept in this store; the next sync pushes them

        """)
  }

  @Test func aRemoteWithAWorkTree() throws {
    let other = fixture.sandbox.root.appending("other").string
    try fixture.sandbox.git("clone", "-q", remote.directory.string, other, in: fixture.sandbox.root)
    try expectFailure(
      .denied, "the branch is checked out at the remote, so git does not change it there", "`git init --bare DIR`",
      at: other)
  }

  @Test func aProtectedBranch() throws {
    try remote.setHook("pre-receive", "echo 'main takes changes by review only' >&2\nexit 1")
    try expectFailure(
      .denied, "the remote rejected the changes; the branch may be protected",
      "main takes changes by review only")
  }

  /// The program waits for a minute, so this tests the message of the failure alone.
  @Test func aRemoteThatHangs() {
    let failure = GitProgramError.timedOut(.seconds(60))
    let wording = ErrorPresenter.wording(of: failure)
    #expect(wording.message == "the remote did not answer for 60 seconds")
    #expect(wording.hints.first == "`git ls-remote` shows whether the remote answers")
    #expect(CommandStatus(for: MixtapeError(.transferFailed, cause: failure)) == .unavailable)
  }
}
