import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// Locks of another git, deleted files, and a damaged repository.
@Suite("Locks and damage", .enabled(if: Program.isSupported, "the tracer needs Linux"))
struct LockAndDamageTests {
  private let prepared: Prepared

  init() throws { prepared = try Prepared(.addition) }

  @Test(arguments: ["index.lock", "refs/heads/main.lock"])
  func `a change waits for a stale lock, and then reports it`(lock: String) throws {
    let sandbox = try Sandbox.holding(prepared.origin)
    try sandbox.write("", to: ".git/\(lock)")
    let start = ContinuousClock.now
    let run = try Program(sandbox: sandbox).run(.addition)
    let waited = ContinuousClock.now - start
    #expect(run.status == 75)
    #expect(run.output.contains("error: "))
    #expect(
      run.output.contains("hint: if no git process is running in this store: `rm '\(sandbox.store)/.git/\(lock)'`"))
    #expect(waited > .milliseconds(900) && waited < .seconds(20), "\(waited)")
    #expect(try Snapshot(of: sandbox.store).storeFiles == prepared.before)
    #expect(try sandbox.git("log", "--format=%s") == "Create the store")
    // The program must not remove the lock.
    try sandbox.remove(".git/\(lock)")
    #expect(try prepared.expectOldOrNew(sandbox, "after the lock") == .old)
  }

  @Test(arguments: ["index.lock", "refs/heads/main.lock"])
  func `a change waits until a lock is released`(lock: String) throws {
    let sandbox = try Sandbox.holding(prepared.origin)
    try sandbox.write("", to: ".git/\(lock)")
    let place = sandbox.store.appending(".git/\(lock)").string
    let removal = DispatchGroup()
    var isBegun = false
    let run = try Program(sandbox: sandbox).run(.addition) { _, call in
      // The program is waiting by then, or checks the lock later.
      guard call.path.hasSuffix("mixtape/lock"), !isBegun else { return }
      isBegun = true
      removal.enter()
      // A separate thread, because tests may block all threads of the queues.
      Thread.detachNewThread {
        unlink(place)
        removal.leave()
      }
    }
    removal.wait()
    #expect(run.status == 0, "\(run.output)")
    #expect(try prepared.expectOldOrNew(sandbox, "after the lock") == .new)
  }

  @Test func `a file that is deleted during a change is a hand edit`() throws {
    var generator = SeededGenerator()
    for position in prepared.positions(oneOf: 7, using: &generator) {
      let sandbox = try Sandbox.holding(prepared.origin)
      _ = try Program(sandbox: sandbox).run(.addition) { reached, _ in
        if reached == position { try sandbox.remove("playlists/focus.toml") }
      }
      try sandbox.continueWithNextCommand()
      let ending = try FinalState(of: sandbox)
      #expect(ending.history.contains { $0.hasSuffix("Delete focus by hand") }, "before call \(position)")
      #expect(ending.status == [] && ending.complaints == [], "before call \(position)")
    }
  }

  /// Every object of HEAD, empty or with other bytes. A truncated object causes an endless loop in libgit2 1.5.
  @Test(arguments: ["emptied", "overwritten"])
  func `a damaged object is reported and nothing is changed`(damage: String) throws {
    let objects = prepared.origin.files.keys.filter { $0.hasPrefix(".git/objects/") }.sorted()
    for object in objects {
      let sandbox = try Sandbox.holding(prepared.origin)
      let bytes = try sandbox.read(object)
      let damaged = damage == "emptied" ? [] : bytes.map { ~$0 }
      try sandbox.remove(object)
      try sandbox.write(damaged, to: object)
      let before = try Snapshot(of: sandbox.store).storeFiles
      let run = try Program(sandbox: sandbox).run(.addition)
      // Objects that the change does not read do not affect it.
      guard run.status != 0 else { continue }
      #expect(run.status == 74, "\(object): \(run.output)")
      #expect(run.output.hasPrefix("error: ") && run.output.contains("damaged"), "\(object): \(run.output)")
      #expect(try Snapshot(of: sandbox.store).storeFiles == before, "\(object)")
      // After the repair, the store is in its old state.
      try sandbox.remove(object)
      try sandbox.write(bytes, to: object)
      #expect(try prepared.expectOldOrNew(sandbox, "\(object)") == .old)
    }
  }
}
