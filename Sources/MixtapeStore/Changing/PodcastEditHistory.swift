internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// The changes of podcasts by their user, from history. Updates from feeds keep them.
///
/// The repository is opened, and the records of commits are read, when the first podcast is looked up.
final class PodcastEditHistory {
  private let store: Store
  private var opened: (repository: StoreRepository, head: CommitID, walk: ChangeWalk)?

  init(of store: Store) { self.store = store }

  /// Returns the changes of a podcast, newest first, including a change that is not committed. The last one is the creation of the
  /// podcast if its user wrote the file.
  ///
  /// The walk follows the file when it was renamed, or restored by a command. A version with errors has no edits.
  ///
  /// - Parameters:
  ///   - file: The present file.
  ///   - path: The path of the file.
  /// - Complexity: O(the number of commits that changed the podcast), and two versions to parse for each edit.
  func edits(of file: PodcastFile, at path: String) throws(MixtapeError) -> [PodcastChange] {
    guard let podcast = file.podcast, let (repository, head, first) = try open() else { return [] }
    guard let committed = try repository.blobID(at: path, in: head) else { return [.created(podcast)] }
    var versions = PodcastVersions(of: file.id, in: repository)
    var edits: [PodcastChange] = []
    if try committed != StoreRepository.blobID(of: file.source), let before = try versions.podcast(committed),
      let edit = PodcastChange(from: before, to: podcast)
    {
      edits.append(edit)
    }
    let renames = RecordedRenames(in: repository)
    let walk = try ChangeWalk(like: first, .item(.podcast(file.id)), from: head)
    var (item, undone) = (StoreItem.podcast(file.id), UndoneCommits())
    while let step = try walk.next(), !step.isBoundary {
      let commit = try repository.commit(step.commit)
      undone.note(commit)
      let files = step.changes.filter { $0.item == item }
      // Without a file, this is a removal that was taken back.
      guard !step.isMerge, let new = files.compactMap(\.new).first else { continue }
      let origin = undone.contains(commit.id) ? .history : CommitOrigin(of: commit)
      let isNew = !files.contains { $0.old != nil }
      let former = if isNew { try renames.renames(in: commit.id).earlier(item) ?? item } else { item }
      guard let old = step.changes.first(where: { $0.item == former && $0.old != nil })?.old else {
        switch origin {
        case .user, .addition: return edits + [try versions.podcast(new)].compactMap(\.self).map(PodcastChange.created)
        case .source: return edits
        case .history: continue
        }
      }
      if former != item { walk.include(former) }
      item = former
      guard origin == .user, let before = try versions.podcast(old), let after = try versions.podcast(new) else {
        continue
      }
      if let edit = PodcastChange(from: before, to: after) { edits.append(edit) }
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
}

/// The committed versions of a podcast, each parsed once: the version before one edit is often the version after an older one.
private struct PodcastVersions {
  private let id: Podcast.ID
  private let repository: StoreRepository
  private var known: [ObjectID: Podcast?] = [:]

  init(of id: Podcast.ID, in repository: StoreRepository) { (self.id, self.repository) = (id, repository) }

  /// Returns a version, also of another file name, with the present id; `nil` if it has errors.
  mutating func podcast(_ content: ObjectID) throws(MixtapeError) -> Podcast? {
    if let podcast = known[content] { return podcast }
    let podcast = PodcastFile(parsing: try repository.blob(content), id: id).podcast
    known[content] = .some(podcast)
    return podcast
  }
}

/// The origin of the values that a commit gave to podcasts.
enum CommitOrigin {
  /// A user, by a command or by hand.
  case user
  /// A feed, music files or the player. Marks and tags, which a feed does not have, count as well.
  case source
  /// A command that added a podcast with values of the user, without a feed.
  case addition
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
      kinds.map { ($0.rawValue, CommitOrigin.source) }
      + CommitMessage.returningOperations.map { ($0, .history) }
      + [(PodcastOperation.Kind.add.rawValue, .addition)]
    return Dictionary(names) { first, _ in first }
  }()
}
