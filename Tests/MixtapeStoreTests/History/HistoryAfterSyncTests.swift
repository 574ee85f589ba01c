import GitHistory
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

/// History, revisions, blame and undo in a clone that got the changes of another clone by a merge.
@Suite struct HistoryAfterSyncTests {
  private let clones: Clones
  private let second: StoreFixture
  private var first: StoreFixture { clones.first }

  /// Makes two clones. The first one has a merge of a change of its own and one of the second clone.
  init() throws {
    clones = try Clones([
      "playlists/a.toml": "name = 'A'\nepisodes = ['sky/1']\n", "playlists/b.toml": "name = 'B'\nepisodes = []\n",
    ])
    second = try clones.another()
    try second.store.add(.ids("sky/2"), to: .id("a"))
    try second.store.sync(by: .quiet)
    try first.store.add(.ids("sky/3"), to: .id("a"))
    try first.store.rename(.id("a"), to: "Mine")
    #expect(try first.store.sync(by: .quiet).merge != nil)
  }

  private let merge = "Merge changes from origin/main"

  private func history(
    of id: String? = nil, in fixture: StoreFixture, matching filter: HistoryFilter = HistoryFilter()
  ) throws -> [String] {
    let item = try id.map { StoreItem.playlist(try .id($0)) }
    let page = try fixture.store.history(of: item, matching: filter, limit: 100)
    return page.entries.map { "\(page.received.contains($0.id) ? "<" : " ") \($0.subject)" }
  }

  // MARK: History

  @Test func changesOfOthersAreMarked() throws {
    let all = try history(in: first)
    #expect(all.first == "  \(merge)")
    #expect(
      all.dropFirst().sorted() == [
        "  Add 1 episode to a", "  Create the store", #"  Rename a to "Mine""#, "< Add 1 episode to a",
      ])
    #expect(try history(of: "a", in: first).sorted() == all.sorted())
    #expect(try history(in: first, matching: HistoryFilter(operations: ["sync"])) == ["  \(merge)"])
  }

  @Test func aCloneThatMovesForwardMarksTheMerge() throws {
    try second.store.sync(by: .quiet)
    let all = try history(in: second)
    #expect(all.first == "< \(merge)")
    #expect(
      all.dropFirst().sorted() == [
        "  Add 1 episode to a", "  Create the store", "< Add 1 episode to a", #"< Rename a to "Mine""#,
      ])
    try second.store.rename(.id("b"), to: "Later")
    #expect(try history(of: "b", in: second) == [#"  Rename b to "Later""#, "  Create the store"])
  }

  @Test func aNewCloneHasNothingThatCameByASync() throws {
    let third = try clones.another()
    #expect(try history(in: third).allSatisfy { $0.hasPrefix("  ") })
  }

  @Test func theParentsOfAMergeAreBothSides() throws {
    let entry = try #require(try first.store.history(of: nil, limit: 1).entries.first)
    let ours = try first.store.resolve("HEAD^1")
    #expect(entry.parents == [ours, try second.store.resolve("HEAD")])
  }

  @Test func `changes come before those that they are based on, also after a slow clock`() throws {
    second.sandbox.environment["GIT_COMMITTER_DATE"] = "2001-01-01T00:00:00Z"
    let slow = try StoreFixture(opening: second.sandbox)
    try slow.store.sync(by: .quiet)
    for name in ["Early", "Earlier"] { try slow.store.rename(.id("b"), to: name) }
    try slow.store.sync(by: .quiet)
    try first.store.rename(.id("a"), to: "Late")
    try first.store.sync(by: .quiet)
    let page = try first.store.history(of: nil, limit: 100)
    let graph = try first.store.historyGraph(of: nil, limit: 100)
    for commits in [page.entries.map { ($0.id, $0.parents) }, graph.nodes.map { ($0.id, $0.parents) }] {
      var met: Set<CommitID> = []
      for (id, parents) in commits {
        #expect(met.isDisjoint(with: parents))
        met.insert(id)
      }
    }
    #expect(page.entries.last?.subject == "Create the store")
    #expect(graph.nodes.map(\.id) == graph.page.entries.map(\.id))
    #expect(try first.store.historyGraph(of: nil, limit: 2).page.hasMore)
  }

  @Test func aMergeWithoutAChangeIsInTheGraph() throws {
    try first.sandbox.git("checkout", "-q", "-b", "side", "HEAD~1")
    try first.sandbox.git("commit", "-q", "--allow-empty", "-m", "Side")
    try first.sandbox.git("checkout", "-q", "main")
    try first.sandbox.git("merge", "-q", "-s", "ours", "-m", "Keep ours", "side")
    let graph = try first.store.historyGraph(of: nil, limit: 100)
    #expect(graph.page.entries.first?.subject == "Keep ours")
    #expect(graph.nodes.first?.isEntry == true)
    #expect(try first.store.history(of: nil, limit: 1).entries.first?.subject != "Keep ours")
    #expect(try first.store.historyGraph(of: .playlist(.id("a")), limit: 1).page.entries.first?.subject != "Keep ours")
  }

  // MARK: Undo

  @Test func aSyncAfterAnUndoSendsTheUndo() throws {
    try first.store.undo()
    try first.store.sync(by: .quiet)
    try second.store.sync(by: .quiet)
    #expect(try second.snapshot() == first.snapshot())
    #expect(try second.store.playlist(.id("a"), at: "HEAD").name == "A")
    // The other clone has its own change to undo, and not those of the first one.
    #expect(try second.store.undoPreview().steps.map(\.subject) == ["Add 1 episode to a"])
    try second.store.undo()
    #expect(try second.store.playlist(.id("a"), at: "HEAD").episodes == .ids("sky/1", "sky/3"))
    try second.store.sync(by: .quiet)
    try first.store.sync(by: .quiet)
    #expect(try second.snapshot() == first.snapshot())
    // The redo of the first clone still works after that.
    try first.store.redo()
    #expect(try first.store.playlist(.id("a"), at: "HEAD").name == "Mine")
  }
}
