import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// Syncs with remotes that fail. After each failure, the store has all of its changes, and the next sync with a good remote sends them.
@Suite("Remotes that fail")
struct FailingRemoteTests {
  let synced: SyncedStore

  init() throws {
    synced = try SyncedStore()
    try synced.store.sync(by: .quiet)
    try synced.store.add("p/4", to: "focus")
  }

  /// Syncs with a failing remote, then with the good one.
  private func expectFailure(
    patience: Duration = .seconds(60), at address: String? = nil, sourceLocation: SourceLocation = #_sourceLocation
  ) throws -> GitProgramError? {
    let before = try synced.sandbox.git("rev-parse", "HEAD")
    let tip = try synced.remote.tip
    if let address { try synced.sandbox.git("remote", "set-url", "origin", address) }
    let failure = try expectTransferFailure(sourceLocation: sourceLocation) {
      try synced.reopened().sync(by: GitProgram(.none, patience: patience))
    }
    #expect(try synced.sandbox.git("rev-parse", "HEAD") == before, sourceLocation: sourceLocation)
    #expect(try synced.remote.tip == tip, sourceLocation: sourceLocation)
    try synced.expectSound(synced.store, sourceLocation: sourceLocation)
    return failure
  }

  /// Syncs with the good remote.
  private func expectRecovery(sourceLocation: SourceLocation = #_sourceLocation) throws {
    try synced.sandbox.git("remote", "set-url", "origin", synced.remote.directory.string)
    try synced.reopened().sync(by: .quiet)
    let tip = try synced.sandbox.git("rev-parse", "HEAD")
    #expect(try synced.remote.tip == tip, sourceLocation: sourceLocation)
    try synced.expectSound(synced.store, sourceLocation: sourceLocation)
  }

  @Test func `nothing listens`() throws {
    let failure = try expectFailure(at: "git://127.0.0.1:\(try BrokenServers.unusedPort())/remote.git")
    #expect(failure?.kind == "not reached")
    try expectRecovery()
  }

  @Test(arguments: ["git", "http"]) func `the remote accepts and never answers`(scheme: String) throws {
    let server = try BrokenServers.silent()
    let failure = try expectFailure(
      patience: .milliseconds(800), at: "\(scheme)://127.0.0.1:\(server.port)/remote.git")
    #expect(failure == .timedOut(.milliseconds(800)))
    try expectRecovery()
  }

  @Test(.requires(.daemon)) func `the connection breaks while changes come`() throws {
    try pushFromElsewhere(bytes: 200_000)
    let daemon = try ProgramServer.gitDaemon(of: synced.sandbox)
    for limit in [1, 100, 600, 2_000, 100_000] {
      let proxy = try BrokenServers.proxy(to: daemon.port, cuttingAfter: limit, of: .toClient)
      let failure = try expectFailure(at: "git://127.0.0.1:\(proxy.port)/remote.git")
      // Git says the same of a server that answers nothing readable and of one that cannot be reached.
      #expect(failure?.kind == (limit == 1 ? "not reached" : "interrupted"), "after \(limit) bytes: \(failure as Any)")
    }
    try expectRecovery()
  }

  @Test(.requires(.daemon)) func `the connection breaks while changes are sent`() throws {
    // The fetch has fewer bytes than this, and the push more.
    try commitNoise(bytes: 200_000)
    let daemon = try ProgramServer.gitDaemon(of: synced.sandbox)
    for limit in [4_000, 60_000] {
      let proxy = try BrokenServers.proxy(to: daemon.port, cuttingAfter: limit, of: .toServer)
      let failure = try expectFailure(at: "git://127.0.0.1:\(proxy.port)/remote.git")
      #expect(failure?.kind == "interrupted", "after \(limit) bytes: \(failure as Any)")
    }
    try expectRecovery()
  }

  @Test(.requires(.daemon)) func `the connection breaks during a clone`() throws {
    let daemon = try ProgramServer.gitDaemon(of: synced.sandbox)
    let proxy = try BrokenServers.proxy(to: daemon.port, cuttingAfter: 1_000, of: .toClient)
    let failure = try expectTransferFailure {
      _ = try synced.clone("second", from: "git://127.0.0.1:\(proxy.port)/remote.git")
    }
    #expect(failure?.kind == "interrupted")
    // The directory is free for the next attempt.
    try synced.expectSound(try synced.clone("second"))
  }

  @Test func `the disk of the remote is full`() throws {
    try synced.remote.setHook(
      "pre-receive", "echo 'fatal: write error: No space left on device' >&2\ncat > /dev/null\nexit 1")
    let failure = try expectFailure()
    #expect(failure?.kind == "not stored")
    try synced.remote.setHook("pre-receive", "exit 0")
    try expectRecovery()
  }

