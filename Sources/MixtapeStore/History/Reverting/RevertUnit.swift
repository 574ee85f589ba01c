internal import GitHistory
internal import MixtapeModel

/// A file before and after a change, which may have moved or renamed it.
struct RevertUnit {
  /// A version of a file in a commit.
  struct Version {
    let path: String
    let blob: ObjectID
  }

  /// The file before the change; `nil` if the change created it.
  let before: Version?
  /// The file after the change; `nil` if the change deleted it.
  let after: Version?
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

  private init(from old: FileChange, to new: FileChange) {
    before = old.old.map { Version(path: old.path, blob: $0) }
    after = new.new.map { Version(path: new.path, blob: $0) }
  }

  /// The paths that the file had before and after the change.
  var paths: [String] { [before?.path, after?.path].compactMap(\.self) }
}

extension StoreRepository {
  /// Returns the path at HEAD of a file of a commit, which may have been moved or renamed since, on any side of a merge; `nil` if it
  /// was deleted, or if the commit is not in the history of HEAD.
  ///
  /// - Complexity: O(*n* · *m*) for *n* files that changed since and *m* commits since.
  func currentPath(of path: String, since commit: CommitID) throws(MixtapeError) -> String? {
    guard let section = Section(containing: path), let head = try head().commit else { return nil }
    let isInHistory = try head == commit ? true : reaches(commit, from: head)
    guard isInHistory else { return nil }
    let present = try entries(of: head, under: [section.rawValue])
    if present.contains(where: { $0.path == path }) { return path }
    let old = Dictionary(
      try entries(of: commit, under: [section.rawValue]).map { ($0.path, $0.id) },
      uniquingKeysWith: { first, _ in first })
    let candidates = present.filter { old[$0.path] != $0.id }
    let number = try FileHistory(in: self).number(
      of: [FilePlace(commit: commit, path: path)],
      among: candidates.map { [FilePlace(commit: head, path: $0.path)] })
    return number.map { candidates[$0].path }
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
