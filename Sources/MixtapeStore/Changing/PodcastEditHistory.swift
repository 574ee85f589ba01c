internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// The changes of podcasts by their user, from history. Updates by feeds keep them.
///
/// The repository is opened, and the records of commits are read, when the first podcast is looked up.
final class PodcastEditHistory {
  private let store: Store
  private var opened: (repository: StoreRepository, head: CommitID, walk: ChangeWalk)?
  /// The versions that were parsed last: a version before one change is often the version after an older one.
  private var known: [ObjectID: Podcast?] = [:]
  private static let mostKnown = 16

  init(of store: Store) { self.store = store }

  /// Returns the changes since the podcast was created, newest first, including a change that is not committed.
  ///
  /// - Parameters:
  ///   - file: The present file.
  ///   - path: The path of the file.
  /// - Complexity: O(the number of commits that changed the podcast), and two versions to parse for each edit.
  func edits(of file: PodcastFile, at path: String) throws(MixtapeError) -> [PodcastChange] {
    guard let (repository, head, first) = try open() else { return [] }
    var edits: [PodcastChange] = []
    if let committed = try repository.blobID(at: path, in: head),
      try StoreRepository.blobID(of: file.source) != committed,
      let edit = PodcastChange(from: try podcast(committed, file.id, repository), to: file.podcast)
    {
      edits.append(edit)
    }
    let item = StoreItem.podcast(file.id)
    let walk = try ChangeWalk(like: first, .item(item), from: head)
    var undone = UndoneCommits()
    while let step = try walk.next(), !step.isBoundary {
      let commit = try repository.commit(step.commit)
      let origin = CommitOrigin(of: commit)
      undone.note(commit)
      let files = step.changes.filter { $0.item == item }
      let isCreation = files.allSatisfy { $0.old == nil }
      if isCreation, !step.isMerge, origin != .history { break }
      guard !isCreation, !step.isMerge, origin == .user, !undone.contains(commit.id) else { continue }
      if let edit = try change(of: file.id, files, repository) { edits.append(edit) }
    }
    return edits
  }

  private func open() throws(MixtapeError) -> (StoreRepository, CommitID, ChangeWalk)? {
    if let opened { return opened }
    let repository = try store.openRepository()
    guard let head = try repository.head().commit else { return nil }
    opened = (repository, head, try ChangeWalk(of: repository, .everyCommit, from: head))
    return opened
  }

  /// Returns the change of a podcast in a commit; `nil` if a version has errors. A file that was moved has two paths.
  private func change(
    of id: Podcast.ID, _ files: [FileChange], _ repository: StoreRepository
  ) throws(MixtapeError) -> PodcastChange? {
    guard let old = files.compactMap(\.old).first, let new = files.compactMap(\.new).first,
      let after = try podcast(new, id, repository), let before = try podcast(old, id, repository)
    else { return nil }
    return PodcastChange(from: before, to: after)
  }

  private func podcast(
    _ content: ObjectID, _ id: Podcast.ID, _ repository: StoreRepository
  ) throws(MixtapeError) -> Podcast? {
    if let podcast = known[content] { return podcast }
    if known.count >= Self.mostKnown { known = [:] }
    let podcast = PodcastFile(parsing: try repository.blob(content), id: id).podcast
    known[content] = .some(podcast)
    return podcast
  }
}

/// The origin of the values that a commit gave to podcasts.
private enum CommitOrigin {
  /// A user, by a command or by hand.
  case user
  /// A feed, music files or the player. Marks and tags, which a feed does not have, count as well.
  case source
  /// An earlier state of the files.
  case history

  init(of commit: Commit) {
    let operation = commit.trailer(CommitMessage.operationKey)
    self = operation.flatMap { Self.known[$0] } ?? .user
  }

  private static let known: [String: CommitOrigin] = {
    let kinds: [PodcastOperation.Kind] = [
      .merge, .scan, .recordPlays, .rate, .tag, .untag, .renameTag, .moveFolder,
    ]
    let names =
      kinds.map { ($0.rawValue, CommitOrigin.source) } + ["undo", "redo", "restore", "revert"].map { ($0, .history) }
    return Dictionary(names) { first, _ in first }
  }()
}

/// The commits that were undone and not redone since, by the messages of newer commits.
private struct UndoneCommits {
  private var isUndone: [CommitID: Bool] = [:]

  /// Notes the commits that a commit undoes or redoes. Newer commits must be noted first.
  mutating func note(_ commit: Commit) {
    for trailer in commit.trailers where [CommitMessage.undoesKey, CommitMessage.redoesKey].contains(trailer.key) {
      guard let id = CommitID(trailer.value), isUndone[id] == nil else { continue }
      isUndone[id] = trailer.key == CommitMessage.undoesKey
    }
  }

  func contains(_ id: CommitID) -> Bool { isUndone[id] == true }
}
