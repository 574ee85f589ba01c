import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// A kill of a `git` process that `mixtape sync` started, at a call by which it changes a file of the store or of the remote.
///
/// Mixtape goes on and reports the failure. The next sync works, or names the lock file that git left. After it, the clones and
/// the remote are in the state of a sync that nobody killed.
@Suite("Kills of git during syncs", .enabled(if: Program.isSupported, "the tracer needs Linux"))
struct GitKillTests {
  @Test(arguments: Exchange.allCases, [false, true])
  func `the next sync after a kill of git works or names the lock`(exchange: Exchange, isPacked: Bool) throws {
    var generator = SeededGenerator()
    let origin = try origin(exchange, isPacked: isPacked)
    let expected = try Exchange.completed(in: Sandbox.holding(origin), isChanged: false)
    let calls = try sync(in: Sandbox.holding(origin), with: nil).calls
    try #require(calls.count > 10)
    var kills = 0
    for (position, call) in Array(zip(1..., calls)).sample(oneOf: 10, using: &generator) {
      let sandbox = try Sandbox.holding(origin)
      let run = try sync(in: sandbox, with: Fault(kind: .kill, position: position))
      let comment: Comment = "git killed before call \(position), \(call): \(run), \(run.output), \(generator)"
      #expect(run.signal == nil, comment)
      // The number of calls varies, so the last ones are not always reached.
      if run.metFault { kills += 1 }
      try Exchange.expectWholeFiles(in: sandbox, comment)
      #expect(
        try Exchange.completed(in: sandbox, isChanged: false, patience: .zero, by: syncWithoutLocks) == expected,
        comment)
      try Exchange.expectSound(sandbox, comment)
    }
    #expect(kills > 0)
  }

  /// Returns a remote and two clones. Git writes what it receives as one pack, or as single objects.
  private func origin(_ exchange: Exchange, isPacked: Bool) throws -> Snapshot {
    let sandbox = try Sandbox.holding(try exchange.prepared())
    for directory in ["a", "remote.git"] where isPacked {
      try sandbox.git("config", "transfer.unpackLimit", "1", in: sandbox.store.appending(directory))
    }
    return try Snapshot(of: sandbox.store)
  }

  /// Runs the program, and counts the calls of git in the store and the remote.
  private func sync(in sandbox: Sandbox, with fault: Fault?) throws -> Program.Run {
    try Program(sandbox: sandbox).run(
      ["sync", "--store", "a"], with: fault, below: sandbox.store, inChildren: true)
  }

  /// Syncs, and removes the lock files that errors name, as a person does who reads them.
  private func syncWithoutLocks(_ store: Store) throws {
    var removed: Set<String> = []
    while true {
      do throws(MixtapeError) {
        try store.sync(by: GitProgram(.none))
        return
      } catch {
        guard let lock = "\(error)".split(whereSeparator: "'()".contains).first(where: { $0.hasSuffix(".lock") }),
          removed.insert(String(lock)).inserted
        else { throw error }
        try FileManager.default.removeItem(atPath: String(lock))
      }
    }
  }
}
