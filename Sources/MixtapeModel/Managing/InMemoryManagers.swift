internal import Synchronization

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

/// A manager of a library in memory, for tests, previews, and programs that store it elsewhere.
public final class InMemoryPodcastManager: PodcastManaging {
  /// A function that saves a plan before it is applied. If it throws, nothing changes.
  ///
  /// It runs under the lock of the manager, so it must not call the manager.
  public typealias Save = @Sendable (PodcastPlan) throws -> Void

  private let podcasts: InMemoryItems<Podcast>
  private let save: Save

  /// Makes a manager.
  ///
  /// - Parameters:
  ///   - podcasts: The initial podcasts. Of two with one id, the last stays.
  ///   - save: Saves changes elsewhere; by default, does nothing.
  public init(_ podcasts: [Podcast] = [], save: @escaping Save = { _ in }) {
    self.podcasts = InMemoryItems(podcasts)
    self.save = save
  }

  /// Returns all podcasts and albums, in order of id.
  public func all() throws(MixtapeError) -> [Podcast] { podcasts.all() }

  /// Returns the podcast with an id, or `nil`.
  public func find(_ id: Podcast.ID) throws(MixtapeError) -> Podcast? { podcasts.find(id) }

  /// Plans an operation, saves the plan and applies it.
  @discardableResult
  public func perform(_ operation: PodcastOperation) throws(MixtapeError) -> PodcastPlan {
    try podcasts.perform(
      { (catalog) throws(MixtapeError) in try operation.plan(in: catalog) }, changes: \.changes, save: save)
  }

  /// Returns a stream of all changes from now on, in order.
  public func changes() -> AsyncStream<PodcastChange> { podcasts.listen() }
}

/// The shared part of the managers in memory: items by id, changed by one operation at a time, and the listeners.
final class InMemoryItems<Item: FileBacked>: Sendable {
  private let items: Mutex<[Item.ID: Item]>
  private let broadcaster = ChangeBroadcaster<ItemChange<Item>>()

  /// Makes a collection. Of two items with one id, the last stays.
  init(_ items: [Item]) {
    self.items = Mutex(Dictionary(items.map { ($0.id, $0) }, uniquingKeysWith: { $1 }))
  }

  func all() -> [Item] { items.withLock { $0.values.sorted { $0.id < $1.id } } }

  func find(_ id: Item.ID) -> Item? { items.withLock { $0[id] } }

  func listen() -> AsyncStream<ItemChange<Item>> { broadcaster.listen() }

  /// Plans a change, saves it and applies it. If `save` throws, nothing changes.
  ///
  /// - Parameters:
  ///   - plan: Makes the plan.
  ///   - changes: Returns the changes of the plan.
  ///   - save: Saves a plan that changes anything.
  func perform<Plan>(
    _ plan: (ItemCatalog<Item>) throws(MixtapeError) -> Plan, changes: (Plan) -> [ItemChange<Item>],
    save: (Plan) throws -> Void
  ) throws(MixtapeError) -> Plan {
    try items.withLock { items throws(MixtapeError) in
      let plan = try plan(ItemCatalog(all: items))
      let changes = changes(plan)
      guard let first = changes.first else { return plan }
      do {
        try save(plan)
      } catch {
        throw MixtapeError(.saveFailed, Item.subject(first.item.id), cause: error)
      }
      for change in changes {
        items[change.item.id] = change.after
        broadcaster.send(change)
      }
      return plan
    }
  }
}

/// A catalog of items in memory.
struct ItemCatalog<Item: FileBacked>: Catalog {
  let all: [Item.ID: Item]

  func item(_ id: FileID<Item>) -> Item? { all[id] }
  func isTaken(_ id: FileID<Item>) -> Bool { all[id] != nil }
  func ids() -> [FileID<Item>] { all.keys.sorted() }
  func items() -> [Item] { all.values.sorted { $0.id < $1.id } }
}
