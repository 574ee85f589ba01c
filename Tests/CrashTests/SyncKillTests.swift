import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// A kill of `mixtape sync` at every call by which it changes a file. The next command works, and after the next sync the clones
/// and the remote are in the state of a sync that nobody killed.
@Suite("Kills of syncs", .enabled(if: Program.isSupported, "the tracer needs Linux"))
struct SyncKillTests {
  @Test(arguments: Exchange.allCases)
  func `a kill at any call of a sync leaves a store that the next sync completes`(exchange: Exchange) throws {
    var generator = SeededGenerator()
    let origin = try exchange.prepared()
    let expected = try Exchange.completed(in: Sandbox.holding(origin), isChanged: false)
    let expectedWithChange = try Exchange.completed(in: Sandbox.holding(origin), isChanged: true)
    try #require(expected != expectedWithChange)
    let states = try Self.killedStates(of: origin)
    try #require(states.count > 10)
    for (index, (instant, state)) in states.sample(oneOf: 7, using: &generator).enumerated() {
      let sandbox = try Sandbox.holding(state)
      try Exchange.expectWholeFiles(in: sandbox, "killed \(instant)")
      // The next command is a change or a sync.
      let isChanged = index % 2 == 0
      #expect(
        try Exchange.completed(in: sandbox, isChanged: isChanged) == (isChanged ? expectedWithChange : expected),
        "killed \(instant), \(generator)")
      try Exchange.expectSound(sandbox, "killed \(instant), \(generator)")
    }
  }

  /// Returns every state of the files after a kill at any call of a sync.
  private static func killedStates(of origin: Snapshot) throws -> [(instant: String, state: Snapshot)] {
    let sandbox = try Sandbox.holding(origin)
    var states: [(instant: String, state: Snapshot)] = []
    let run = try Program(sandbox: sandbox).run(
      ["sync", "--store", "a"], below: sandbox.store.appending("a")
    ) { position, call in
      let state = try Snapshot(of: sandbox.store).withoutTemporaryObjects
      if state != states.last?.state { states.append(("before call \(position), \(call)", state)) }
    }
    try #require(run.status == 0, "\(run.output)")
    states.append(("at the end", try Snapshot(of: sandbox.store).withoutTemporaryObjects))
    return states
  }
}
