import Foundation
import SystemPackage
import TestSupport
import Testing

/// A kill at every system call by which the program changes a file of the store or of the repository.
///
/// Whatever the instant, the next command leaves the store as if the change had been made, once, or had never been
/// asked for: the same bytes in every version, the same commits in the same order, a clean work tree, a sound repository.
@Suite("Kills", .enabled(if: Program.isSupported, "programs are traced on Linux alone"))
struct KillTests {
  /// What a kill leaves are the files as they are at that instant: the program stands still at each call, and they are
  /// copied. So one run shows all that killing it at every call could.
  @Test(arguments: Change.all.map { ($0, "each") } + [.addition, .undoOfManyFiles].map { ($0, "together") })
  func `a kill at any call of a change leaves the old or the new state`(change: Change, sync: String) throws {
    var generator = SeededGenerator()
    let prepared = try Prepared(change, sync: sync)
    #expect(prepared.calls.contains { $0.name == "syncfs" } == (sync == "together"))
    var outcomes: Set<Prepared.Outcome> = []
    let wrecks = try wrecks(of: change.command, editor: change.editor, sync: sync, in: prepared.origin)
    for wreck in wrecks.sample(oneOf: 4, using: &generator) {
      let comment: Comment = "killed \(wreck.instant), \(generator)"
      let outcome = try prepared.expectOldOrNew(try Sandbox.holding(wreck.files), comment)
      outcome.map { _ = outcomes.insert($0) }
    }
    // Early kills have changed nothing, late ones everything. What an editor saved is there before our first call.
    #expect(outcomes == (change.command.first == "edit" ? [.new] : [.old, .new]))
  }

  @Test func `an editor opens the file after a killed change was finished or dropped`() throws {
    let prepared = try Prepared(.addition)
    for position in prepared.landmarks {
      let sandbox = try Sandbox.holding(prepared.origin)
      let program = Program(sandbox: sandbox)
      _ = try program.run(.addition, with: Fault(kind: .kill, position: position))
      let run = try program.run(["edit", "morning"], settings: ["EDITOR": "cp -t '\(sandbox.root)'"])
      #expect(run.status == 1, "\(run.output)")
      let seen = try Data(contentsOf: URL(fileURLWithPath: sandbox.root.appending("morning.toml").string))
      // Whatever had become of the change: nothing happened to the file after the editor had opened it.
      let last = try Snapshot(of: sandbox.store).files["playlists/morning.toml"]
      #expect(Array(seen) == last, "killed at \(position)")
      #expect(last == prepared.before["playlists/morning.toml"] || last == prepared.after["playlists/morning.toml"])
    }
  }

  /// What finishes a killed change is killed too.
  @Test(arguments: [Change.undoOfManyFiles, .addAndHandEditsWait])
  func `a kill at any call of a recovery is recovered from`(change: Change) throws {
    var generator = SeededGenerator()
    let prepared = try Prepared(change)
    for first in isThorough ? Array(1...prepared.calls.count) : prepared.landmarks {
      let sandbox = try Sandbox.holding(prepared.origin)
      try #require(try Program(sandbox: sandbox).run(change, with: Fault(kind: .kill, position: first)).status == nil)
      let origin = try Snapshot(of: sandbox.store)
      for wreck in try wrecks(of: Sandbox.nextCommand, in: origin).sample(oneOf: 4, using: &generator) {
        let comment: Comment = "killed at call \(first), then \(wreck.instant), \(generator)"
        try prepared.expectOldOrNew(try Sandbox.holding(wreck.files), comment)
      }
    }
  }

  /// Somebody saves the files that the change was about, before the next command.
  @Test(arguments: [Change.addition, .undoOfManyFiles])
  func `what is saved by hand after a kill is kept`(change: Change) throws {
    var generator = SeededGenerator()
    let prepared = try Prepared(change)
    let saved = Array("# Saved after the kill.\r\nname = 'Mine' # mine\n".utf8)
    // A file that is moved and stays all the same is another case: that makes two files with one name.
    let paths = prepared.before.keys.filter { path in
      prepared.after[path].map { $0 != prepared.before[path] } == true
    }
    try #require(!paths.isEmpty)
    for wreck in try wrecks(of: change.command, in: prepared.origin).sample(oneOf: 2, using: &generator) {
      let sandbox = try Sandbox.holding(wreck.files)
      for path in paths { try sandbox.write(saved, to: path) }
      try sandbox.continueWithNextCommand()
      let ending = try Ending(of: sandbox)
      #expect(ending.status == [] && ending.complaints == [], "killed \(wreck.instant)")
      for path in paths {
        let committed = try sandbox.git("show", "HEAD:\(path)") + "\n"
        #expect(Array(committed.utf8) == saved, "killed \(wreck.instant): \(path)")
      }
    }
  }

  /// The same with kills, each of another run: that a kill leaves no more and no less than the files.
  @Test(arguments: isThorough ? Change.all : [Change.addAndHandEditsWait])
  func `a killed program leaves what its files show`(change: Change) throws {
    let prepared = try Prepared(change)
    let step = isThorough ? 1 : 7
    for position in stride(from: 1, through: prepared.calls.count, by: step) {
      for kind in [Fault.Kind.kill, .tear] {
        let sandbox = try Sandbox.holding(prepared.origin)
        let run = try Program(sandbox: sandbox).run(change, with: Fault(kind: kind, position: position))
        // Which directories of objects are missing depends on the time in a commit, so there may be a call less.
        guard run.metFault else { break }
        #expect(run.status == nil, "\(run)")
        try prepared.expectOldOrNew(sandbox, "\(kind) at call \(position): \(run)")
        guard run.calls.last?.isWrite == true else { break }
      }
    }
  }

  /// What a kill leaves.
  private struct Wreck {
    let instant: String
    let files: Snapshot
  }

  /// Every state of the files that a kill at any call of a command leaves, and those with a write that was done by half.
  private func wrecks(
    of command: [String], editor: String = "true", sync: String = "each", in origin: Snapshot
  ) throws -> [Wreck] {
    let sandbox = try Sandbox.holding(origin)
    var wrecks: [Wreck] = []
    var written: String?
    func look(_ instant: String) throws {
      let files = try Snapshot(of: sandbox.store).withoutTemporaryObjects
      guard let last = wrecks.last?.files else { return wrecks.append(Wreck(instant: instant, files: files)) }
      guard files != last else { return }
      if let torn = written.flatMap({ last.tearing($0, onTheWayTo: files) }) {
        wrecks.append(Wreck(instant: "in the call \(instant)", files: torn))
      }
      wrecks.append(Wreck(instant: instant, files: files))
    }
    let settings = ["EDITOR": editor, "MIXTAPE_SYNC": sync]
    let run = try Program(sandbox: sandbox).run(command, settings: settings) { position, call in
      try look("before call \(position), \(call)")
      written = call.isWrite ? String(call.path.dropFirst(sandbox.store.string.utf8.count + 1)) : nil
    }
    try #require(run.status == 0, "\(run.output)")
    #expect(run.unknownCalls == [], "calls that `SystemCalls.c` does not sort")
    try look("at the end")
    return wrecks
  }
}

extension Prepared {
  /// A few calls that stand for all: those after which the record is complete, the files are written, the index is written, the
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
