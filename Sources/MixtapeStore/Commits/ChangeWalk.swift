internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A walk through history that yields commits, newest first, with what they changed.
///
/// Everything that looks for changes in history walks this way: `history` and its filters, `blame`, undo, revisions and times.
/// What the commits changed comes from the ``CommitRecords``.
final class ChangeWalk {
  /// The commits that a walk yields.
  enum Scope {
    /// Every commit, also one that changed no file of the store.
    case everyCommit
    /// Commits that changed a file of the store.
    case store
    /// Commits that changed the file of a playlist.
    case playlist(Playlist.ID)

    /// Commits that changed the file of a playlist, or any file of the store if `playlist` is `nil`.
    static func touching(_ playlist: Playlist.ID?) -> Scope { playlist.map(Scope.playlist) ?? .store }
  }

  /// A commit and what it changed.
  struct Step {
    let commit: CommitID
    /// The author's time.
    let date: Date
    /// Every file of the store that it changed, against its first parent; at a boundary, every file that it has.
    let changes: [FileChange]
    /// Whether history ends here although this is not the first commit, so that nobody knows what it changed.
    let isBoundary: Bool
  }

  private let records: CommitRecords
  private let scope: Scope
  private let firstParentOnly: Bool
  private var queue = CommitQueue<Int>()

  /// - Parameters:
  ///   - scope: The commits to yield.
  ///   - start: The first commit; `nil` for HEAD.
  ///   - firstParentOnly: Whether to leave out what merges brought in, so that each step leads to the state before it.
  init(
    of repository: StoreRepository, _ scope: Scope, from start: CommitID? = nil, firstParentOnly: Bool = false
  ) throws(MixtapeError) {
    let first = if let start { start as CommitID? } else { try repository.head().commit }
    records = try CommitRecords(of: repository, upTo: first)
    self.scope = scope
    self.firstParentOnly = firstParentOnly
    if let number = first.flatMap(records.number(of:)) { enqueue(number) }
  }

  /// Returns the next commit, or `nil` at the end of history.
  func next() -> Step? {
    while let number = queue.next() {
      let parents = records.parents(of: number)
      for parent in firstParentOnly ? parents.prefix(1) : parents[...] { enqueue(parent) }
      guard isWanted(number), let record = records.record(number) else { continue }
      return Step(commit: record.id, date: record.date, changes: record.changes, isBoundary: record.isBoundary)
    }
    return nil
  }

  private func isWanted(_ number: Int) -> Bool {
    switch scope {
    case .everyCommit: true
    case .store: records.recordHasChanges(number)
    case .playlist(let id): records.record(number, touches: id)
    }
  }

  private func enqueue(_ number: Int) { queue.enqueue(number) { records.date(of: number) } }
}

extension FileChange {
  /// The playlist whose file it is.
  var playlist: Playlist.ID? { StoredFile.playlistID(at: path) }
}

extension ChangeWalk.Step {
  /// The hand-picked episodes of a playlist before the commit or after it: none where there was no playlist, and `nil`
  /// where its file had errors.
  func episodes(
    of id: Playlist.ID, on side: KeyPath<FileChange, ObjectID?>, in repository: StoreRepository
  ) throws(MixtapeError) -> [Episode.ID]? {
    var episodes: [Episode.ID] = []
    for change in changes where change.playlist == id {
      guard let blob = change[keyPath: side] else { continue }
      guard let playlist = PlaylistFile(parsing: try repository.blob(blob), id: id).playlist else { return nil }
      episodes += playlist.episodes
    }
    return episodes
  }
}
