import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

extension Simulation {
  /// Makes one or two random changes in a random clone, and perhaps syncs it. Each of these steps is a round.
  mutating func takeTurn() throws {
    let clone = random(0..<clones.count)
    for _ in 0..<random(1..<3) {
      round += 1
      try change(clone)
    }
    if chance(oneIn: 20) { clones[clone].offlineUntil = round + random(6..<24) }
    guard clones[clone].offlineUntil <= round, chance(oneIn: 2) else { return }
    round += 1
    switch random(0..<8) {
    case 0: try failToSync(clone)
    case 1...2: try raceToSync(clone)
    default: try sync(clone)
    }
  }

  /// Syncs all clones in random order until nothing changes, and compares them with the model.
  mutating func finish() throws {
    var (isQuiet, turns) = (false, 0)
    while !isQuiet, turns < 4 {
      turns += 1
      isQuiet = true
      for clone in clones.indices.shuffled(using: &generator) {
        if try !sync(clone).changesNothing { isQuiet = false }
      }
    }
    #expect(isQuiet, "the clones go on to exchange changes; \(comment.rawValue)")
    try checkEnd()
  }

  @discardableResult
  private mutating func sync(_ clone: Int) throws -> SyncReport {
    let report = try clones[clone].store.sync(by: GitProgram(.none))
    model.sync(clone)
    return report
  }

  /// Syncs while the remote fails.
  private mutating func failToSync(_ clone: Int) throws {
    guard let failure = pick(SimulatedGit.Failure.allCases) else { return }
    let mode = sandbox.root.appending("mode").string
    try Data("\(failure.rawValue)\n".utf8).write(to: URL(fileURLWithPath: mode))
    defer { unlink(mode) }
    model.note("\(clone) fails to sync: \(failure)")
    do {
      try clones[clone].store.sync(by: GitProgram(.none))
      // Nothing was to be pushed, or only a push fails.
      #expect(failure != .unreachable && failure != .cutAfterFetch, comment)
    } catch {
      #expect(error.code == .transferFailed, "\(error); \(comment.rawValue)")
    }
  }

  /// Syncs two clones at the same time: the second one pushes between the fetch and the push of the first one.
  private mutating func raceToSync(_ clone: Int) throws {
    guard let other = pick(clones.indices.filter { $0 != clone }) else { return }
    if chance(oneIn: 2) { try change(other) }
    let race = Race(clones[other].store)
    let report = try clones[clone].store.sync(by: GitProgram(.none, onOutput: { _ in race.run() }))
    if let error = race.error { throw error }
    model.note("\(other) and \(clone) race")
    #expect(report.branch.name == "origin/main", comment)
    model.sync(other)
    model.sync(clone)
  }
}

/// A sync that happens once, during another one.
private final class Race: @unchecked Sendable {
  // The first sync calls this on its own thread.
  private let store: Store
  private var isRun = false
  private(set) var error: MixtapeError?

  init(_ store: Store) { self.store = store }

  func run() {
    guard !isRun else { return }
    isRun = true
    do throws(MixtapeError) {
      try store.sync(by: GitProgram(.none))
    } catch {
      self.error = error
    }
  }
}
