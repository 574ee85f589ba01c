import Foundation
import MixtapeModel
import TestSupport
import Testing

@Suite("InMemoryPlaylistManager")
struct InMemoryPlaylistManagerTests {
  @Test("keeps the contract", .timeLimit(.generous), arguments: playlistCases)
  func contract(_ contractCase: PlaylistCase) async throws {
    try await contractCase.run(with: InMemoryManagerFactory())
  }

  @Test("of two playlists with one id, the last stays")
  func twoWithOneID() throws {
    let playlists = try [Playlist.fixture("a", name: "First"), .fixture("a", name: "Last")]
    let manager = InMemoryPlaylistManager(playlists)
    #expect(try manager.all().map(\.name) == ["Last"])
  }

  @Test("saves the plan that it returns, times included, and only plans that change something")
  func savedPlans() throws {
    let saved = Recorder<PlaylistPlan>()
    let manager = InMemoryPlaylistManager(save: saved.record, now: { .distantPast })
    let id = try manager.create(.fixture("a")).id
    let plan = try manager.rename(id, to: "Name")
    try manager.rename(id, to: "Name")
    #expect(saved.values.map(\.operation.kind) == [.create, .rename])
    #expect(saved.values.last == plan)
    #expect(plan.after?.updated == .distantPast)
  }

  @Test("a failed save names the playlist and keeps the cause")
  func failedSave() throws {
    let manager = InMemoryPlaylistManager(save: { _ in throw DiskFull() })
    let playlist = try Playlist.fixture("a")
    let error = expectError(.saveFailed, .playlist(playlist.id)) { try manager.create(playlist) }
    #expect(error?.cause is DiskFull)
  }
}

/// Makes managers whose clock advances with each change.
private struct InMemoryManagerFactory: ManagerFactory {
  func withManager(
    holding playlists: [Playlist], saves: SaveBehavior, _ body: (any PlaylistManaging) async throws -> Void
  ) async throws {
    let clock = Recorder<Void>()
    try await body(
      InMemoryPlaylistManager(
        playlists, save: saves.save(),
        now: {
          clock.record(())
          return Date(timeIntervalSince1970: Double(clock.values.count))
        }))
  }
}
