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

  /// Looks the times of some playlists up. O(the number of commits since the oldest of them was created).
  init(of ids: Set<Playlist.ID>, in repository: StoreRepository) throws(MixtapeError) {
    var open = ids
    let walk = try ChangeWalk(of: repository, .touching(ids.count == 1 ? ids.first : nil), firstParentOnly: true)
    // At a boundary it is not known which playlists the commit changed.
    while !open.isEmpty, let step = try walk.next(), !step.isBoundary {
      for (id, isCreation) in Self.playlists(in: step.changes) where open.contains(id) {
        if updated[id] == nil { updated[id] = step.date }
        guard isCreation else { continue }
        created[id] = step.date
        open.remove(id)
      }
    }
  }

  /// The playlist with its times; both are `nil` if it was never committed. Where history was cut off, those are `nil` that
  /// lie before.
  func complete(_ playlist: Playlist) -> Playlist {
    playlist.withTimes(created: created[playlist.id], updated: updated[playlist.id])
  }

  /// The playlists that a commit touched, and whether it brought them into being. A file that only went to another
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
