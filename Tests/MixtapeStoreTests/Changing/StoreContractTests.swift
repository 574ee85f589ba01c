import Foundation
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import SystemPackage
import TestSupport
import Testing

@Suite("The store satisfies the contracts of both managers")
struct StoreContractTests {
  @Test(.timeLimit(.generous), arguments: playlistCases)
  func playlists(_ contractCase: PlaylistCase) async throws {
    try await contractCase.run(with: StoreFactory())
  }

  @Test(.timeLimit(.generous), arguments: podcastCases)
  func podcasts(_ contractCase: PodcastCase) async throws {
    try await contractCase.run(with: LibraryFactory())
  }
}

/// Makes stores in separate directories.
private struct StoreFactory: ManagerFactory {
  func withManager(
    holding playlists: [Playlist], saves: SaveBehavior, _ body: (any PlaylistManaging) async throws -> Void
  ) async throws {
    let files = try playlists.map { ($0.path(in: "playlists"), try PlaylistFile.new($0).source) }
    let fixture = try StoreFixture(files.texts)
    try await body(saves == .succeed ? fixture.store : FailingOnce(fixture))
    try fixture.expectClean()
  }
}

/// Makes libraries of stores in separate directories.
private struct LibraryFactory: ManagerFactory {
  func withManager(
    holding podcasts: [Podcast], saves: SaveBehavior, _ body: (any PodcastManaging) async throws -> Void
  ) async throws {
    let files = try podcasts.map { ($0.path(in: "library"), try PodcastFile.new($0).source) }
    let fixture = try StoreFixture(files.texts)
    try await body(saves == .succeed ? fixture.store.library : FailingLibrary(fixture))
    try fixture.expectClean()
  }
}

extension FileBacked {
  fileprivate func path(in section: String) -> String {
    ([section] + folder.components + ["\(id).toml"]).joined(separator: "/")
  }
}

extension [(String, [UInt8])] {
  fileprivate var texts: [String: String] {
    Dictionary(uniqueKeysWithValues: map { ($0.0, String(decoding: $0.1, as: UTF8.self)) })
  }
}

/// A store whose first change fails.
private final class FailingOnce: PlaylistManaging {
  private let store: Store
  private let obstacle: Obstacle

  init(_ fixture: StoreFixture) {
    store = fixture.store
    obstacle = Obstacle(in: fixture)
  }

  func all() throws(MixtapeError) -> [Playlist] { try store.all() }
  func find(_ id: Playlist.ID) throws(MixtapeError) -> Playlist? { try store.find(id) }
  func changes() -> AsyncStream<PlaylistChange> { store.changes() }

  func perform(_ operation: PlaylistOperation) throws(MixtapeError) -> PlaylistPlan {
    try obstacle.standingOnce { () throws(MixtapeError) in try store.perform(operation) }
  }
}

/// A library whose first change fails.
private final class FailingLibrary: PodcastManaging {
  private let library: StoreLibrary
  private let obstacle: Obstacle

  init(_ fixture: StoreFixture) {
    library = fixture.store.library
    obstacle = Obstacle(in: fixture)
  }

  func all() throws(MixtapeError) -> [Podcast] { try library.all() }
  func find(_ id: Podcast.ID) throws(MixtapeError) -> Podcast? { try library.find(id) }
  func changes() -> AsyncStream<PodcastChange> { library.changes() }

  func perform(_ operation: PodcastOperation) throws(MixtapeError) -> PodcastPlan {
    try obstacle.standingOnce { () throws(MixtapeError) in try library.perform(operation) }
  }
}

/// A directory at the path of the operation's record, which makes a change fail.
private final class Obstacle: Sendable {
  private let path: String
  private let attempts = Recorder<Void>()

  init(in fixture: StoreFixture) { path = fixture.sandbox.store.appending(".git/mixtape/pending").string }

  /// Makes a change; the first time, with the obstacle.
  func standingOnce<Result>(_ change: () throws(MixtapeError) -> Result) throws(MixtapeError) -> Result {
    attempts.record(())
    guard attempts.values.count == 1 else { return try change() }
    do {
      try FileManager.default.createDirectory(atPath: path, withIntermediateDirectories: true)
      defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: path) } }
      return try change()
    } catch let error as MixtapeError {
      throw error
    } catch {
      throw MixtapeError(.saveFailed, cause: error)
    }
  }
}
