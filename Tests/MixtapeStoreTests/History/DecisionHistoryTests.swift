import GitHistory
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

/// Decisions for the value that a sync had taken change no file. The history of the store and undo know them all the same.
@Suite struct DecisionHistoryTests {
  private let ours: StoreFixture
  private let theirs: StoreFixture
  private let decision = "Decide `name` of a"

  /// Makes two clones that are up to date. In the first one, somebody decided for the name of the other side.
  init() throws {
    let files = ["playlists/a.toml": "name = 'A'\n", "playlists/b.toml": "name = 'B'\n"]
    let stores = try Clones(files).stores(ofDays: [1, 2])
    (ours, theirs) = (stores[0], stores[1])
    for (fixture, name) in [(theirs, "Night"), (ours, "Day")] {
      try fixture.store.rename(.id("a"), to: name)
      try fixture.store.sync(by: .quiet)
    }
    try ours.store.decide(try ours.store.openConflicts(), taking: .theirs)
    for fixture in [ours, theirs] { try fixture.store.sync(by: .quiet) }
    #expect(try ours.changes() == [])
  }

  private func history(of id: String? = nil) throws -> [HistoryEntry] {
    try ours.store.history(of: try id.map { try StoreItem.id($0) }, limit: 100).entries
  }

  @Test(arguments: [true, false])
  func `the decision is in the history of the store, with its undo and redo`(hasRecords: Bool) throws {
    if !hasRecords { try ours.sandbox.remove(".git/mixtape/history") }
    let entry = try #require(try history().first)
    #expect(entry.subject == decision && entry.operation == "decide")
    #expect(try ours.store.historyGraph(of: nil, limit: 1).page.entries == [entry])
    #expect(try !history(of: "a").map(\.subject).contains(decision))
    try ours.store.undo()
    #expect(try ours.store.openConflicts().count == 1)
    try ours.store.redo()
    #expect(try history().prefix(2).map(\.subject) == ["Redo: \(decision)", "Undo: \(decision)"])
    #expect(try ours.store.openConflicts() == [])
  }

  @Test func `a decision of others is marked, and reverted on request`() throws {
    let page = try theirs.store.history(of: nil, limit: 1)
    #expect(page.entries.map(\.subject) == [decision] && page.received == Set(page.entries.map(\.id)))
    #expect(try theirs.store.status().nextUndo?.subject == #"Rename a to "Night""#)
    try theirs.expectClean()
  }
}
