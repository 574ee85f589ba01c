import Foundation
import SystemPackage
import TestSupport
import Testing

/// A kill at every system call by which the program changes a file of the store or of the repository.
///
/// After the next command, the store is in the state with or without the change: the same bytes in every version, the same
/// commits in the same order, a clean working tree and an intact repository.
@Suite("Kills", .enabled(if: Program.isSupported, "the tracer needs Linux"))
struct KillTests {
  /// A kill leaves the files of that instant. So the test stops the program at each call and copies the
  /// files. One run then shows the results of kills at all calls.
  @Test(arguments: Change.all.map { ($0, "each") } + [.addition, .undoOfManyFiles].map { ($0, "together") })
  func `a kill at any call of a change leaves the old or the new state`(change: Change, sync: String) throws {
    var generator = SeededGenerator()
    let prepared = try Prepared(change, sync: sync)
    #expect(prepared.calls.contains { $0.name == "syncfs" } == (sync == "together"))
    var outcomes: Set<Prepared.Outcome> = []
    let killedStores = try killedStores(of: change, sync: sync, in: prepared.origin)
    for killedStore in killedStores.sample(oneOf: 9, using: &generator) {
      let comment: Comment = "killed \(killedStore.instant), \(generator)"
      let outcome = try prepared.expectOldOrNew(try Sandbox.holding(killedStore.files), comment)
      outcome.map { _ = outcomes.insert($0) }
    }
    // Early kills leave the old state, late ones the new state. An editor saves before the first call of the program.
    #expect(outcomes == (change.command.first == "edit" ? [.new] : [.old, .new]))
  }

  @Test func `the editor opens the file after the recovery of a killed change`() throws {
    let prepared = try Prepared(.addition)
    for position in prepared.landmarks {
      let sandbox = try Sandbox.holding(prepared.origin)
      let program = Program(sandbox: sandbox)
      _ = try program.run(.addition, with: Fault(kind: .kill, position: position))
      let run = try program.run(["edit", "morning"], settings: ["EDITOR": "cp -t '\(sandbox.root)'"])
      #expect(run.status == 1, "\(run.output)")
      let seen = try Data(contentsOf: URL(fileURLWithPath: sandbox.root.appending("morning.toml").string))
      // The recovered file did not change after the editor opened it.
      let last = try Snapshot(of: sandbox.store).files["playlists/morning.toml"]
      #expect(Array(seen) == last, "killed at \(position)")
      #expect(last == prepared.before["playlists/morning.toml"] || last == prepared.after["playlists/morning.toml"])
    }
  }

  /// The recovery of a killed change is killed too.
  @Test(arguments: [Change.undoOfManyFiles, .addAndHandEditsWait])
  func `a kill at any call of a recovery leaves the old or the new state`(change: Change) throws {
    var generator = SeededGenerator()
    let prepared = try Prepared(change)
    for first in isThorough ? Array(1...prepared.calls.count) : prepared.landmarks {
      let sandbox = try Sandbox.holding(prepared.origin)
      try #require(try Program(sandbox: sandbox).run(change, with: Fault(kind: .kill, position: first)).status == nil)
      let origin = try Snapshot(of: sandbox.store)
      for killedStore in try killedStores(of: .next, in: origin).sample(oneOf: 11, using: &generator) {
        let comment: Comment = "killed at call \(first), then \(killedStore.instant), \(generator)"
        try prepared.expectOldOrNew(try Sandbox.holding(killedStore.files), comment)
      }
    }
  }

