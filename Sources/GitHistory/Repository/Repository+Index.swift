internal import FileSystem
internal import SystemPackage

extension Repository {
  /// Updates the index so that it has some files as HEAD's tree has them, and leaves everything else that is staged alone.
  ///
  /// ``moveHead(to:refreshing:)`` does this too. Call this for an index that differs from HEAD. If a file on disk has the
  /// content that HEAD records, the index records its status too, so that `git status` need not read it.
  /// A power cut leaves the old index or the new one; ``synchronizeNames()`` makes the new one durable.
  /// - Throws: ``GitError/Code/locked`` with the path of `index.lock` where another git holds it longer than
  ///   ``lockPatience``, or was killed; ``GitError/Code/unsupported`` for an index that libgit2 cannot read.
  public func refreshIndex(paths: [String]) throws(GitError) {
    let lock = try lockIndex()
    let tree = try head().commit.map { (id) throws(GitError) in try treeID(of: id) }
    try record(paths, of: tree, under: lock)
    misstatedPaths.subtract(paths)
    lock.release()
  }

  /// Makes the index say of some files what a tree says.
  ///
  /// - Returns: The index as it was.
  @discardableResult
  func record(_ paths: [String], of tree: ObjectID?, under lock: LockFile) throws(GitError) -> GitIndexFile {
    let top = try Directory(top: directory)
    let old = try readIndex()
    knownIndex = nil
    var index = old
    index.forgetRacyStatus(besides: top)
    var changes: [(path: String, entry: GitIndexEntry?)] = []
    for path in Set(paths) {
      let side = try tree.flatMap { (id) throws(GitError) in try find(Array(path.utf8), in: id) }
      changes.append((path, try indexEntry(of: path, recording: side, in: top)))
    }
    index.contents.apply(changes)
    try lock.replaceFile(with: index.contents.encoded())
    return old
  }

  /// Puts an index back that was read before.
  func restoreIndex(_ old: GitIndexFile, under lock: LockFile) throws(GitError) {
    knownIndex = nil
    guard old.written != nil else {
      do throws(Errno) {
        return try SystemCalls.remove(indexPath)
      } catch {
        throw GitError(error, .writeIndex, path: indexPath)
      }
    }
    var index = old
    index.forgetRacyStatus(besides: try Directory(top: directory))
    try lock.replaceFile(with: index.contents.encoded())
  }

  /// Checks that the index can be replaced. Nothing is written.
  /// - Throws: ``GitError/Code/readOnly`` with the directory that has to be written to.
  public func requireReplaceableIndex() throws(GitError) {
    do throws(Errno) {
      try FileAccess.requireWritable(gitDirectory)
    } catch {
      throw GitError(error, .writeIndex, path: gitDirectory)
    }
  }

  /// Gives up the lock that a call of ``moveHead(to:refreshing:)`` has kept.
  public func unlockIndex() { keptIndexLock = nil }

  /// Takes git's lock on the index.
  func lockIndex() throws(GitError) -> LockFile {
    if let kept = keptIndexLock {
      keptIndexLock = nil
      return kept
    }
    return try waitingForLocks { () throws(GitError) in try LockFile(on: indexPath, with: lockToken, .writeIndex) }
  }

  /// The index. A change needs it twice, to find hand edits and to update it. Parsing a large one takes milliseconds.
  func readIndex() throws(GitError) -> GitIndexFile {
    let index = try GitIndexFile(at: indexPath, unless: knownIndex)
    knownIndex = index
    return index
  }

  var indexPath: FilePath { gitDirectory.appending("index") }

  /// The entry of a file in the index, with its status on disk if its content is the one in HEAD. Nil where HEAD has no such
  /// file.
  func indexEntry(
    of path: String, recording side: TreeItem?, in top: borrowing Directory
  ) throws(GitError) -> GitIndexEntry? {
    guard let side, side.mode != .directory else { return nil }
    let file = side.mode.isRegularFile ? Self.readable(path, in: top) : nil
    guard let file, try Self.blobID(of: file.bytes) == side.id else {
      return GitIndexEntry(id: side.id, mode: side.mode, status: nil)
    }
    return GitIndexEntry(id: side.id, mode: side.mode, status: file.status)
  }

  /// The regular file at a path, or nil where none can be read. Git then looks for itself.
  private static func readable(
    _ path: String, in top: borrowing Directory
  ) -> (bytes: [UInt8], status: FileStatus)? {
    do throws(GitError) {
      return try top.file(path)
    } catch {
      return nil
    }
  }
}

extension Repository {
  /// The files that a merge or the like has left in conflict, sorted by path: those of which the index has several versions.
  public func conflicts() throws(GitError) -> [String] {
    let entries = try readIndex().entries
    let paths = entries.values.indices.filter { entries.values[$0].stage > 0 }.map { entries.text(at: $0) }
    return Array(Set(paths)).sorted()
  }
}
