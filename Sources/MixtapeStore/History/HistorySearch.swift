internal import GitHistory
public import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A filter for the changes of a history: those that meet all of its conditions.
public struct HistoryFilter: Sendable {
  /// Changes that put this episode into a playlist, took it out or moved it, by ``PlaylistDifference``.
  public var episode: Episode.ID?
  /// Changes of these kinds (see ``HistoryEntry/operation``); `nil` among them stands for commits that Mixtape did not
  /// make. Empty for all kinds.
  public var operations: Set<String?>
  /// Changes since the beginning of this time.
  public var since: NamedTime?
  /// Changes until the end of this time.
  public var until: NamedTime?

  /// Makes a filter; without arguments it lets every change through.
  public init(
    episode: Episode.ID? = nil, operations: Set<String?> = [], since: NamedTime? = nil, until: NamedTime? = nil
  ) {
    self.episode = episode
    self.operations = operations
    self.since = since
    self.until = until
  }
}

/// Looks through history for the changes that a filter lets through.
struct HistorySearch {
  private let filter: HistoryFilter
  private let playlist: Playlist.ID?
  private let repository: StoreRepository
  private let since: Date?
  private let until: Date?

  init(_ filter: HistoryFilter, of playlist: Playlist.ID?, in repository: StoreRepository, _ context: Store.Context) {
    self.filter = filter
    self.playlist = playlist
    self.repository = repository
    since = filter.since?.range(in: context).lowerBound
    until = filter.until?.range(in: context).upperBound
  }

  /// The newest entries from a commit on, or from HEAD; at most `count`. With them, the boundary of history that was met on
  /// the way.
  func entries(
    from start: CommitID?, count: Int
  ) throws(MixtapeError) -> (entries: [HistoryEntry], boundary: HistoryBoundary?) {
    let walk = try ChangeWalk(of: repository, .touching(playlist), from: start)
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
    // Dates in a history may be out of order, so the search goes on after a date out of bounds.
    guard since.map({ $0 <= entry.date }) ?? true, until.map({ entry.date <= $0 }) ?? true,
      filter.operations.isEmpty || filter.operations.contains(entry.operation)
    else { return false }
    // The change is known, but not its files.
    if step.isBoundary { return playlist == nil && filter.episode == nil }
    guard let episode = filter.episode else { return true }
    for id in playlist.map({ [$0] }) ?? entry.playlists {
      let before = try step.episodes(of: id, on: \.old, in: repository) ?? []
      let after = try step.episodes(of: id, on: \.new, in: repository) ?? []
      if ListDifference(from: before, to: after).concerns(episode) { return true }
    }
    return false
  }
}
