internal import GitHistory
internal import MixtapeModel

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The commits that changed files of the store, or the file of one playlist, newest first, with what they changed.
///
/// Whatever looks for changes in history looks through this: `history` and its filters, `blame`, revisions that count
/// versions, and times. What the commits changed is looked up in the ``CommitRecords``.
final class ChangeWalk {
  /// A commit that changed something.
  struct Step {
    let commit: CommitID
    /// When its author made it.
    let date: Date
    /// Every file of the store that it changed, against its first parent; at a boundary, every file that it has.
    let changes: [FileChange]
    /// Whether history ends with it although it is not the first commit, so that nobody knows what it changed.
    let isBoundary: Bool
  }

  private let index: CommitRecords
  private let playlist: Playlist.ID?
  private let firstParentOnly: Bool
  private var queue = CommitQueue<Int>()

  /// - Parameters:
  ///   - playlist: The playlist whose file the commits are to have changed; `nil` for any file of the store.
  ///   - start: Where to begin; `nil` for HEAD.
  ///   - firstParentOnly: Whether to leave out what merges brought in, so that each step leads to the state before it.
  init(
    of repository: Repository, touching playlist: Playlist.ID?, from start: CommitID? = nil,
    firstParentOnly: Bool = false
  ) throws(GitError) {
    let head = try repository.head().commit
    index = try CommitRecords(of: repository, upTo: start ?? head)
    self.playlist = playlist
    self.firstParentOnly = firstParentOnly
    if let number = (start ?? head).flatMap(index.number(of:)) { enqueue(number) }
  }

  /// The next commit that changed something, or `nil` at the end of history.
  func next() -> Step? {
    while let number = queue.next() {
      let parents = index.parents(of: number)
      for parent in firstParentOnly ? parents.prefix(1) : parents[...] { enqueue(parent) }
      let isWanted = playlist.map { index.record(number, touches: $0) } ?? index.recordHasChanges(number)
      guard isWanted, let record = index.record(number) else { continue }
      return Step(commit: record.id, date: record.date, changes: record.changes, isBoundary: record.isBoundary)
    }
    return nil
  }

  private func enqueue(_ number: Int) { queue.enqueue(number) { index.date(of: number) } }
}

extension FileChange {
  /// The playlist whose file it is.
  var playlist: Playlist.ID? { StoredFile.playlistID(at: path) }
}