  /// The changed files are saved by hand before the next command.
  @Test(arguments: [Change.addition, .undoOfManyFiles])
  func `a hand edit after a kill is kept`(change: Change) throws {
    var generator = SeededGenerator()
    let prepared = try Prepared(change)
    let saved = Array("# Saved after the kill.\r\nname = 'Mine' # mine\n".utf8)
    // A moved file that still exists is another case: then there are two files with one id.
    let paths = prepared.before.keys.filter { path in
      prepared.after[path].map { $0 != prepared.before[path] } == true
    }
    try #require(!paths.isEmpty)
    for killedStore in try killedStores(of: change, in: prepared.origin).sample(oneOf: 6, using: &generator) {
      let sandbox = try Sandbox.holding(killedStore.files)
      for path in paths { try sandbox.write(saved, to: path) }
      try sandbox.continueWithNextCommand()
      let ending = try FinalState(of: sandbox)
      #expect(ending.status == [] && ending.complaints == [], "killed \(killedStore.instant)")
      for path in paths {
        let committed = try sandbox.git("show", "HEAD:\(path)") + "\n"
        #expect(Array(committed.utf8) == saved, "killed \(killedStore.instant): \(path)")
      }
    }
  }

  /// Real kills leave exactly the same files.
  @Test(arguments: isThorough ? Change.all : [Change.addAndHandEditsWait])
  func `a real kill leaves the same files as a simulated one`(change: Change) throws {
    let prepared = try Prepared(change)
    let step = isThorough ? 1 : 7
    for position in stride(from: 1, through: prepared.calls.count, by: step) {
      for kind in [Fault.Kind.kill, .tear] {
        let sandbox = try Sandbox.holding(prepared.origin)
        let run = try Program(sandbox: sandbox).run(change, with: Fault(kind: kind, position: position))
        // The number of new object directories depends on the time in a commit, so there may be one call less.
        guard run.metFault else { break }
        #expect(run.status == nil, "\(run)")
        try prepared.expectOldOrNew(sandbox, "\(kind) at call \(position): \(run)")
        guard run.calls.last?.isWrite == true else { break }
      }
    }
  }

  /// The files after a kill.
  private struct KilledStore {
    let instant: String
    let files: Snapshot
  }

  /// Returns every state of the files after a kill at any call of a command, including half-completed writes.
  private func killedStores(
    of change: Change, sync: String = "each", in origin: Snapshot
  ) throws -> [KilledStore] {
    let sandbox = try Sandbox.holding(origin)
    var killedStores: [KilledStore] = []
    var written: String?
    func look(_ instant: String) throws {
      let files = try Snapshot(of: sandbox.store).withoutTemporaryObjects
      guard let last = killedStores.last?.files else {
        return killedStores.append(KilledStore(instant: instant, files: files))
      }
      guard files != last else { return }
      if let torn = written.flatMap({ last.tearing($0, onTheWayTo: files) }) {
        killedStores.append(KilledStore(instant: "in the call \(instant)", files: torn))
      }
      killedStores.append(KilledStore(instant: instant, files: files))
    }
    let run = try Program(sandbox: sandbox).run(change, sync: sync) { position, call in
      try look("before call \(position), \(call)")
      written = call.isWrite ? String(call.path.dropFirst(sandbox.store.string.utf8.count + 1)) : nil
    }
    try #require(run.status == 0, "\(run.output)")
    #expect(run.unknownCalls == [], "calls that `SystemCalls.c` does not sort")
    try look("at the end")
    return killedStores
  }
}

extension Prepared {
  /// Representative calls: after them, the record is complete, the files are written, the index is written, or the
  /// branch has moved.
  fileprivate var landmarks: [Int] {
    let ends = [
      calls.firstIndex { $0.isSync && $0.path.hasSuffix("mixtape/pending") },
      calls.lastIndex { ["rename", "unlink"].contains($0.name) && $0.path.contains("/playlists/") },
      calls.lastIndex { $0.name == "rename" && $0.path.hasSuffix("/.index.mixtape-tmp") },
      calls.lastIndex { $0.name == "rename" && $0.path.hasSuffix("/.reference.mixtape-tmp") },
    ]
    return Set(ends.compactMap { $0.map { $0 + 2 } }).sorted()
  }
}
