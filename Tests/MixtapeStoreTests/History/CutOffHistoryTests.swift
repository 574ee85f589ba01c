import GitHistory
import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

/// The state before the oldest commit is unknown, and does not count as empty.
@Suite("Histories that are cut off")
struct CutOffHistoryTests {
  private let origin: StoreFixture

  init() throws {
    origin = try StoreFixture([
      "playlists/a.toml": "name = 'A'\nepisodes = ['p/1']\n", "playlists/b.toml": "name = 'B'\n",
      "library/p.toml": "title = 'P'\n",
    ])
    try origin.store.rename(.id("b"), to: "Second")
    try origin.store.add(.ids("p/2"), to: .id("a"))
    try origin.store.add(.ids("p/3"), to: .id("a"))
  }

  /// Makes a clone whose commits count as made here, because no branch of a remote has them.
  private func clone(depth: Int) throws -> StoreFixture {
    let sandbox = try Sandbox()
    try sandbox.git("clone", "-q", "--depth", "\(depth)", "file://\(origin.sandbox.store)", ".")
    try forgetBranches(in: sandbox)
    return try StoreFixture(opening: sandbox)
  }

  private func forgetBranches(in sandbox: Sandbox) throws {
    for name in try sandbox.git("for-each-ref", "--format=%(refname)", "refs/remotes").split(separator: "\n") {
      try sandbox.git("update-ref", "--no-deref", "-d", String(name))
    }
  }

  private func expectCutOff(
    _ boundary: HistoryBoundary, _ error: MixtapeError?, sourceLocation: SourceLocation = #_sourceLocation
  ) {
    #expect((error?.cause as? HistoryCutOff)?.boundary == boundary, sourceLocation: sourceLocation)
  }

  @Test func undoStopsAtTheOldestCommit() throws {
    let fixture = try clone(depth: 1)
    let files = try fixture.snapshot()
    #expect(files.count == 4)
    expectCutOff(
      .shallow, try fixture.expectRefusal(.nothingToUndo, .position(1, count: 0)) { try fixture.store.undo() })
    expectCutOff(.shallow, try fixture.expectRefusal(.nothingToUndo) { _ = try fixture.store.undoPreview() })
    expectCutOff(.shallow, try fixture.expectRefusal(.notRevertible) { try fixture.store.revert("HEAD") })
    try fixture.expectRefusal(.nothingToRedo) { try fixture.store.redo() }
    let status = try fixture.store.status()
    #expect(status.nextUndo == nil && status.nextRedo == nil && status.boundary == .shallow)
    // Later changes can be undone.
    try fixture.store.rename(.id("a"), to: "Other")
    #expect(try fixture.store.status().boundary == nil)
    try fixture.store.undo()
    #expect(try fixture.snapshot() == files)
    try fixture.expectRefusal(.nothingToUndo) { try fixture.store.undo() }
    try fixture.store.redo()
    try fixture.expectClean()
  }

  @Test func theHintFetchesMissingObjectsOfAPartialClone() throws {
    for setting in ["uploadpack.allowFilter", "uploadpack.allowAnySHA1InWant"] {
      try origin.sandbox.git("config", setting, "true")
    }
    let sandbox = try Sandbox()
    try sandbox.git("clone", "-q", "--filter=blob:none", "file://\(origin.sandbox.store)", ".")
    let fixture = try StoreFixture(opening: sandbox)
    let error = try #require(try fixture.expectRefusal(.repository) { try fixture.store.revert("HEAD") })
    #expect((fixture.store.explaining(error).cause as? GitError)?.code == .notFetched)
    try sandbox.git("fetch", "-q", "--refetch", "--no-filter")
    try fixture.store.revert("HEAD")
    #expect(try fixture.text("playlists/a.toml") == "name = 'A'\nepisodes = ['p/1', 'p/2']\n")
    // An object that is missing for another reason is unrelated to the clone.
    let other = MixtapeError(.repository, cause: GitError(.notFound, .readObject, message: ""))
    #expect((origin.store.explaining(other).cause as? GitError)?.code == .notFound)
  }

  @Test func tooManyStepsAreRefusedCompletely() throws {
    let fixture = try clone(depth: 2)
    expectCutOff(
      .shallow, try fixture.expectRefusal(.nothingToUndo, .position(2, count: 1)) { try fixture.store.undo(2) })
    try fixture.store.undo()
    #expect(try fixture.text("playlists/a.toml") == "name = 'A'\nepisodes = ['p/1', 'p/2']\n")
    try fixture.store.redo()
    #expect(try fixture.snapshot() == origin.snapshot())
  }

