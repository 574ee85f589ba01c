import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

@Suite("Filters of history")
struct HistoryFilterTests {
  private let dated: DatedStore
  private let store: Store

  init() throws {
    dated = try DatedStore(
      ["playlists/a.toml": "episodes = ['p/1', 'p/2', 'p/3']\n", "playlists/b.toml": ""], at: "2026-03-01T06:00:00Z")
    try dated.at("2026-03-02T06:00:00Z").add(.ids("p/4"), to: .id("b"))
    try dated.at("2026-03-03T06:00:00Z").change(.reorder(.id("a"), [.offset(2)], to: .landing(at: 0)))
    try dated.at("2026-03-04T06:00:00Z").add(.ids("p/3"), to: .id("b"))
    try dated.at("2026-03-05T06:00:00Z").change(.remove([.offset(0)], from: .id("a")))
    try dated.at("2026-03-06T06:00:00Z").undo()
    store = try dated.at("2026-03-07T12:00:00Z")
  }

  private func subjects(of id: String? = nil, _ filter: HistoryFilter) throws -> [String] {
    try store.history(of: id.map { try .id($0) }, matching: filter, limit: 100).entries.map(\.subject)
  }

  @Test func byEpisode() throws {
    let third = HistoryFilter(episode: try [Episode.ID].ids("p/3").first)
    #expect(
      try subjects(third) == [
        "Undo: Remove 1 episode from a", "Remove 1 episode from a", "Add 1 episode to b", "Move 1 episode within a",
        "Create the store",
      ])
    #expect(try subjects(of: "b", third) == ["Add 1 episode to b"])
    #expect(try subjects(of: "a", third).count == 4)
    #expect(try subjects(HistoryFilter(episode: [Episode.ID].ids("p/1").first)) == ["Create the store"])
    #expect(try subjects(HistoryFilter(episode: [Episode.ID].ids("p/9").first)) == [])
  }

  @Test func byOperation() throws {
    #expect(try subjects(HistoryFilter(operations: ["add"])) == ["Add 1 episode to b", "Add 1 episode to b"])
    #expect(try subjects(HistoryFilter(operations: ["undo", "init"])).count == 2)
    #expect(try subjects(HistoryFilter(operations: [nil])) == [])
    try dated.sandbox.write("name = 'B'\n", to: "playlists/b.toml")
    try dated.sandbox.git("commit", "-q", "-a", "-m", "By git")
    #expect(try subjects(HistoryFilter(operations: [nil])) == ["By git"])
  }

  @Test func byDate() throws {
    #expect(try subjects(HistoryFilter(since: NamedTime("2026-03-05"))).count == 2)
    #expect(try subjects(HistoryFilter(until: NamedTime("2026-03-05"))).count == 5)
    #expect(try subjects(HistoryFilter(since: NamedTime("2026-03-05"), until: NamedTime("2026-03-05"))).count == 1)
    #expect(try subjects(HistoryFilter(since: NamedTime("yesterday"))).count == 1)
    #expect(try subjects(HistoryFilter(until: NamedTime("2026-02"))) == [])
  }

  @Test func allConditionsMustHold() throws {
    let filter = HistoryFilter(
      episode: try [Episode.ID].ids("p/3").first, operations: ["add", "remove"], since: NamedTime("2026-03-05"))
    #expect(try subjects(filter) == ["Remove 1 episode from a"])
    #expect(try subjects(of: "b", filter) == [])
  }

  @Test func pagesCountMatchingChanges() throws {
    let filter = HistoryFilter(episode: try [Episode.ID].ids("p/3").first)
    let page = try store.history(of: nil, matching: filter, limit: 2, skip: 1)
    #expect(page.entries.map(\.subject) == ["Remove 1 episode from a", "Add 1 episode to b"] && page.hasMore)
  }

  @Test func aPlaylistThatNeverExistedIsNotFound() throws {
    expectError(.notFound) { _ = try subjects(of: "never", HistoryFilter(operations: ["add"])) }
    try store.delete(.id("b"))
    #expect(try subjects(of: "b", HistoryFilter(operations: ["remove"])) == [])
  }

  @Test func everyOperationIsKnown() throws {
    let kinds = try store.history(of: nil, limit: 100).entries.compactMap(\.operation)
    #expect(!kinds.isEmpty && kinds.allSatisfy(HistoryEntry.operations.contains))
  }
}
