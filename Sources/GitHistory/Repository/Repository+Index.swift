internal import FileSystem
internal import SystemPackage

extension Repository {
  /// Makes the index say of some files what HEAD's tree says, and leaves all else that is staged alone.
  ///
  /// Where a file on disk has the content that HEAD records, its status is recorded too, so that `git status` need not
  /// read it. To be called after ``commit(_:message:author:committer:onto:)`` with the paths of its changes.
  /// A power cut leaves the old index or the new one; ``synchronizeNames()`` makes the new one durable.
  /// - Throws: ``GitError/Code/locked`` with the path of `index.lock` where another git holds it longer than
  ///   ``lockPatience``, or was killed; ``GitError/Code/unsupported`` for an index that libgit2 cannot read.
  public func refreshIndex(paths: [String]) throws(GitError) {
    let tree = try head().commit.map { (id) throws(GitError) in try treeID(of: id) }
    let lock = if let indexLock { indexLock } else { try lockIndex() }
    indexLock = nil
    let top = try openTop()
    var index = try readIndex()
    knownIndex = nil
    index.forgetRacyStatus(besides: top)
    var changes: [(path: String, entry: IndexEntry?)] = []
    for path in Set(paths) {
      let side = try tree.flatMap { (id) throws(GitError) in try find(Array(path.utf8), in: id) }
      changes.append((path, try indexEntry(of: path, recording: side, in: top)))
    }
    index.apply(changes)
    try lock.replaceFile(with: index.format.encoded())
  }

  /// Makes sure that the index can be replaced, before it has to be; nothing is written.
  /// - Throws: ``GitError/Code/readOnly`` with the directory that has to be written to.
  public func requireReplaceableIndex() throws(GitError) {
    do throws(Errno) {
      try FileAccess.requireWritable(gitDirectory)
    } catch {
      throw GitError(error, .writeIndex, path: gitDirectory)
    }
  }

  /// Takes git's lock on the index.
  func lockIndex() throws(GitError) -> LockFile {
    try waitingForLocks { () throws(GitError) in try LockFile(on: indexPath, .writeIndex) }
  }

  /// The index. A change reads it twice, to find hand edits and to be in it; a large one takes milliseconds to be taken apart.
  func readIndex() throws(GitError) -> IndexFile {
    let index = try IndexFile(at: indexPath, unless: knownIndex)
    knownIndex = index
    return index
  }

  var indexPath: FilePath { gitDirectory.appending("index") }

  /// Opens the top of the work tree.
  func openTop() throws(GitError) -> Directory { try Self.openTop(directory) }

  static func openTop(_ directory: FilePath) throws(GitError) -> Directory {
    do throws(Errno) {
      return try Directory(at: directory)
    } catch {
      throw GitError(error, .readWorkTree, path: directory)
    }
  }

  /// What the index is to say of a file, with the status that it has on disk if its content is the one recorded. Nil where
  /// HEAD has no such file.
  func indexEntry(
    of path: String, recording side: TreeComparison.Side?, in top: borrowing Directory
  ) throws(GitError) -> IndexEntry? {
    guard let side, side.mode != .directory else { return nil }
    let file = side.mode.isRegularFile ? Self.readable(path, in: top) : nil
    guard let file, try Self.blobID(of: file.bytes) == side.id else {
      return IndexEntry(id: side.id, mode: side.mode, status: nil)
    }
    return IndexEntry(id: side.id, mode: side.mode, status: file.status)
  }

  /// The regular file at a path, or nil where there is none that can be read: git looks for itself then.
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