  @Test func anUndoOfAMissingChangeIsAChange() throws {
    try origin.store.undo()
    for depth in [1, 2] {
      let fixture = try clone(depth: depth)
      let status = try fixture.store.status()
      #expect(status.nextRedo == nil)
      #expect(status.nextUndo?.subject == (depth == 1 ? nil : "Undo: Add 1 episode to a"))
      let files = try fixture.snapshot()
      guard depth == 2 else { continue }
      try fixture.store.undo()
      #expect(try fixture.text("playlists/a.toml")?.contains("p/3") == true)
      try fixture.store.redo()
      #expect(try fixture.snapshot() == files)
    }
  }

  @Test func historyAndBlameReportTheBoundary() throws {
    let fixture = try clone(depth: 2)
    let all = try fixture.store.history(of: nil, limit: 10)
    #expect(all.entries.map(\.subject) == ["Add 1 episode to a", "Add 1 episode to a"] && all.boundary == .shallow)
    #expect(all.entries.map(\.playlists) == [[try .id("a")], []])
    #expect(try fixture.store.history(of: nil, limit: 1).boundary == nil)
    #expect(try fixture.store.history(of: .id("a"), limit: 10).entries.count == 1)
    let unchanged = try fixture.store.history(of: .id("b"), limit: 10)
    #expect(unchanged.entries.isEmpty && unchanged.boundary == .shallow)
    #expect(
      try fixture.store.history(of: nil, matching: HistoryFilter(episode: .init(validating: "p/1")), limit: 9).entries
        == [])
    expectError(.notFound) { _ = try fixture.store.history(of: .id("c"), limit: 10) }

    let origins = try fixture.store.blame(.playlist(.id("a")))
    #expect(origins.map(\.isBoundary) == [true, true, false])
    #expect(origins.map { $0.change?.id } == [all.entries[1].id, all.entries[1].id, all.entries[0].id])
    let playlist = try #require(try fixture.store.playlist(.id("a"), withTimes: true))
    #expect(playlist.created == nil && playlist.updated != nil)
    let other = try #require(try fixture.store.playlist(.id("b"), withTimes: true))
    #expect(other.created == nil && other.updated == nil)
  }

  @Test func revisionsReachTheOldestCommit() throws {
    let fixture = try clone(depth: 2)
    #expect(try fixture.store.playlist(.id("a"), at: "@{1}").episodes.count == 2)
    #expect(try fixture.store.playlist(.id("b"), at: "@{0}").name == "Second")
    for revision in ["@{2}", "2001-01-01"] as [Revision] {
      let error = expectError(.noSuchRevision) { _ = try fixture.store.playlist(.id("a"), at: revision) }
      #expect(error?.cause as? RevisionFailure == .cutOff(.shallow))
    }
    expectError(.noSuchRevision) { _ = try fixture.store.diff(of: nil, from: "HEAD~2", to: nil) }
    #expect(try fixture.store.diff(of: nil, from: "HEAD~1", to: nil).map(\.path) == ["playlists/a.toml"])
    try fixture.store.restore(.id("a"), at: "@{1}")
    #expect(try fixture.store.find(.id("a"))?.episodes.count == 2)
  }

  @Test func laterFetchesAreSeen() throws {
    let fixture = try clone(depth: 1)
    #expect(try fixture.store.history(of: nil, limit: 10).entries.count == 1)
    try fixture.sandbox.git("fetch", "-q", "--deepen", "1")
    #expect(try fixture.store.history(of: .id("a"), limit: 10).entries.count == 1)
    try fixture.sandbox.git("fetch", "-q", "--unshallow")
    let whole = try fixture.store.history(of: nil, limit: 10)
    #expect(whole.entries == (try origin.store.history(of: nil, limit: 10).entries) && whole.boundary == nil)
    #expect(try fixture.store.blame(.playlist(.id("a"))).allSatisfy { !$0.isBoundary })
    try forgetBranches(in: fixture.sandbox)
    #expect(try fixture.store.undo(3).steps.count == 3)
    #expect(try fixture.store.find(.id("b"))?.name == "B")
  }

  @Test func aMissingParent() throws {
    let id = try origin.sandbox.git("rev-parse", "HEAD~1")
    try origin.sandbox.remove(origin.sandbox.path(ofObject: id))
    let files = try origin.snapshot()
    let error = expectError(.repository) { try origin.store.undo() }
    #expect((error?.cause as? GitError)?.code == .notFound)
    #expect(try origin.snapshot() == files)
  }
}
