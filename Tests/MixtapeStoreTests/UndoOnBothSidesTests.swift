import GitHistory
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

/// Undo of changes that both sides made at the same time, by both of them: in the end, no change is left.
@Suite struct UndoOnBothSidesTests {
  private let first: StoreFixture
  private let second: StoreFixture

  /// Makes two clones. The changes of the first one are newer.
  init() throws {
    let clones = try Clones([
      "playlists/a.toml": "name = 'A'\nepisodes = []\n",
      "library/p.toml": "title = 'P'\n\n[[episodes]]\nid = '1'\nplayCount = 2\n",
    ])
    let stores = try clones.stores(ofDays: [2, 1])
    (first, second) = (stores[0], stores[1])
  }

  private func syncAll() throws { for fixture in [second, first, second] { try fixture.store.sync(by: .quiet) } }

  /// Lets one clone undo its last change and sync, and then the other one.
  private func undoBoth(beginning fixtures: [StoreFixture]) throws {
    for fixture in fixtures {
      try fixture.store.sync(by: .quiet)
      try fixture.store.undo()
      try fixture.store.sync(by: .quiet)
      try fixture.expectClean()
    }
  }

  private func record(_ plays: Int, in fixture: StoreFixture, at minute: Int) throws {
    try fixture.sandbox.write(
      "title = 'P'\n\n[[episodes]]\nid = '1'\nplayCount = \(2 + plays)\nlastPlayedAt = 2026-03-01T07:0\(minute):00Z\n",
      to: "library/p.toml")
    try fixture.store.captureHandEdits()
  }

  private func plays(in fixture: StoreFixture) throws -> Int? {
    let lines = try fixture.text("library/p.toml")?.split(separator: "\n") ?? []
    return lines.first { $0.hasPrefix("playCount = ") }.flatMap { Int($0.dropFirst("playCount = ".count)) }
  }

  @Test(arguments: [true, false])
  func `a name`(winnerBegins: Bool) throws {
    try first.store.rename(.id("a"), to: "FA")
    try second.store.rename(.id("a"), to: "FB")
    try syncAll()
    try undoBoth(beginning: winnerBegins ? [first, second] : [second, first])
    for fixture in [first, second] {
      try fixture.store.sync(by: .quiet)
      #expect(try fixture.store.playlist(.id("a"), at: "HEAD").name == "A")
    }
  }

  @Test func `a redo brings back a change whose counterpart was undone`() throws {
    try first.store.rename(.id("a"), to: "FA")
    try second.store.rename(.id("a"), to: "FB")
    try syncAll()
    try undoBoth(beginning: [second, first])
    try first.store.redo()
    #expect(try first.store.playlist(.id("a"), at: "HEAD").name == "FA")
  }

  @Test func `an episode and a file that both added`() throws {
    for fixture in [first, second] { try fixture.store.add(.ids("p/1"), to: .id("a")) }
    try syncAll()
    try undoBoth(beginning: [first, second])
    #expect(try second.store.playlist(.id("a"), at: "HEAD").episodes == [])
    for fixture in [first, second] {
      try fixture.sandbox.write("name = 'New'\n", to: "playlists/new.toml")
      try fixture.store.sync(by: .quiet)
    }
    try undoBoth(beginning: [first, second])
    #expect(try second.text("playlists/new.toml") == nil)
  }

  @Test(arguments: [true, false], [true, false])
  func `a deletion, and a renaming or a move, without a sync between the undos`(
    isMove: Bool, secondSyncsFirst: Bool
  ) throws {
    let text = try first.text("playlists/a.toml")
    if isMove {
      try first.store.change(.move(.id("a"), to: Folder(validating: "trips")))
    } else {
      try first.store.rename(.id("a"), to: "FA")
    }
    try second.store.delete(.id("a"))
    try syncAll()
    try second.store.undo()
    try first.store.undo()
    for fixture in secondSyncsFirst ? [second, first, second] : [first, second, first] {
      try fixture.store.sync(by: .quiet)
    }
    for fixture in [first, second] {
      #expect(try fixture.text("playlists/a.toml") == text)
      #expect(try fixture.store.playlistIDs().map(\.rawValue) == ["a"])
      try fixture.expectClean()
    }
  }

  @Test func `the undo of one item counts, too`() throws {
    for fixture in [first, second] { try fixture.store.describe(.id("a"), as: "Same") }
    try syncAll()
    try first.store.revert("HEAD^1")
    try first.store.sync(by: .quiet)
    try second.store.rename(.id("a"), to: "FB")
    try second.store.sync(by: .quiet)
    try second.store.undo(StoreItem.id("a"))
    #expect(try second.store.playlist(.id("a"), at: "HEAD").name == "A")
  }

  @Test func `plays of one side stay when the other one takes its own back`() throws {
    try record(1, in: first, at: 1)
    try record(1, in: second, at: 2)
    try syncAll()
    #expect(try plays(in: first) == 4)
    try first.store.undo()
    #expect(try plays(in: first) == 3)
    try first.store.sync(by: .quiet)
    try second.store.sync(by: .quiet)
    #expect(try plays(in: second) == 3)
    try second.store.undo()
    #expect(try plays(in: second) == 2)
    try second.expectClean()
  }

  @Test func `two plays of one side and one of the other`() throws {
    for plays in 1...2 { try record(plays, in: first, at: plays) }
    try record(1, in: second, at: 5)
    try syncAll()
    #expect(try plays(in: second) == 5)
    try second.store.undo()
    #expect(try plays(in: second) == 4)
    try second.store.sync(by: .quiet)
    try first.store.sync(by: .quiet)
    for expected in [3, 2] {
      try first.store.undo()
      #expect(try plays(in: first) == expected)
    }
  }
}
