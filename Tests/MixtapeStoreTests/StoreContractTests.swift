import Foundation
import ManagerContract
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import SystemPackage
import TestSupport
import Testing

@Suite("The store keeps the contract of playlists")
struct StoreContractTests {
  @Test(.timeLimit(.minutes(1)), arguments: contractCases)
  func contract(_ contractCase: ContractCase) async throws {
    try await contractCase.run(with: StoreFactory())
  }
}

/// Makes stores in directories of their own.
private struct StoreFactory: ManagerFactory {
  func withManager(
    holding playlists: [Playlist], saves: SaveBehavior, _ body: (any PlaylistManaging) async throws -> Void
  ) async throws {
    var files: [String: String] = [:]
    for playlist in playlists {
      let path = (["playlists"] + playlist.folder.components + ["\(playlist.id).toml"]).joined(separator: "/")
      files[path] = String(decoding: try PlaylistFile.new(playlist).source, as: UTF8.self)
    }
    let fixture = try StoreFixture(files)
    switch saves {
    case .succeed: try await body(fixture.store)
    case .failOnce: try await body(FailingOnce(fixture))
    }
    try fixture.expectClean()
  }
}

/// A store whose first change fails for real: a directory lies where the record of the operation belongs.
private final class FailingOnce: PlaylistManaging {
  private let store: Store
  private let obstacle: String
  private let attempts = Recorder<Void>()

  init(_ fixture: StoreFixture) {
    store = fixture.store
    obstacle = fixture.sandbox.store.appending(".git/mixtape/pending").string
  }

  func all() throws(MixtapeError) -> [Playlist] { try store.all() }
  func find(_ id: Playlist.ID) throws(MixtapeError) -> Playlist? { try store.find(id) }
  func changes() -> AsyncStream<PlaylistChange> { store.changes() }

  func perform(_ operation: PlaylistOperation) throws(MixtapeError) -> PlaylistPlan {
    attempts.record(())
    guard attempts.values.count == 1 else { return try store.perform(operation) }
    do {
      try FileManager.default.createDirectory(atPath: obstacle, withIntermediateDirectories: true)
      defer { #expect(throws: Never.self) { try FileManager.default.removeItem(atPath: obstacle) } }
      return try store.perform(operation)
    } catch let error as MixtapeError {
      throw error
    } catch {
      throw MixtapeError(.saveFailed, cause: error)
    }
  }
}
