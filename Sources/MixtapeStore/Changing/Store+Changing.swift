internal import GitHistory
public import MixtapeModel
public import SystemPackage

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// MARK: - Operations

extension Store: PlaylistManaging {
  /// Plans an operation on the present files, and makes it one commit.
  ///
  /// - Returns: The saved plan. Its playlists have times. If history cannot be read, they are those of ``change(_:startingFrom:)``.
  /// - Throws: The errors of ``change(_:startingFrom:)``.
  /// - Complexity: O(the length of history), for the times. If they are not needed, call ``change(_:startingFrom:)``.
  @discardableResult
  public func perform(_ operation: PlaylistOperation) throws(MixtapeError) -> PlaylistPlan {
    let plan = try change(operation)
    let ids = plan.changes.compactMap(\.after?.id)
    guard !ids.isEmpty else { return plan }
    do throws(MixtapeError) {
      let times = try PlaylistTimes(of: Set(ids), in: try openRepository())
      return plan.saved { times.complete($1) }
    } catch {
      // The change is complete, and the next read of history reports the error.
      return plan
    }
  }

  /// Plans an operation on the present files, and makes it one commit.
  ///
  /// - Parameter templates: The templates of the files of new playlists, in the order of the operation, with their comments.
  /// - Returns: The saved plan. Its playlists have only those times that are known without reading history.
  /// - Throws: The errors of ``PlaylistOperation/plan(in:)``; ``MixtapeError/Code/invalidFile`` if a file that would
  ///   be changed has errors, or if another file has the id of a deleted playlist; ``MixtapeError/Code/locked``,
  ///   ``MixtapeError/Code/repositoryBusy``, ``MixtapeError/Code/repository`` or ``MixtapeError/Code/fileAccess`` if the store
  ///   cannot be changed now.
  @discardableResult
  public func change(
    _ operation: PlaylistOperation, startingFrom templates: [Template] = []
  ) throws(MixtapeError) -> PlaylistPlan {
    try Transaction.run(in: self) { (transaction) throws(MixtapeError) in
      try transaction.perform(operation, startingFrom: templates)
    }
  }

  /// Previews ``change(_:startingFrom:)`` without a template. Takes no lock, commits nothing, writes nothing.
  ///
  /// - Returns: The plan, which is not saved, and the differences that it would make.
  /// - Throws: The errors of ``change(_:startingFrom:)``; ``MixtapeError/Code/interrupted`` if it would first finish another
  ///   change.
  public func preview(
    _ operation: PlaylistOperation
  ) throws(MixtapeError) -> (plan: PlaylistPlan, preview: ChangePreview) {
    let (plan, change) = try DryRun(of: self).planned(operation)
    return (plan, try change.preview())
  }

  /// Creates an empty folder, and the missing folders around it.
  ///
  /// The folder is only a directory. Git does not track empty directories, so this makes no commit, and other clones
  /// do not have the folder.
  ///
  /// - Throws: ``MixtapeError/Code/alreadyExists`` if the folder exists; ``MixtapeError/Code/invalidFile`` if
  ///   something else is at its path, such as a symbolic link.
  public func createFolder(_ folder: Folder, in tree: FolderTree) throws(MixtapeError) {
    try EmptyFolders.create(folder, in: tree, of: self)
  }
}

extension StoreLibrary: PodcastManaging {
  /// Plans an operation on the present files, and makes it one commit.
  ///
  /// - Throws: The errors of ``PodcastOperation/plan(in:)``; ``MixtapeError/Code/invalidFile`` if a file that would
  ///   be changed has errors, or if another file has the id of a removed podcast; ``MixtapeError/Code/locked``,
  ///   ``MixtapeError/Code/repositoryBusy``, ``MixtapeError/Code/repository`` or ``MixtapeError/Code/fileAccess`` if the store
  ///   cannot be changed now.
  @discardableResult
  public func perform(_ operation: PodcastOperation) throws(MixtapeError) -> PodcastPlan {
    try perform { operation }
  }

  /// Makes an operation of the present library, and performs it before anybody else can change the store.
  ///
  /// - Parameter operation: Returns the operation. It runs under the lock of the store, and again if somebody edits the files in
  ///   the meantime. It can read the store, but must not change it.
  /// - Throws: The errors of `operation`, and those of ``perform(_:)``.
  @discardableResult
  public func perform(
    making operation: () throws(MixtapeError) -> PodcastOperation
  ) throws(MixtapeError) -> PodcastPlan {
    try Transaction.run(in: store) { (transaction) throws(MixtapeError) in
      try transaction.perform(operation(), trailers: [])
    }
  }

