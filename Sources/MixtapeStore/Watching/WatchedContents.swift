internal import MixtapeLibrary
internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The episodes of smart playlists, as last reported. Only playlists that a change can affect are evaluated again.
///
/// Rules that depend on the clock are evaluated again at every full hour, because a day begins then in UTC. Changes
/// that depend on a time of day are reported at most an hour late. If a rule
/// counts minutes, they are evaluated again at every full minute.
struct WatchedContents {
  private let store: Store
  private var playlists: [Playlist.ID: Playlist] = [:]
  private var dependencies: [Playlist.ID: PlaylistDependencies] = [:]
  private var known: [Playlist.ID: [Episode.ID]] = [:]
  /// Playlists whose rules cannot be evaluated, with the last reported reason.
  private var failing: [Playlist.ID: String] = [:]
  /// The time at which rules that depend on the clock must be evaluated again; `nil` if there are none.
  private(set) var deadline: Duration?

  init(_ store: Store, _ playlists: [Playlist]) {
    self.store = store
    for playlist in playlists { note(playlist.id, playlist) }
    _ = reevaluate(Set(self.playlists.keys), .zero)
  }

  /// Evaluates the playlists that changes can affect, and returns their events.
  ///
  /// - Parameter change: The changes, except for the time.
  mutating func update(after change: LibraryChange, _ events: [StoreEvent], at now: Duration) -> [StoreEvent] {
    var change = change
    if let deadline, deadline <= now { change.isLater = true }
    for event in events {
      switch event {
      case .playlist(let change, _): note(change.item.id, change.after)
      case .renamed(let before, let after, _):
        note(before.id, nil)
        note(after.id, after)
      default: break
      }
    }
    if !usesClock { deadline = nil }
    let touched = change.affected(among: dependencies)
    let byTime = change.isLater ? LibraryChange(isLater: true).affected(among: dependencies) : []
    return touched.isEmpty ? [] : reevaluate(touched, byTime: byTime, now)
  }

  private var usesClock: Bool { dependencies.values.contains(where: \.usesClock) }

  private mutating func note(_ id: Playlist.ID, _ playlist: Playlist?) {
    guard let playlist, playlist.isSmart else {
      playlists[id] = nil
      dependencies[id] = nil
      known[id] = nil
      failing[id] = nil
      return
    }
    playlists[id] = playlist.withRepeatableOrder
    dependencies[id] = PlaylistDependencies(playlist)
  }

  /// Evaluates playlists, and returns events for those with other episodes.
  ///
  /// - Parameter byTime: The playlists whose episodes time may have changed.
  private mutating func reevaluate(
    _ ids: Set<Playlist.ID>, byTime: Set<Playlist.ID> = [], _ now: Duration
  ) -> [StoreEvent] {
    let wanted = ids.sorted().compactMap { playlists[$0] }
    guard !wanted.isEmpty else { return [] }
    let date = store.context.now()
    if let interval = dependencies.values.compactMap(\.clockInterval).min().map(Double.init) {
      deadline = now + .seconds(interval - date.timeIntervalSince1970.truncatingRemainder(dividingBy: interval))
    }
    do throws(MixtapeError) {
      return zip(wanted, try contents(of: wanted, now: date)).compactMap {
        event(for: $0.id, $1, isByTime: byTime.contains($0.id))
      }
    } catch {
      return wanted.compactMap { event(for: $0.id, .failure(error), isByTime: false) }
    }
  }

  /// Returns the episodes of playlists at a time that the library has. Remarks on rules are sent to `notify`, errors
  /// in files are not.
  private func contents(
    of playlists: [Playlist], now: Date
  ) throws(MixtapeError) -> [Result<[Episode.ID], MixtapeError>] {
    return try LibraryIndexSource(store, [.playlists, .library]).read { (index) throws(LibraryError) in
      try playlists.map { (playlist) throws(LibraryError) -> Result<[Episode.ID], MixtapeError> in
        do throws(LibraryError) {
          return .success(try index.contents(of: playlist, now: now, noting: store.notify).episodes)
        } catch {
          guard error.concernsRules else { throw error }
          return .failure(MixtapeError(.library, .playlist(playlist.id), cause: error))
        }
      }
    }.value
  }

  private mutating func event(
    for id: Playlist.ID, _ result: Result<[Episode.ID], MixtapeError>, isByTime: Bool
  ) -> StoreEvent? {
    switch result {
    case .success(let episodes):
      failing[id] = nil
      let before = known.updateValue(episodes, forKey: id)
      // A playlist that is new, or was not smart before, has no change of contents.
      guard let before, before != episodes else { return nil }
      return .contents(ContentsChange(id, from: before, to: episodes, isByTime: isByTime))
    case .failure(let error):
      let reason = "\(error.code.rawValue) \((error.cause as? LibraryError)?.code.rawValue ?? "")"
      guard failing.updateValue(reason, forKey: id) != reason else { return nil }
      return .contentsUnknown(id, error)
    }
  }
}

extension Playlist {
  /// The playlist with a seed, if its order is random and has none. Otherwise each evaluation would give another
  /// order.
  fileprivate var withRepeatableOrder: Playlist {
    criteria.seed == nil ? withCriteria { $0.seed = 0 } : self
  }
}