  @Test func `the remote cannot write a file of this size`() throws {
    try commitNoise(bytes: 200_000)
    // The receiving process gets an error at its first write beyond 32 KiB, as on a full disk.
    try synced.sandbox.git("config", "remote.origin.receivepack", "trap '' XFSZ; ulimit -f 64; git-receive-pack")
    let failure = try expectFailure()
    #expect(failure?.kind == "not stored")
    try synced.sandbox.git("config", "--unset", "remote.origin.receivepack")
    try expectRecovery()
  }

  @Test func `the quota of the remote is used up`() throws {
    // Git counts the bytes of a pack, as a quota of a host does.
    try synced.remote.git("config", "receive.maxInputSize", "10")
    let failure = try expectFailure()
    #expect(failure?.kind == "not stored")
    try synced.remote.git("config", "--unset", "receive.maxInputSize")
    try expectRecovery()
  }

  @Test(.requires(.daemon)) func `git daemon lets clients only read`() throws { try expectDenial(by: .daemon) }

  @Test(.requires(.http)) func `a server of HTTP lets clients only read`() throws { try expectDenial(by: .http) }

  @Test(.requires(.ssh)) func `a key of ssh allows only to read`() throws { try expectDenial(by: .ssh) }

  private func expectDenial(by kind: GitServer.Kind) throws {
    let server = try GitServer(kind, of: synced.remote, isWritable: false)
    try synced.connect(to: server)
    let failure = try expectFailure()
    #expect(failure?.kind == "denied")
    try expectRecovery()
  }

