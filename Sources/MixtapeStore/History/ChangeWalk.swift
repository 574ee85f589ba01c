internal import GitHistory
internal import MixtapeModel

/// The commits that changed files of the store, or the file of one playlist, newest first, with what they changed.
///
/// Whatever looks for changes in history looks through this: `history` and its filters, `blame`, and revisions that count
/// versions. Each step costs a comparison of two trees.
final class ChangeWalk {
  /// A commit that changed something.
  struct Step {
    let commit: CommitID
    /// Every file of the store that it changed, against its first parent.
    let changes: [FileChange]
  }

  private let repository: Repository
  private let playlist: Playlist.ID?
  private let commits: CommitWalk

  /// - Parameters:
  ///   - playlist: The playlist whose file the commits are to have changed; `nil` for any file of the store.
  ///   - start: Where to begin; `nil` for HEAD.
  ///   - firstParentOnly: Whether to leave out what merges brought in, so that each step leads to the state before it.
  init(
    of repository: Repository, touching playlist: Playlist.ID?, from start: CommitID? = nil,
    firstParentOnly: Bool = false
  ) throws(GitError) {
    self.repository = repository
    self.playlist = playlist
    commits = try repository.log(from: start, firstParentOnly: firstParentOnly)
  }

  /// The next commit that changed something, or `nil` at the end of history.
  func next() throws(GitError) -> Step? {
    while let id = try commits.nextID() {
      let changes = try repository.storeChanges(in: id)
      guard playlist.map({ id in changes.contains { $0.playlist == id } }) ?? !changes.isEmpty else { continue }
      return Step(commit: id, changes: changes)
    }
    return nil
  }
}

extension FileChange {
  /// The playlist whose file it is.
  var playlist: Playlist.ID? { HistoryEntry.playlist(at: path) }
}
