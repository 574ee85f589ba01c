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

  private let playlists: InMemoryItems<Playlist>
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
    self.playlists = InMemoryItems(playlists)
    self.now = now
    self.save = save
  }

  /// Every playlist, in order of id.
  public func all() throws(MixtapeError) -> [Playlist] { playlists.all() }

  /// The playlist of an id, or `nil`.
  public func find(_ id: Playlist.ID) throws(MixtapeError) -> Playlist? { playlists.find(id) }

  /// Plans an operation, saves the plan, and puts it into effect.
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

  /// Every change from now on, in order.
  public func changes() -> AsyncStream<PlaylistChange> { playlists.listen() }
}
