internal import FileSystem
internal import SystemPackage

extension Repository {
  /// Updates the index entries of some files to HEAD's tree, and leaves other staged changes unchanged.
  ///
  /// ``moveHead(to:refreshing:)`` does this too. Call this function for an index that differs from HEAD. If a file on
  /// disk has the content of HEAD, the index also records its status, so that `git status` need not read it. A power
  /// cut leaves the old index or the new one; ``synchronizeNames()`` makes the new one durable.
  ///
  /// - Throws: ``GitError/Code/locked`` with the path of `index.lock` if another git holds it longer than
  ///   ``lockPatience``, or was killed; ``GitError/Code/unsupported`` for an index of an unsupported format.
  public func refreshIndex(paths: [String]) throws(GitError) {
    let lock = try lockIndex()
    let tree = try head().commit.map { (id) throws(GitError) in try treeID(of: id) }
    try record(paths, of: tree, under: lock)
    mismatchedPaths.subtract(paths)
    lock.release()
  }

  /// Updates the index entries of some files to a tree.
  ///
  /// - Returns: The previous index.
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

  /// Restores a previous index.
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

  /// Checks that the index can be replaced. Writes nothing.
  ///
  /// - Throws: ``GitError/Code/readOnly`` with the directory that must be writable.
  public func requireReplaceableIndex() throws(GitError) {
    do throws(Errno) {
      try FileAccess.requireWritable(gitDirectory)
    } catch {
      throw GitError(error, .writeIndex, path: gitDirectory)
    }
  }

  /// Releases the lock that a call of ``moveHead(to:refreshing:)`` has kept.
  public func unlockIndex() { keptIndexLock = nil }

  /// Takes git's lock on the index.
  func lockIndex() throws(GitError) -> LockFile {
    if let kept = keptIndexLock {
      keptIndexLock = nil
      return kept
    }
    return try waitingForLocks { () throws(GitError) in try LockFile(on: indexPath, with: lockToken, .writeIndex) }
  }

  /// Returns the index. A change needs it twice, to find hand edits and to update it, and parsing a large one takes
  /// milliseconds.
  func readIndex() throws(GitError) -> GitIndexFile {
    let index = try GitIndexFile(at: indexPath, unless: knownIndex)
    knownIndex = index
    return index
  }

  var indexPath: FilePath { gitDirectory.appending("index") }

  /// Returns the index entry of a file, with its status on disk if its content is that of HEAD; `nil` if HEAD does
  /// not have the file.
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

  /// Returns the content and status of a regular file; `nil` if it cannot be read. Git then reads it itself.
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
  /// Returns the files with conflicts of a merge or a similar operation, sorted by path. The index has several
  /// versions of them.
  public func conflicts() throws(GitError) -> [String] {
    let entries = try readIndex().entries
    let paths = entries.values.indices.filter { entries.values[$0].stage > 0 }.map { entries.text(at: $0) }
    return Array(Set(paths)).sorted()
  }
}
