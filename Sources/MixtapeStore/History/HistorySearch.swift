internal import GitHistory
public import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A filter for the changes of a history. A change has to satisfy all conditions.
public struct HistoryFilter: Sendable {
  /// Changes that add this episode to a playlist, remove it or move it, by ``PlaylistDifference``. In the history of a
  /// podcast, also changes of the episode itself.
  public var episode: Episode.ID?
  /// Changes of these kinds (see ``HistoryEntry/operation``); `nil` stands for commits that Mixtape did not make. An
  /// empty set allows all kinds.
  public var operations: Set<String?>
  /// Changes since the start of this time.
  public var since: NamedTime?
  /// Changes until the end of this time.
  public var until: NamedTime?

  /// Makes a filter. Without arguments, it allows every change.
  public init(
    episode: Episode.ID? = nil, operations: Set<String?> = [], since: NamedTime? = nil, until: NamedTime? = nil
  ) {
    self.episode = episode
    self.operations = operations
    self.since = since
    self.until = until
  }
}

/// A search of history for the changes that pass a filter.
struct HistorySearch {
  private let filter: HistoryFilter
  private let item: StoreItem?
  private let repository: StoreRepository
  private let since: Date?
  private let until: Date?

  init(_ filter: HistoryFilter, of item: StoreItem?, in repository: StoreRepository, _ context: Store.Context) {
    self.filter = filter
    self.item = item
    self.repository = repository
    since = filter.since?.range(in: context).lowerBound
    until = filter.until?.range(in: context).upperBound
  }

  /// Returns the newest entries from a commit or HEAD on, at most `count`, and the boundary of history if the search
  /// reached it.
  func entries(
    from start: CommitID?, count: Int
  ) throws(MixtapeError) -> (entries: [HistoryEntry], boundary: HistoryBoundary?) {
    let walk = try ChangeWalk(of: repository, .touching(item), from: start)
    var entries: [HistoryEntry] = []
    var boundary: HistoryBoundary?
    while entries.count < count, let step = try walk.next() {
      let commit = try repository.commit(step.commit)
      boundary = boundary ?? commit.boundary
      let entry = HistoryEntry(commit, of: step)
      if try matches(entry, of: step) { entries.append(entry) }
    }
    return (entries, boundary)
  }

  private func matches(_ entry: HistoryEntry, of step: ChangeWalk.Step) throws(MixtapeError) -> Bool {
    // Dates in a history may be out of order, so the search continues after a date outside the bounds.
    guard since.map({ $0 <= entry.date }) ?? true, until.map({ entry.date <= $0 }) ?? true,
      filter.operations.isEmpty || filter.operations.contains(entry.operation)
    else { return false }
    // The commit is known, but its changes are not.
    if step.isBoundary { return item == nil && filter.episode == nil }
    guard let episode = filter.episode else { return true }
    let playlists: [Playlist.ID]
    switch item {
    case .podcast:
      return try Store.episodes(of: step.changes.filter { $0.item == item }, in: repository).contains(episode)
    case .playlist(let id): playlists = [id]
    case nil: playlists = entry.playlists
    }
    for id in playlists {
      let before = try step.episodes(of: id, on: \.old, in: repository) ?? []
      let after = try step.episodes(of: id, on: \.new, in: repository) ?? []
      if ListDifference(from: before, to: after).concerns(episode) { return true }
    }
    return false
  }
}