  /// Previews ``perform(_:)``. Takes no lock, commits nothing, writes nothing.
  ///
  /// - Returns: The plan, which is not saved, and the differences that it would make.
  /// - Throws: The errors of ``perform(_:)``; ``MixtapeError/Code/interrupted`` if it would first finish another change.
  public func preview(
    _ operation: PodcastOperation
  ) throws(MixtapeError) -> (plan: PodcastPlan, preview: ChangePreview) {
    let (plan, change) = try DryRun(of: store).planned(operation)
    return (plan, try change.preview())
  }

  /// Records plays of episodes and their positions, as one commit with the identities of the plays.
  ///
  /// - Throws: The errors of ``perform(_:)``.
  public func recordPlays(
    _ plays: [Episode.ID: EpisodePlays], as batches: [PlayBatch]
  ) throws(MixtapeError) -> PodcastPlan {
    try Transaction.run(in: store) { (transaction) throws(MixtapeError) in
      try transaction.perform(.recordPlays(plays), trailers: batches.map(\.trailer))
    }
  }

  /// Returns the changes of podcasts that are made through this store from now on, in order.
  public func changes() -> AsyncStream<PodcastChange> { store.libraryBroadcaster.listen() }
}

// MARK: - Edits by hand and by editors

extension Store {
  /// Commits hand edits, each file as a separate commit, but many new files as one, and a change that an editor was asked to write
  /// (``expect(_:)``). Files with errors are reported and not committed.
  @discardableResult
  public func captureHandEdits() throws(MixtapeError) -> [CapturedEdit] {
    try Transaction.captureHandEdits(of: self)
  }

  /// Commits the deletion of vanished files, and all other hand edits.
  @discardableResult
  public func acceptDeletions() throws(MixtapeError) -> [CapturedEdit] {
    try Transaction.captureHandEdits(of: self, acceptingDeletions: true)
  }

  /// Returns the vanished files.
  ///
  /// - Parameter found: The number of files that are known to exist. If they are at least half of those in git's index, nothing else
  ///   is looked up.
  public func vanishedFiles(besides found: Int = 0) -> VanishedFiles? {
    VanishedFiles.find(in: self, besides: found)
  }

  /// Warns of files whose new names are not valid, as each change does.
  ///
  /// - Complexity: O(the number of files).
  public func warnOfInvalidNames() throws(MixtapeError) {
    guard try PrivateState(locatedIn: directory) != nil else { return }
    let repository = try openRepository()
    guard repository.state.allowsHandEdits else { return }
    try HandEditSurvey(of: self, repository).warnOfInvalidNames()
  }

  /// Finishes an interrupted change, if there is one, as the next change would do.
  ///
  /// - Throws: ``MixtapeError/Code/locked`` if another process is changing the store.
  public func finishInterruptedChange() throws(MixtapeError) {
    guard let state = try PrivateState(locatedIn: directory), try OperationJournal(in: state).read() != nil else {
      return
    }
    _ = try Transaction.resume(in: self)
  }

  /// Plans an operation as a change that an editor makes. Takes no lock, writes nothing.
  ///
  /// - Throws: The errors of a preview; ``MixtapeError/Code/invalidFile`` if a file that would change has
  ///   errors.
  public func editorChange(for operation: PlaylistOperation) throws(MixtapeError) -> EditorChange {
    try EditorChange(try DryRun(of: self).planned(operation).change)
  }

  /// Plans a new name in all files as a change that an editor makes. Takes no lock, writes nothing.
  ///
  /// Entries of playlists, rules, templates and the exports in `mixtape.toml` follow.
  ///
  /// - Throws: ``MixtapeError/Code/notFound``; ``MixtapeError/Code/alreadyExists`` if the new id is taken;
  ///   ``MixtapeError/Code/invalidID`` and ``MixtapeError/Code/invalidName`` for a new name that is invalid;
  ///   ``MixtapeError/Code/invalidFile`` if a file that has the name has errors; ``MixtapeError/Code/notCheckedOut`` and
  ///   ``MixtapeError/Code/markedFile``; ``MixtapeError/Code/interrupted``.
  public func editorChange(renaming: Renaming) throws(MixtapeError) -> EditorChange {
    try EditorChange(renaming, in: self)
  }

  /// Records a change that an editor is about to write. If the next capture of hand edits finds exactly these results, it commits them
  /// as one change.
  ///
  /// The record is in the private state of this clone. Only the newest records are kept.
  ///
  /// - Throws: ``MixtapeError/Code/locked``, ``MixtapeError/Code/notWritable`` or ``MixtapeError/Code/fileAccess``.
  public func expect(_ change: EditorChange) throws(MixtapeError) {
    try ExpectedChanges.expect(change, in: self)
  }
}

