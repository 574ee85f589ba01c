internal import GitHistory
internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The times at which playlists were created and last changed, from history.
struct PlaylistTimes {
  private var created: [Playlist.ID: Date] = [:]
  private var updated: [Playlist.ID: Date] = [:]

  /// Looks up the times of playlists. O(the number of commits since the oldest of them was created).
  init(of ids: Set<Playlist.ID>, in repository: StoreRepository) throws(MixtapeError) {
    var open = ids
    let walk = try ChangeWalk(
      of: repository, .touching(ids.count == 1 ? ids.map(StoreItem.playlist) : nil), firstParentOnly: true)
    // The changes of a commit at a boundary are unknown.
    while !open.isEmpty, let step = try walk.next(), !step.isBoundary {
      for (id, isCreation) in Self.playlists(in: step.changes) where open.contains(id) {
        if updated[id] == nil { updated[id] = step.date }
        guard isCreation else { continue }
        created[id] = step.date
        open.remove(id)
      }
    }
  }

  /// Returns the playlist with its times. Both are `nil` if it was never committed, and a time is `nil` if it is
  /// before the boundary of history.
  func complete(_ playlist: Playlist) -> Playlist {
    playlist.withTimes(created: created[playlist.id], updated: updated[playlist.id])
  }

  /// Returns the playlists that a commit changed, and whether it created them. A file that was moved to another
  /// folder is both added and removed.
  private static func playlists(in changes: [FileChange]) -> [Playlist.ID: Bool] {
    var touched: [Playlist.ID: (added: Bool, existed: Bool)] = [:]
    for change in changes {
      guard let id = StoredFile.playlistID(at: change.path) else { continue }
      let earlier = touched[id] ?? (false, false)
      touched[id] = (earlier.added || change.new != nil, earlier.existed || change.old != nil)
    }
    return touched.mapValues { $0.added && !$0.existed }
  }
}
