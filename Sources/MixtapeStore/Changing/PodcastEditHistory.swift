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
