import Foundation
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

/// Syncs of clones that git made with a part of the history.
@Suite("Syncs of shallow clones")
struct ShallowCloneTests {
  private let synced: SyncedStore

  /// Makes a store with four commits, and pushes it.
  init() throws {
    synced = try SyncedStore()
    for number in 4...6 { try synced.store.add("p/\(number)", to: "focus") }
    try synced.store.sync(by: .quiet)
  }

  /// Clones the remote with a number of the newest commits.
  private func clone(depth: Int) throws -> Store {
    let directory = synced.sandbox.root.appending("shallow")
    try synced.sandbox.git(
      "clone", "-q", "--depth", "\(depth)", "file://\(synced.remote.directory)", directory.string,
      in: synced.sandbox.root)
    return try Store(at: directory, context: SyncedStore.context(in: synced.sandbox))
  }

  private func expectShallow(_ store: Store, sourceLocation: Testing.SourceLocation = #_sourceLocation) {
    let file = store.directory.appending(".git/shallow").string
    #expect(FileManager.default.fileExists(atPath: file), sourceLocation: sourceLocation)
  }

  @Test(arguments: 1...3) func `changes of both sides are merged from a base at the boundary or after it`(
    depth: Int
  ) throws {
    let shallow = try clone(depth: depth)
    for round in 1...2 {
      try synced.store.add("p/\(6 + round)", to: "focus")
      try synced.store.add("p/\(round)", to: "calm")
      try synced.store.sync(by: .quiet)
      try shallow.add("p/9", to: round == 1 ? "focus" : "calm")
      let report = try shallow.sync(by: .quiet)
      #expect(report.merge != nil && report.received == 2 && report.conflicts.isEmpty)
      #expect(try synced.store.sync(by: .quiet).received == 2)
      for playlist in ["focus", "calm"] {
        #expect(try shallow.episodes(of: playlist) == synced.store.episodes(of: playlist))
      }
    }
    #expect(try Set(shallow.episodes(of: "focus")) == Set((1...9).map { "p/\($0)" }))
    #expect(try Set(shallow.episodes(of: "calm")) == ["p/1", "p/2", "p/3", "p/9"])
    expectShallow(shallow)
    try synced.expectSound(shallow)
  }

  @Test func `a conflict takes the newer value`() throws {
    let shallow = try clone(depth: 1)
    let focus = try Playlist.ID(validating: "focus")
    try synced.store.change(.rename(focus, to: "Theirs"))
    try synced.store.sync(by: .quiet)
    try shallow.change(.rename(focus, to: "Ours"))
    let report = try shallow.sync(by: .quiet)
    #expect(report.conflicts.map(\.key) == ["name"])
    let name = try shallow.playlists().first { $0.id == focus }?.name
    #expect(name == report.conflicts.first.map { $0.winner == .ours ? "Ours" : "Theirs" })
    expectShallow(shallow)
  }

  @Test func `a branch from before the boundary is merged, too`() throws {
    let shallow = try clone(depth: 2)
    let directory = synced.sandbox.root.appending("other")
    let other = try synced.clone("other")
    try synced.sandbox.git("switch", "-q", "-c", "old", "HEAD~3", in: directory)
    try other.add("p/9", to: "calm")
    try synced.sandbox.git("switch", "-q", "main", in: directory)
    try synced.sandbox.git("merge", "-q", "-m", "Merge", "old", in: directory)
    try synced.sandbox.git("push", "-q", "origin", "main", in: directory)
    try shallow.add("p/7", to: "focus")
    #expect(try shallow.sync(by: .quiet).merge != nil)
    #expect(try Set(shallow.episodes(of: "focus")) == Set((1...7).map { "p/\($0)" }))
    #expect(try shallow.episodes(of: "calm") == ["p/3", "p/9"])
    expectShallow(shallow)
    try synced.expectSound(shallow)
  }

  @Test func `without a base within reach, the sync is refused`() throws {
    let shallow = try clone(depth: 1)
    // The new history begins before the boundary.
    try synced.sandbox.git("push", "-q", "--force", "origin", "HEAD~2:main")
    try shallow.add("p/7", to: "focus")
    guard case .shallow? = try expectRefusal({ try shallow.sync(by: .quiet) }) else {
      Issue.record("the sync was not refused because the clone is shallow")
      return
    }
    try synced.sandbox.git("fetch", "-q", "--unshallow", in: shallow.directory)
    // The remote lost the last two changes, and the push brings them back.
    #expect(try shallow.sync(by: .quiet).sent == 3)
  }
}
