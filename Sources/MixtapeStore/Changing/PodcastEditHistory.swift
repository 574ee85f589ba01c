internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// The changes of podcasts by their user, from history. Updates from feeds keep them.
///
/// The repository is opened, and the records of commits are read, when the first podcast is looked up.
final class PodcastEditHistory {
  private let store: Store
  private var opened: (repository: StoreRepository, head: CommitID, walk: ChangeWalk)?
  /// The versions that were parsed last: a version before one change is often the version after an older one.
  private var known: [ObjectID: Podcast?] = [:]
  private static let mostKnown = 16

  init(of store: Store) { self.store = store }

  /// Returns the changes of a podcast, newest first, including a change that is not committed. The last one is the creation of the
  /// podcast if its user wrote the file.
  ///
  /// - Parameters:
  ///   - file: The present file.
  ///   - path: The path of the file.
  /// - Complexity: O(the number of commits that changed the podcast), and two versions to parse for each edit.
  func edits(of file: PodcastFile, at path: String) throws(MixtapeError) -> [PodcastChange] {
    guard let (repository, head, first) = try open() else { return [] }
    let commits = try ChangeWalk(like: first, .item(.podcast(file.id)), from: head)
    guard let present = try StoreRepository.blobID(of: file.source) else { return [] }
    var walk = PodcastEditWalk(of: file.id, along: commits, in: repository) { (content) throws(MixtapeError) in
      content == present ? file.podcast : try self.podcast(content, file.id, repository)
    }
    if let committed = try repository.blobID(at: path, in: head) {
      if committed != present { try walk.addChange(from: committed, to: file.podcast) }
    } else {
      walk.addCreation(of: present)
    }
    try walk.follow()
    return walk.edits
  }

  private func open() throws(MixtapeError) -> (StoreRepository, CommitID, ChangeWalk)? {
    if let opened { return opened }
    let repository = try store.openRepository()
    guard let head = try repository.head().commit else { return nil }
    opened = (repository, head, try ChangeWalk(of: repository, .everyCommit, from: head))
    return opened
  }

  /// Returns a version of a podcast; `nil` if it has errors. A version with another file name gets the present id.
  private func podcast(
    _ content: ObjectID, _ id: Podcast.ID, _ repository: StoreRepository
  ) throws(MixtapeError) -> Podcast? {
    if let podcast = known[content], podcast.map({ $0.id == id }) ?? true { return podcast }
    if known.count >= Self.mostKnown { known = [:] }
    let podcast = PodcastFile(parsing: try repository.blob(content), id: id).podcast
    known[content] = .some(podcast)
    return podcast
  }
}

/// A walk that collects the edits of one podcast, from the newest commit to older ones.
///
/// It follows the file when it was renamed, restored, or removed and written again. It ends where a command or a feed made
/// the podcast.
struct PodcastEditWalk {
  /// The edits that were found, newest first.
  private(set) var edits: [PodcastChange] = []
  private var item: StoreItem
  private var walk: ChangeWalk
  private var undone = UndoneCommits()
  /// The podcasts after edits of versions with errors, by the contents of these versions.
  private var waiting: [ObjectID: Podcast] = [:]
  /// The content with which a user created the file by hand. It can be a file that was removed before.
  private var created: ObjectID?

  private let first: ChangeWalk
  private let renames: RecordedRenames
  private let repository: StoreRepository
  private let version: (ObjectID) throws(MixtapeError) -> Podcast?

  /// Makes the walk of a podcast.
  ///
  /// - Parameters:
  ///   - walk: A walk through the commits that changed its file.
  ///   - version: Returns the podcast with a content of its file; `nil` if the content has errors.
  init(
    of id: Podcast.ID, along walk: ChangeWalk, in repository: StoreRepository,
    version: @escaping (ObjectID) throws(MixtapeError) -> Podcast?
  ) {
    item = .podcast(id)
    (self.walk, first) = (walk, walk)
    (self.repository, renames) = (repository, RecordedRenames(in: repository))
    self.version = version
  }

  /// Adds the creation of the file by hand, which is not committed.
  mutating func addCreation(of content: ObjectID) { created = content }