  @Test func `the branch is protected`() throws {
    try synced.remote.setHook("pre-receive", "echo 'main is protected' >&2\nexit 1")
    let failure = try expectFailure()
    #expect(
      failure?.kind == "declined" && failure?.description.contains("remote: main is protected;") == true,
      "\(failure as Any)")
    #expect(try synced.store.status().remote?.difference?.ahead == 1)
    try synced.remote.setHook("pre-receive", "exit 0")
    try expectRecovery()
  }

  @Test func `a hook of the store refuses the push`() throws {
    try synced.sandbox.shellInStore(
      "printf '#!/bin/sh\necho not today\nexit 1\n' > .git/hooks/pre-push && chmod 755 .git/hooks/pre-push")
    let failure = try expectFailure()
    #expect(failure?.description.hasPrefix("not today; error: failed to push some refs") == true, "\(failure as Any)")
    try synced.sandbox.remove(".git/hooks/pre-push")
    try expectRecovery()
  }

  @Test func `a hook of the store leaves a program in the background`() throws {
    let id = synced.sandbox.root.appending("background")
    try synced.sandbox.shellInStore(
      "printf '#!/bin/sh\nsleep 100 &\necho $! > \(id)\n' > .git/hooks/pre-push && chmod 755 .git/hooks/pre-push")
    #expect(try synced.store.sync(by: .quiet).sent == 1)
    try synced.sandbox.shellInStore("kill $(cat '\(id)')")
    try expectRecovery()
  }

  @Test func `a bundle can only be fetched from`() throws {
    let bundle = synced.sandbox.root.appending("store.bundle").string
    try synced.remote.git("bundle", "create", "-q", bundle, "main")
    let failure = try expectFailure(at: bundle)
    #expect(failure == .fetchOnly(["error: failed to push some refs to '\(bundle)'"]))
    try expectRecovery()
  }

  @Test func `a hook of the store refuses the push without a reason`() throws {
    try synced.sandbox.shellInStore(
      "printf '#!/bin/sh\nexit 1\n' > .git/hooks/pre-push && chmod 755 .git/hooks/pre-push")
    #expect(try expectFailure()?.kind == "fetch only")
    try synced.sandbox.remove(".git/hooks/pre-push")
    try expectRecovery()
  }

  @Test func `there is no repository`() throws {
    let failure = try expectFailure(at: synced.sandbox.root.appending("missing.git").string)
    #expect(failure?.kind == "no repository")
    try expectRecovery()
  }

  @Test func `the branch of the remote is locked`() throws {
    let lock = synced.remote.directory.appending("refs/heads/main.lock").string
    try Data().write(to: URL(fileURLWithPath: lock))
    let failure = try expectFailure()
    #expect(
      failure?.kind == "locked" && failure?.description.contains("refs/heads/main.lock") == true, "\(failure as Any)")
    try FileManager.default.removeItem(atPath: lock)
    try expectRecovery()
  }

  @Test func `a fetch that was killed left a lock`() throws {
    let other = try synced.clone("other")
    try other.add("p/5", to: "focus")
    try other.sync(by: .quiet)
    let lock = synced.sandbox.store.appending(".git/refs/remotes/origin/main.lock")
    try synced.sandbox.write("", to: ".git/refs/remotes/origin/main.lock")
    let impatient = try Store(
      at: synced.sandbox.store,
      context: Store.Context(environment: synced.sandbox.environment, now: { Date() }, lockPatience: .zero))
    do {
      try impatient.sync(by: .quiet)
      Issue.record("the sync does not fail")
    } catch {
      #expect(error.code == .locked && "\(error)".contains(lock.string), "\(error)")
    }
    #expect(try synced.store.examine().contains { $0.severity == .error && $0.part == .lock })
    // A git process that is running removes its lock.
    let git = GitProgram(.none, onEnd: { unlink(lock.string) })
    #expect(try synced.store.sync(by: git).received == 1)
    try expectRecovery()
  }

  @Test func `another git process fetches into the store at the same time`() throws {
    // A program that fails once like git whose branch was moved by another git process meanwhile.
    try synced.sandbox.write(
      """
      #!/bin/sh
      PATH=${PATH#*:}
      case " $* " in
      *" fetch "*)
        if mkdir "$RACED" 2> /dev/null; then
          echo "error: cannot lock ref 'refs/remotes/origin/main': is at 1234 but expected 5678" >&2
          exit 1
        fi
      esac
      exec git "$@"

      """, to: "../programs/git")
    try synced.sandbox.makeExecutable("../programs/git")
    let programs = synced.sandbox.root.appending("programs").string
    synced.sandbox.environment["PATH"] = programs + ":" + (synced.sandbox.environment["PATH"] ?? "")
    synced.sandbox.environment["RACED"] = synced.sandbox.root.appending("raced").string
    #expect(try synced.reopened().sync(by: .quiet).sent == 1)
    #expect(FileManager.default.fileExists(atPath: synced.sandbox.root.appending("raced").string))
  }

  @Test func `a remote cannot name another file of this store as a lock`() throws {
    try synced.sandbox.write("", to: "../notes.lock")
    let notes = synced.sandbox.root.appending("notes.lock")
    try synced.sandbox.git(
      "config", "remote.origin.uploadpack", "echo \"Unable to create '\(notes)': File exists.\" >&2; false")
    #expect(try expectFailure() != nil)
    try synced.sandbox.git("config", "--unset", "remote.origin.uploadpack")
    try expectRecovery()
  }

  @Test func `somebody else is faster once`() throws {
    let other = try synced.clone("other")
    try other.add("p/5", to: "focus")
    // The hook runs after the remote was read for the push.
    let script = synced.sandbox.root.appending("other").string
    try synced.sandbox.shellInStore(
      "printf '%s\\n' '#!/bin/sh' 'rm -f .git/hooks/pre-push' 'unset GIT_DIR' 'git -C \(script) push -q' > .git/hooks/pre-push && chmod 755 .git/hooks/pre-push"
    )
    let report = try synced.store.sync(by: .quiet)
    #expect(report.received == 1 && report.merge != nil)
    #expect(try Set(synced.store.episodes(of: "focus")) == ["p/1", "p/2", "p/3", "p/4", "p/5"])
    try expectRecovery()
  }

  @Test func `somebody else is faster each time`() throws {
    // The remote moves on whenever somebody pushes.
    try synced.remote.setHook(
      "pre-receive",
      """
      unset GIT_QUARANTINE_PATH GIT_OBJECT_DIRECTORY GIT_ALTERNATE_OBJECT_DIRECTORIES
      tip=$(git rev-parse main) && next=$(git commit-tree -p $tip -m Next "$tip^{tree}") && git update-ref refs/heads/main $next
      """)
    let refusal = try expectRefusal { try synced.store.sync(by: .quiet) }
    #expect(refusal?.code == "outpaced")
    try synced.remote.setHook("pre-receive", "exit 0")
    try expectRecovery()
  }

  /// Pushes a file from another clone.
  private func pushFromElsewhere(bytes: Int) throws {
    let other = try synced.clone("elsewhere")
    try commitNoise(bytes: bytes, in: other.directory)
    try synced.sandbox.git("push", "-q", in: other.directory)
  }

  /// Commits a file to a clone; `nil` for the first one.
  private func commitNoise(bytes: Int, in directory: FilePath? = nil) throws {
    let directory = directory ?? synced.sandbox.store
    try Data(noise(bytes: bytes)).write(to: URL(fileURLWithPath: directory.appending("noise").string))
    try synced.sandbox.git("add", "noise", in: directory)
    try synced.sandbox.git("commit", "-q", "-m", "Noise", in: directory)
  }

  /// Returns bytes that git cannot compress.
  private func noise(bytes: Int) -> [UInt8] {
    var generator = SeededGenerator()
    return (0..<bytes / 8).flatMap { _ in withUnsafeBytes(of: generator.next(), Array.init) }
  }
}

extension GitProgramError {
  /// The kind of the failure, as in its description.
  fileprivate var kind: String { String(description.prefix { $0 != ":" }) }
}

extension Sandbox {
  /// Runs a line of `sh` in the store, which must succeed.
  func shellInStore(_ line: String) throws {
    let output = try shell("\(line) && echo done")
    try #require(output.hasSuffix("done\n"), "\(output)")
  }
}
