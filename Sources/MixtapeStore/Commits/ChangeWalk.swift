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
    /// Whether history ends here although this is not the first commit, so that its changes are unknown.
    let isBoundary: Bool
  }

  /// A commit with a record, by its number, or one without.
  private enum Place: Hashable {
    case record(Int)
    case commit(CommitID)
  }

  private let repository: StoreRepository
  private var records: CommitRecords?
  private let scope: Scope
  private let firstParentOnly: Bool
  private var queue = CommitQueue<Place>()
  /// The number of commits that were met without records.
  private var unrecordedCount = 0
  /// The number of commits whose trees are compared before the records are read.
  private static let mostUnrecorded = 8

  /// Walks from HEAD or another commit, and adds the records that are missing first.
  ///
  /// - Parameters:
  ///   - scope: The commits to yield.
  ///   - start: The first commit; `nil` for HEAD.
  ///   - firstParentOnly: Whether to leave out what merges brought in, so that each step leads to the state before it.
  init(
    of repository: StoreRepository, _ scope: Scope, from start: CommitID? = nil, firstParentOnly: Bool = false
  ) throws(MixtapeError) {
    let first = if let start { start as CommitID? } else { try repository.head().commit }
    self.repository = repository
    records = try CommitRecords(of: repository, addingUpTo: first)
    self.scope = scope
    self.firstParentOnly = firstParentOnly
    if let first { try enqueue(place(of: first)) }
  }

  /// Walks from HEAD along first parents, for a reader that mostly needs a few commits, such as undo.
  ///
  /// Compares the trees of the newest commits, and reads the records after some. Adds none, so that a fresh clone needs no wait.
  init(newestOf repository: StoreRepository) throws(MixtapeError) {
    self.repository = repository
    scope = .everyCommit
    firstParentOnly = true
    if let head = try repository.head().commit { try enqueue(.commit(head)) }
  }

  /// Returns the next commit, or `nil` at the end of history.
  func next() throws(MixtapeError) -> Step? {
    while let place = queue.next() {
      try readRecordsAfterSome(place)
      let parents = try parents(of: place)
      for parent in firstParentOnly ? parents.prefix(1) : parents[...] { try enqueue(parent) }
      guard let record = try wantedRecord(at: place) else { continue }
      return Step(commit: record.id, date: record.date, changes: record.changes, isBoundary: record.isBoundary)
    }
    return nil
  }

  /// Reads the records when a walk without them has become long. It follows first parents, so that no commit is met twice, with a
  /// record and without.
  private func readRecordsAfterSome(_ place: Place) throws(MixtapeError) {
    guard records == nil, case .commit = place else { return }
    unrecordedCount += 1
    if unrecordedCount == Self.mostUnrecorded { records = try CommitRecords(of: repository, addingUpTo: nil) }
  }

  private func place(of commit: CommitID) -> Place {
    records?.number(of: commit).map(Place.record) ?? .commit(commit)
  }

  private func parents(of place: Place) throws(MixtapeError) -> [Place] {
    switch place {
    case .record(let number): records?.parents(of: number).map(Place.record) ?? []
    case .commit(let id): try repository.parents(of: id).map(self.place)
    }
  }

  private func enqueue(_ place: Place) throws(MixtapeError) {
    try queue.enqueue(place) { () throws(MixtapeError) in
      switch place {
      case .record(let number): records?.date(of: number) ?? 0
      case .commit(let id): Int64(try repository.commit(id).committer.date.timeIntervalSince1970)
      }
    }
  }

  /// The record of a commit; `nil` if the walk does not yield it.
  private func wantedRecord(at place: Place) throws(MixtapeError) -> CommitRecord? {
    switch place {
    case .record(let number): return isWanted(number) ? records?.record(number) : nil
    case .commit(let id):
      let record = try CommitRecord(of: id, parents: [], in: repository)
      return isWanted(record) ? record : nil
    }
  }

  /// Whether the walk yields a commit. Does not decode its record.
  private func isWanted(_ number: Int) -> Bool {
    switch scope {
    case .everyCommit: true
    case .store: records?.recordHasChanges(number) == true
    case .playlist(let id): records?.record(number, touches: id) == true
    }
  }

  private func isWanted(_ record: CommitRecord) -> Bool {
    switch scope {
    case .everyCommit: true
    case .store: !record.changes.isEmpty
    case .playlist(let id): record.changes.contains { $0.playlist == id }
    }
  }
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
