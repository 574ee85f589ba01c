internal import FileSystem
internal import MixtapeLibrary
internal import MixtapeModel
internal import SystemPackage

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

/// The watched directories of a store, by their paths below the store's directory, which itself is the empty path.
struct WatchedDirectories {
  enum Place: Equatable {
    /// A file of the store.
    case file(String, isBeingWritten: Bool)
    /// A directory with everything in it. The empty path stands for the whole store.
    case directory(String)
    /// The store's directory was deleted or moved.
    case storeIsGone
  }

  private let store: FilePath
  private let watch: DirectoryWatch
  private var paths: [DirectoryWatch.ID: String] = [:]

  init(of store: FilePath, _ watch: DirectoryWatch) {
    self.store = store
    self.watch = watch
  }

  /// Watches these directories and no others.
  ///
  /// - Returns: Whether one of them was not watched before at its path, so that changes in it may have been missed.
  mutating func replace(with wanted: [String]) throws(MixtapeError) -> Bool {
    var current: [DirectoryWatch.ID: String] = [:]
    do throws(DirectoryWatch.Failure) {
      for path in wanted {
        // Adding a watched path again returns a new id if there is another directory now.
        if let id = try watch.add(path.isEmpty ? store : store.appending(path)) { current[id] = path }
      }
    } catch {
      throw .cannotWatch(store, error)
    }
    let isNew = current.contains { paths[$0.key] != $0.value }
    for id in paths.keys where current[id] == nil { watch.remove(id) }
    paths = current
    return isNew
  }

  /// Returns the subject of an event; `nil` if it does not concern the store.
  mutating func place(of event: DirectoryWatch.Event) -> Place? {
    switch event {
    case .overflow: return .directory("")
    case .writing(let id, let name): return file(name, in: id, isBeingWritten: true)
    case .settled(let id, let name): return file(name, in: id, isBeingWritten: false)
    case .directory(let id, let name):
      return path(of: name, in: id).flatMap { Section(containing: $0) == nil ? nil : .directory($0) }
    case .lost(let id):
      guard let path = paths.removeValue(forKey: id) else { return nil }
      watch.remove(id)
      return path.isEmpty ? .storeIsGone : .directory(path)
    }
  }

  private func file(_ name: String, in id: DirectoryWatch.ID, isBeingWritten: Bool) -> Place? {
    guard let path = path(of: name, in: id), StorePaths.contains(path) else { return nil }
    return .file(path, isBeingWritten: isBeingWritten)
  }

  /// Returns the path of a name; `nil` for a hidden one, and for one in a directory that is no longer watched.
  private func path(of name: String, in id: DirectoryWatch.ID) -> String? {
    guard let directory = paths[id], !name.hasPrefix(".") else { return nil }
    return directory.isEmpty ? name : "\(directory)/\(name)"
  }
}

/// Paths with events that wait for a quiet time before they are read.
///
/// The caller passes the time, which may start at any point.
struct PendingPaths {
  /// The time without events after which a path is read.
  let quietTime: Duration
  /// The time without events after which a path is read that may be incomplete: its writer has not closed it, or its
  /// text has errors.
  var gracePeriod: Duration { quietTime * 3 }

  private struct Mark {
    var last: Duration
    var mayBeHalfWritten: Bool
    var isHeld = false
  }

  private var marks: [String: Mark] = [:]

  init(quietTime: Duration) { self.quietTime = quietTime }

  /// The time at which the next path is due; `nil` if no path waits.
  var deadline: Duration? { marks.values.map(due).min() }

  mutating func note(_ path: String, isBeingWritten: Bool, at now: Duration) {
    marks[path] = Mark(last: now, mayBeHalfWritten: isBeingWritten)
  }

  /// Delays a path whose file has errors until it has been quiet for longer.
  mutating func postpone(_ path: String, at now: Duration) {
    marks[path] = Mark(last: marks[path]?.last ?? now, mayBeHalfWritten: true)
  }

  /// Delays paths that may belong together until all of them have been quiet for the grace period, or any other path is due.
  mutating func hold(_ paths: [String], at now: Duration) {
    let last = paths.map { marks[$0]?.last ?? now }.max() ?? now
    for path in paths { marks[path] = Mark(last: last, mayBeHalfWritten: true, isHeld: true) }
  }

  /// Returns whether a path waits by itself and is not due yet.
  func isWaiting(_ path: String, at now: Duration) -> Bool {
    marks[path].map { !$0.isHeld && due($0) > now } ?? false
  }

  /// Returns whether a path has not yet been quiet for the grace period.
  func isInGracePeriod(with path: String, at now: Duration) -> Bool {
    // A path without events was found by a scan just now.
    marks[path].map { $0.last + gracePeriod > now } ?? true
  }

  /// Returns the paths that are due. With them, all paths are due that are held.
  func due(at now: Duration) -> [String] {
    guard let deadline, deadline <= now else { return [] }
    return marks.filter { $0.value.isHeld || due($0.value) <= now }.map(\.key)
  }

  mutating func remove(_ path: String) { marks[path] = nil }

  private func due(_ mark: Mark) -> Duration { mark.last + (mark.mayBeHalfWritten ? gracePeriod : quietTime) }
}
