internal import GitHistory
internal import MixtapeModel
internal import PlaylistFiles

/// A file before and after a change, which may have moved or renamed it.
struct RevertUnit {
  /// A version of a file in a commit.
  struct Version {
    let path: String
    let blob: ObjectID
    /// The path in the commit. With changes of others, the file can have another ``path``.
    let committedPath: String

    init(path: String, blob: ObjectID, committedPath: String? = nil) {
      (self.path, self.blob, self.committedPath) = (path, blob, committedPath ?? path)
    }
  }

  /// The file before the change; `nil` if the change created it.
  let before: Version?
  /// The file after the change; `nil` if the change deleted it.
  let after: Version?
  /// The places of the file after the change, if they are not in the commit of the change.
  var places: [FilePlace] = []
  /// Whether others deleted the file at the same time, and the merge kept it because of the change.
  var isKept = false

  /// Returns the files that a commit touched.
  ///
  /// - Parameter operation: The operation of the commit, by its trailer.
  static func units(of changes: [FileChange], operation: String? = nil) -> [RevertUnit] {
    let (removed, added) = (changes.filter { $0.new == nil }, changes.filter { $0.old == nil })
    let pairs = FileMoves.pairs(
      removed: removed.map { UnpairedFile(path: $0.path, content: $0.old) },
      added: added.map { UnpairedFile(path: $0.path, content: $0.new) }, operation: operation)
    let paired = Set(pairs.flatMap { [removed[$0.removed], added[$0.added]] })
    return pairs.map { RevertUnit(from: removed[$0.removed], to: added[$0.added]) }
      + changes.filter { !paired.contains($0) }.map { RevertUnit(from: $0, to: $0) }
  }

  init(before: Version?, after: Version?) { (self.before, self.after) = (before, after) }

  fileprivate init(from old: FileChange, to new: FileChange) {
    before = old.old.map { Version(path: old.path, blob: $0) }
    after = new.new.map { Version(path: new.path, blob: $0) }
  }

  /// The paths that the file had before and after the change.
  var paths: [String] { [before?.path, after?.path].compactMap(\.self) }
}

extension RevertUnit {
  /// Returns the episodes of a podcast that the change edited, added or removed, or those whose entries it added or removed.
  func touchedEpisodes(in repository: StoreRepository) throws(MixtapeError) -> Set<Episode.ID> {
    guard let path = (after ?? before)?.path else { return [] }
    let sources: [[UInt8]] = try [before, after].map { (version) throws(MixtapeError) in
      try version.map { (version) throws(MixtapeError) in try repository.blob(version.blob) } ?? []
    }
    if let id = StoredFile.podcastID(at: path) {
      let versions = sources.map { Set(PodcastFile(parsing: $0, id: id).podcast?.episodes ?? []) }
      return Set(versions[0].symmetricDifference(versions[1]).map(\.id))
    }
    guard let id = StoredFile.playlistID(at: path) else { return [] }
    let versions = sources.map { Set(PlaylistFile(parsing: $0, id: id).playlist?.episodes ?? []) }
    return versions[0].symmetricDifference(versions[1])
  }
}

extension StoreRepository {
  /// Returns the files that changes of a commit touched. In a merge, the histories of files tell which of them others renamed.
  func units(
    of changes: [FileChange], in commit: CommitID, by history: FileHistory
  ) throws(MixtapeError) -> [RevertUnit] {
    let parents = try parents(of: commit)
    guard let parent = parents.first, parents.count > 1 else {
      return RevertUnit.units(of: changes, operation: try operation(of: commit))
    }
    var (open, units) = (changes, [RevertUnit]())
    for added in changes where added.old == nil && open.contains(where: { $0.new == nil }) {
      let origins = try history.origins(of: FilePlace(commit: commit, path: added.path))
      let former = origins.first { $0.commit == parent }?.path
      guard let removed = open.first(where: { $0.path == former && $0.new == nil }) else { continue }
      open.removeAll { $0 == added || $0 == removed }
      units.append(RevertUnit(from: removed, to: added))
    }
    return units + RevertUnit.units(of: open)
  }

  /// Returns the operation of a commit, by its trailer: for an undo, a redo or a revert of one change, the operation of that change, because
  /// both change the same files. `nil` for a commit of another program.
  func operation(of commit: CommitID) throws(MixtapeError) -> String? { try operation(of: try self.commit(commit)) }

  /// Returns the operation of a commit that was read.
  func operation(of commit: Commit) throws(MixtapeError) -> String? {
    let keys = [CommitMessage.undoesKey, CommitMessage.redoesKey, CommitMessage.revertsKey]
    let named = keys.flatMap { commit.commits(named: $0) }
    guard named.count == 1, let change = try existingCommit(named[0]) else {
      return commit.trailer(CommitMessage.operationKey)
    }
    return change.trailer(CommitMessage.operationKey)
  }
}
