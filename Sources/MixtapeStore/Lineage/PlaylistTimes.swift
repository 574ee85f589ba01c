internal import GitHistory
internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The times at which playlists were created and last changed, from history.
///
/// They follow the file: a renaming, and an undo that brings a deleted playlist back, do not make it younger.
struct PlaylistTimes {
  private var created: [Playlist.ID: Date] = [:]
  private var updated: [Playlist.ID: Date] = [:]

  /// Looks up the times of playlists. O(the number of commits since the oldest of them was created).
  init(of ids: Set<Playlist.ID>, in repository: StoreRepository) throws(MixtapeError) {
    // The playlists whose creation is not found yet, by their ids in the part of history that the walk has reached.
    var open = Dictionary(uniqueKeysWithValues: ids.map { ($0, $0) })
    let renames = RecordedRenames(in: repository)
    let walk = try ChangeWalk(
      of: repository, .touching(ids.count == 1 ? ids.map(StoreItem.playlist) : nil), firstParentOnly: true)
    // The changes of a commit at a boundary are unknown.
    while !open.isEmpty, let step = walk.next(), !step.isBoundary {
      var renamed: [Playlist.ID: Playlist.ID] = [:]
      for (id, isCreation) in Self.playlists(in: step.changes) {
        guard let present = open[id] else { continue }
        if updated[present] == nil { updated[present] = step.date }
        guard isCreation else { continue }
        created[present] = step.date
        if case .playlist(let former)? = try renames.renames(in: step.id).earlier(.playlist(id)), former != id {
          open[id] = nil
          renamed[former] = present
          walk.include(.playlist(former))
        } else if try !repository.commit(step.id).restoresFiles {
          open[id] = nil
        }
      }
      open.merge(renamed) { $1 }
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
      guard let id = SectionFile.playlistID(at: change.path) else { continue }
      let earlier = touched[id] ?? (false, false)
      touched[id] = (earlier.added || change.new != nil, earlier.existed || change.old != nil)
    }
    return touched.mapValues { $0.added && !$0.existed }
  }
}

extension Commit {
  /// Whether the commit can bring back files that existed before.
  fileprivate var restoresFiles: Bool {
    trailer(CommitMessage.operationKey).map(CommitMessage.returningOperations.contains) == true
  }
}
