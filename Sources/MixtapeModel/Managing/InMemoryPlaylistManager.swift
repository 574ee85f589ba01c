#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A manager of playlists in memory, for tests, previews, and programs that store playlists elsewhere.
public final class InMemoryPlaylistManager: PlaylistManaging {
  /// A function that saves a plan, times included, before it is applied. If it throws, nothing changes.
  ///
  /// It runs under the lock of the manager, so it must not call the manager.
  public typealias Save = @Sendable (PlaylistPlan) throws -> Void

  private let playlists: InMemoryItems<Playlist>
  private let now: @Sendable () -> Date
  private let save: Save

  /// Makes a manager.
  ///
  /// - Parameters:
  ///   - playlists: The initial playlists. Of two with one id, the last stays.
  ///   - save: Saves changes elsewhere; by default, does nothing.
  ///   - now: The clock for times of creation and change.
  public init(
    _ playlists: [Playlist] = [], save: @escaping Save = { _ in }, now: @escaping @Sendable () -> Date = { Date() }
  ) {
    self.playlists = InMemoryItems(playlists)
    self.now = now
    self.save = save
  }

  /// Returns all playlists, in order of id.
  public func all() throws(MixtapeError) -> [Playlist] { playlists.all() }

  /// Returns the playlist with an id, or `nil`.
  public func find(_ id: Playlist.ID) throws(MixtapeError) -> Playlist? { playlists.find(id) }

  /// Plans an operation, saves the plan and applies it.
  @discardableResult
  public func perform(_ operation: PlaylistOperation) throws(MixtapeError) -> PlaylistPlan {
    try playlists.perform(
      { (catalog) throws(MixtapeError) in
        let plan = try operation.plan(in: catalog)
        guard !plan.changesNothing else { return plan }
        let time = now()
        return plan.saved { before, after in after.withTimes(created: before?.created ?? time, updated: time) }
      }, changes: \.changes, save: save)
  }

  /// Returns a stream of all changes from now on, in order.
  public func changes() -> AsyncStream<PlaylistChange> { playlists.listen() }
}