  /// Adds the edit from a version to a newer one. If the older version has errors, the edits from the version before it count.
  mutating func addChange(from old: ObjectID, to new: Podcast?) throws(MixtapeError) {
    guard let new else { return }
    guard let before = try version(old) else { return waiting[old] = new }
    if let edit = PodcastChange(from: before, to: new) { edits.append(edit) }
  }

  /// Collects the edits of all commits.
  mutating func follow() throws(MixtapeError) {
    while let step = walk.next(), !step.isBoundary {
      let commit = try repository.commit(step.id)
      undone.note(commit)
      guard !step.isMerge else { continue }
      guard try follow(step, commit) else { break }
    }
    if let created { try writeAll(of: created) }
  }

  /// Adds the creation of the file by its user, who wrote all of its values.
  private mutating func writeAll(of new: ObjectID) throws(MixtapeError) {
    if let podcast = try version(new) ?? waiting.removeValue(forKey: new) { edits.append(.created(podcast)) }
    created = nil
  }

  /// Follows the file through a commit. Returns whether the walk continues.
  private mutating func follow(_ step: CommitRecord, _ commit: Commit) throws(MixtapeError) -> Bool {
    let files = step.changes.filter { $0.item == item }
    let (old, new) = (files.compactMap(\.old).first, files.compactMap(\.new).first)
    let isUndone = undone.contains(commit.id)
    let origin: CommitOrigin = isUndone ? .history : CommitOrigin(of: commit)
    if !isUndone, let source = commit.restoredCommit {
      walk = try ChangeWalk(like: first, .item(item), from: source)
      return true
    }
    guard let new else { return try continueBeforeRemoval(of: old) }
    guard let old else { return try continueBeforeCreation(of: new, in: step, by: origin) }
    if origin == .user { try addEdit(from: old, to: new) }
    return true
  }

  private mutating func addEdit(from old: ObjectID, to new: ObjectID) throws(MixtapeError) {
    try addChange(from: old, to: try version(new) ?? waiting.removeValue(forKey: new))
  }

  // MARK: Files that were created

  /// Follows the file to its earlier name. Without one, the walk continues only before a creation by hand, which can restore a
  /// removed file.
  private mutating func continueBeforeCreation(
    of new: ObjectID, in step: CommitRecord, by origin: CommitOrigin
  ) throws(MixtapeError) -> Bool {
    if let source = try earlierFile(in: step), let old = source.old,
      let parent = walk.parents(of: step).first
    {
      if origin == .user { try addEdit(from: old, to: new) }
      guard let earlier = source.item else { return false }
      item = earlier
      walk = try ChangeWalk(like: first, .item(item), from: parent)
      return true
    }
    switch origin {
    case .user: created = new
    case .addition: try writeAll(of: new)
    case .source, .history: break
    }
    return origin == .user || origin == .history
  }

  /// Continues a file that was written again after its removal, if it has the same feed.
  private mutating func continueBeforeRemoval(of old: ObjectID?) throws(MixtapeError) -> Bool {
    guard let old, let new = created else { return true }
    guard try isSamePodcast(old, new) else { return false }
    created = nil
    try addEdit(from: old, to: new)
    return true
  }

  /// Returns the removed file that a commit renamed to this one.
  private func earlierFile(in step: CommitRecord) throws(MixtapeError) -> FileChange? {
    guard let earlier = try renames.renames(in: step.id).earlier(item), earlier != item else { return nil }
    return step.changes.first { $0.item == earlier && $0.old != nil }
  }

  /// Returns whether two versions have the same feed.
  private func isSamePodcast(_ old: ObjectID, _ new: ObjectID) throws(MixtapeError) -> Bool {
    if old == new { return true }
    guard let feed = try version(new)?.feed else { return false }
    return try version(old)?.feed == feed
  }
}

extension Commit {
  /// The commit whose version of a file this commit restored; `nil` for another operation.
  fileprivate var restoredCommit: CommitID? { trailer(CommitMessage.restoresKey).flatMap { CommitID($0) } }
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
