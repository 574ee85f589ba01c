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

  /// Returns the files that a commit touched.
  ///
  /// - Parameter operation: The operation of the commit, by its trailer.
  static func units(of changes: [FileChange], operation: String? = nil) -> [RevertUnit] {
    let (gone, come) = (changes.filter { $0.new == nil }, changes.filter { $0.old == nil })
    let pairs = FileMoves.pairs(
      gone: gone.map { UnpairedFile(path: $0.path, content: $0.old) },
      come: come.map { UnpairedFile(path: $0.path, content: $0.new) }, operation: operation)
    let paired = Set(pairs.flatMap { [gone[$0.gone], come[$0.come]] })
    return pairs.map { RevertUnit(from: gone[$0.gone], to: come[$0.come]) }
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
  /// Returns the present path of a file of a commit, which may have been moved or renamed since; `nil` if it was
  /// deleted, or if the commit is not in the history of HEAD. O(the number of commits since).
  func currentPath(of path: String, since commit: CommitID) throws(MixtapeError) -> String? {
    var later: [(commit: CommitID, files: [FileChange])] = []
    let walk = try ChangeWalk(of: self, .everyCommit, firstParentOnly: true)
    while true {
      guard let step = try walk.next() else { return nil }
      if step.commit == commit { break }
      later.append((step.commit, step.changes))
    }
    var path = path
    for changes in later.reversed() where changes.files.contains(where: { $0.path == path && $0.new == nil }) {
      let unit = RevertUnit.units(of: changes.files, operation: try operation(of: changes.commit)).first {
        $0.before?.path == path
      }
      guard let new = unit?.after?.path else { return nil }
      path = new
    }
    return path
  }

  /// Returns the operation of a commit, by its trailer; `nil` for a commit of another program.
  func operation(of commit: CommitID) throws(MixtapeError) -> String? {
    try self.commit(commit).trailer(CommitMessage.operationKey)
  }
}
