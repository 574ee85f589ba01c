internal import Synchronization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// Playlists in memory: for tests, previews, and programs that keep them elsewhere.
public final class InMemoryPlaylistManager: PlaylistManaging {
  /// Saves a plan, times included, before it takes effect; when it throws, the change does not happen.
  ///
  /// It runs while the manager is locked, so it must not call the manager.
  public typealias Save = @Sendable (PlaylistPlan) throws -> Void

  private let playlists: Mutex<[Playlist.ID: Playlist]>
  private let broadcaster = ChangeBroadcaster<PlaylistChange>()
  private let now: @Sendable () -> Date
  private let save: Save

  /// Makes a manager.
  ///
  /// - Parameters:
  ///   - playlists: What is there at first; of two with one id, the last stays.
  ///   - now: The clock for created and updated times.
  ///   - save: Where changes are kept besides; nowhere by default.
  public init(
    _ playlists: [Playlist] = [], now: @escaping @Sendable () -> Date, save: @escaping Save = { _ in }
  ) {
    self.playlists = Mutex(Dictionary(playlists.map { ($0.id, $0) }, uniquingKeysWith: { $1 }))
    self.now = now
    self.save = save
  }

  /// Every playlist, in order of id.
  public func all() throws(MixtapeError) -> [Playlist] {
    playlists.withLock { $0.values.sorted { $0.id < $1.id } }
  }

  /// The playlist of an id, or `nil`.
  public func find(_ id: Playlist.ID) throws(MixtapeError) -> Playlist? {
    playlists.withLock { $0[id] }
  }

  /// Plans an operation, saves the plan, and puts it into effect.
  @discardableResult
  public func perform(_ operation: PlaylistOperation) throws(MixtapeError) -> PlaylistPlan {
    try playlists.withLock { playlists throws(MixtapeError) in
      let plan = try operation.plan(in: Catalog(playlists: playlists))
      guard !plan.changesNothing else { return plan }
      let time = now()
      let saved = plan.saved(as: plan.after?.withTimes(created: plan.before?.created ?? time, updated: time))
      do {
        try save(saved)
      } catch {
        throw MixtapeError(.saveFailed, (saved.after ?? saved.before).map { .playlist($0.id) } ?? .none, cause: error)
      }
      if let gone = saved.before { playlists[gone.id] = nil }
      if let new = saved.after { playlists[new.id] = new }
      PlaylistChange(from: saved.before, to: saved.after).map(broadcaster.send)
      return saved
    }
  }

  /// Every change from now on, in order.
  public func changes() -> AsyncStream<PlaylistChange> { broadcaster.listen() }

  private struct Catalog: PlaylistCatalog {
    let playlists: [Playlist.ID: Playlist]

    func playlist(_ id: Playlist.ID) -> Playlist? { playlists[id] }
    func isTaken(_ id: Playlist.ID) -> Bool { playlists[id] != nil }
    func ids() -> [Playlist.ID] { playlists.keys.sorted() }
  }
}
