internal import SystemPackage

extension Repository {
  /// Makes the index say of some files what HEAD's tree says, and leaves all else that is staged alone.
  ///
  /// Where a file on disk has the content that HEAD records, its status is recorded too, so that `git status` need not
  /// read it. To be called after ``commit(_:message:author:committer:onto:)`` with the paths of its changes.
  /// - Throws: ``GitError/Code/locked`` with the path of `index.lock` where another git holds it longer than
  ///   ``lockPatience``, or was killed; ``GitError/Code/unsupported`` for an index that libgit2 cannot read.
  public func refreshIndex(paths: [String]) throws(GitError) {
    let tree = try head().commit.map { (id) throws(GitError) in try treeID(of: id) }
    let lock = try waitingForLocks { () throws(GitError) in try IndexLock(in: gitDirectory) }
    try lock.copyIndex()
    let top = try openTop()
    let index = try IndexFile(at: lock.draft, copyOf: indexPath)
    for path in paths.sorted() {
      let side = try tree.flatMap { (id) throws(GitError) in try find(Array(path.utf8), in: id) }
      guard let side, side.mode != .directory else {
        try index.remove(path)
        continue
      }
      try index.set(path, id: side.id, mode: side.mode, status: try status(of: path, holding: side, in: top))
    }
    try index.forgetRacyStatus(besides: top)
    try index.write()
    try lock.publishDraft()
  }

  var indexPath: FilePath { gitDirectory.appending("index") }

  /// Opens the top of the work tree.
  func openTop() throws(GitError) -> Directory {
    do throws(Errno) {
      return try Directory(at: directory)
    } catch {
      throw GitError(error, .readWorkTree, path: directory)
    }
  }

  /// The status of a file whose content is the one recorded, or nil where it is something else by now.
  private func status(
    of path: String, holding side: TreeComparison.Side, in top: borrowing Directory
  ) throws(GitError) -> FileStatus? {
    guard side.mode.isRegularFile, let file = try top.file(path) else { return nil }
    return try Self.blobID(of: file.bytes) == side.id ? file.status : nil
  }
}