extension StoreLibrary {
  /// Plans an operation as a change that an editor makes. Takes no lock, writes nothing.
  ///
  /// - Throws: The errors of a preview; ``MixtapeError/Code/invalidFile`` if a file that would change has errors.
  public func editorChange(for operation: PodcastOperation) throws(MixtapeError) -> EditorChange {
    try EditorChange(try DryRun(of: store).planned(operation).change)
  }
}

// MARK: - Plays

extension Store {
  /// Returns an identity for the plays of a new session.
  ///
  /// - Throws: ``MixtapeError/Code/repository``.
  public func newPlayBatch() throws(MixtapeError) -> PlayBatch {
    PlayBatch(ofSessionSince: try openRepository().head().commit)
  }

  /// Returns whether history has plays. Finishes an interrupted change first, which may be the one that records them.
  ///
  /// - Throws: Errors of ``finishInterruptedChange()`` and of reading history.
  /// - Complexity: O(the number of commits since the session began).
  public func hasRecorded(_ batch: PlayBatch) throws(MixtapeError) -> Bool {
    try finishInterruptedChange()
    return try batch.isRecorded(in: try openRepository())
  }
}

/// The identity of plays that are recorded in one commit, which has it in a trailer.
///
/// A session saves its plays with their identity before it records them. If it is killed meanwhile, the next session finds in
/// history whether they are recorded.
public struct PlayBatch: Hashable, Codable, Sendable {
  private let session: String
  private let number: Int
  /// HEAD when the session began. Only later commits can have the plays.
  private let base: String?

  private init(session: String, number: Int, base: String?) {
    (self.session, self.number, self.base) = (session, number, base)
  }

  /// Makes the identity of the first plays of a session.
  ///
  /// - Parameter base: HEAD; `nil` if it is unknown.
  init(ofSessionSince base: CommitID?) {
    // Random, because a copied store has the same state.
    self.init(session: String(UInt64.random(in: .min ... .max), radix: 36), number: 1, base: base?.description)
  }

  /// The identity of the next plays of the session.
  public var next: PlayBatch { PlayBatch(session: session, number: number + 1, base: base) }

  var trailer: Commit.Trailer { Commit.Trailer(key: CommitMessage.playsKey, value: "\(session) \(number)") }

  /// Returns whether history has the plays.
  func isRecorded(in repository: StoreRepository) throws(MixtapeError) -> Bool {
    guard let head = try repository.head().commit else { return false }
    let base = try base.flatMap { CommitID($0) }.flatMap { (id) throws(MixtapeError) in
      try repository.existingCommit(id)?.id
    }
    for commit in try repository.commits(reachableFrom: head, butNotFrom: [base].compactMap(\.self)) {
      if try repository.commit(commit).trailers.contains(trailer) { return true }
    }
    return false
  }
}

// MARK: - New stores

extension Store {
  /// Creates a store in a directory: repository, `mixtape.toml`, `.gitattributes`, and one commit of them and the
  /// imported files. A missing directory is created.
  ///
  /// An existing repository is used; its other files are unchanged. An existing `.gitattributes` gets one more line, unless it
  /// already says how git merges the store's files, or has uncommitted changes.
  ///
  /// - Parameter origin: A directory whose `playlists/`, `library/` and `templates/` are copied, byte for byte. It
  ///   may be the store's own directory, or `nil` for an empty store.
  /// - Throws: ``MixtapeError/Code/storeExists``, with the cause ``DeletedStoreFile`` if only its `mixtape.toml` is missing;
  ///   ``MixtapeError/Code/notCheckedOut`` if a sparse checkout leaves it out; ``MixtapeError/Code/notFound`` if the origin does
  ///   not exist; ``MixtapeError/Code/nothingToImport`` if the origin has no files for a store;
  ///   ``MixtapeError/Code/invalidFile`` if an imported file has errors; ``MixtapeError/Code/alreadyExists`` if the
  ///   store already has a file of that path. After an error, nothing has changed.
  public static func initialize(
    at directory: FilePath, from origin: FilePath?, context: Context
  ) throws(MixtapeError) -> Initialization {
    try StoreCreation.create(at: directory, from: origin, context)
  }

  /// Returns the work tree of the git repository that encloses a directory, or the bare repository; `nil` if there is
  /// none. A work tree at the directory itself does not count.
  ///
  /// - Parameter directory: An absolute path. The directory may not exist.
  public static func repository(enclosing directory: FilePath) throws(MixtapeError) -> FilePath? {
    try GitDirectories.repository(enclosing: directory)
  }
}
