internal import FileSystem
public import SystemPackage

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
    let tree = try head().commit.map { (id) throws(GitError) in try self.tree(of: id) }
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

  func restoreIndex(_ old: GitIndexFile, under lock: LockFile) throws(GitError) {
    knownIndex = nil
    guard old.written != nil else {
      return try reporting(.writeIndex, at: indexPath) { () throws(Errno) in try SystemCalls.remove(indexPath) }
    }
    var index = old
    index.forgetRacyStatus(besides: try Directory(top: directory))
    try lock.replaceFile(with: index.contents.encoded())
  }

  /// Checks that the index can be replaced. Writes nothing.
  ///
  /// - Throws: ``GitError/Code/readOnly`` with the directory that must be writable.
  public func requireReplaceableIndex() throws(GitError) {
    try reporting(.writeIndex, at: gitDirectory) { () throws(Errno) in try FileAccess.requireWritable(gitDirectory) }
  }

  /// Releases the lock that a call of ``moveHead(to:refreshing:)`` has kept.
  public func unlockIndex() { keptIndexLock = nil }

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
    of path: String, recording side: UnnamedTreeEntry?, in top: borrowing Directory
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

/// The index of a work tree, as read from its file.
struct GitIndexFile {
  var contents: GitIndex

  /// The status of the file just before it was read; `nil` if it did not exist.
  private let status: FileStatus?

  var written: FileStatus.Time? { status?.modified }

  var entries: PathTable<GitIndexEntry> { contents.entries }

  static let empty = GitIndexFile(contents: .empty, status: nil)

  private init(contents: GitIndex, status: FileStatus?) {
    self.contents = contents
    self.status = status
  }

  /// Reads the index at `path`; a missing file is an empty index.
  ///
  /// - Parameter known: A previously read index, which is reused if the file has not changed.
  init(at path: FilePath, unless known: GitIndexFile? = nil) throws(GitError) {
    status = try reporting(.readIndex, at: path) { () throws(Errno) in try FileStatus(of: path) }
    // An index file is always replaced as a whole, so that a new one has another status.
    contents = if let known, status != nil, status == known.status { known.contents } else { try Self.read(path) }
  }

  /// Clears the status of files that were changed so shortly before the index was written that git cannot detect
  /// another change by their status, unless `directory` shows that they have not changed.
  ///
  /// Git recognizes such files by the time of the index, and writing the index again changes this time. Most builds
  /// of git compare whole seconds; within a second, this function compares nanoseconds.
  mutating func forgetRacyStatus(besides directory: borrowing Directory) {
    guard let written else { return }
    for index in entries.values.indices where entries.values[index].status.modified.seconds >= written.seconds {
      let entry = entries.values[index]
      if !entry.isRacy(written: written), directory.fileStatus(of: entries.text(at: index)) == entry.status {
        continue
      }
      var status = entry.status
      status.size = 0
      contents.setStatus(status, at: index)
    }
  }
}

extension GitIndexFile {
  private static func read(_ path: FilePath) throws(GitError) -> GitIndex {
    let bytes: [UInt8]
    do throws(FileAccess.Failure) {
      bytes = try FileAccess.read(path)
    } catch {
      switch error {
      case .absent: return .empty
      case .system(let cause): throw GitError(cause, .readIndex, path: path)
      case .notAFile, .tooLarge:
        throw GitError(.corrupt, .readIndex, message: "the index is not a plain file", path: path)
      }
    }
    do throws(GitIndex.Failure) {
      return try GitIndex(parsing: bytes)
    } catch {
      switch error {
      case .damaged: throw GitError(.corrupt, .readIndex, message: "the index is damaged", path: path)
      case .unsupported(let feature):
        throw GitError(.unsupported, .readIndex, message: "the index uses '\(feature)'", path: path, feature: feature)
      }
    }
  }
}

extension Repository {
  /// Throws an error if the index cannot be read; a missing one counts as empty.
  ///
  /// - Throws: ``GitError/Code/corrupt`` if it is damaged, ``GitError/Code/unsupported``, or the system's error.
  public func requireReadableIndex() throws(GitError) { _ = try GitIndexFile(at: indexPath) }

  /// Returns whether the index exists. Without one, git treats every file of HEAD as removed.
  public func hasIndex() throws(GitError) -> Bool { try exists(indexPath, for: .readIndex) }

  /// Returns the files that differ between the index and HEAD, sorted by path. Files in conflict and those that a
  /// sparse checkout leaves out are ignored.
  ///
  /// - Parameter prefixes: The directories or files to compare.
  public func indexDifferences(under prefixes: [String]) throws(GitError) -> [GitIndexDifference] {
    let index = try GitIndexFile(at: indexPath).entries
    var (staged, skipped) = ([String: ObjectID](), Set<String>())
    for (place, entry) in index.values.enumerated() {
      let path = index.text(at: place)
      guard prefixes.contains(where: { path == $0 || path.hasPrefix("\($0)/") }) else { continue }
      if entry.stage == 0 { staged[path] = entry.id }
      if entry.stage != 0 || entry.isLeftOut { skipped.insert(path) }
    }
    let entries = try head().commit.map { (id) throws(GitError) in try self.entries(of: id, under: prefixes) } ?? []
    let recorded = Dictionary(entries.map { ($0.path, $0.id) }, uniquingKeysWith: { first, _ in first })
    let paths = Set(staged.keys).union(recorded.keys).subtracting(skipped)
    return paths.filter { staged[$0] != recorded[$0] }.sorted().map {
      GitIndexDifference(path: $0, staged: staged[$0], recorded: recorded[$0])
    }
  }

  /// Replaces a damaged or missing index by a new one, made from HEAD's tree. Nothing is staged afterwards. In a
  /// sparse checkout, the new index leaves out the files that are not in the work tree.
  ///
  /// - Returns: The path of the old index, which is kept beside the new one; `nil` if there was none.
  public func rebuildIndex() throws(GitError) -> FilePath? {
    let lock = try lockIndex()
    let top = try Directory(top: directory)
    let isSparse = try isSparse
    var changes: [(path: String, entry: GitIndexEntry?)] = []
    if let head = try head().commit {
      let files = try self.files(of: head, under: [])
      for place in files.values.indices {
        let (path, side) = (files.text(at: place), files.values[place])
        let isLeftOut = isSparse && top.isAbsent(path)
        let entry =
          isLeftOut
          ? GitIndexEntry(id: side.id, mode: side.mode, status: nil, isLeftOut: true)
          : try indexEntry(of: path, recording: side, in: top)
        changes.append((path, entry))
      }
    }
    var index = GitIndexFile.empty
    index.contents.apply(changes)
    let kept = try setIndexAside()
    try lock.replaceFile(with: index.contents.encoded())
    lock.release()
    try synchronizeNames()
    return kept
  }

  private func setIndexAside() throws(GitError) -> FilePath? {
    try reporting(.writeIndex, at: indexPath) { () throws(Errno) -> FilePath? in
      guard try FileStatus(of: indexPath) != nil else { return nil }
      var (place, number) = (FilePath(indexPath.string + ".damaged"), 1)
      while try FileStatus(of: place) != nil {
        number += 1
        place = FilePath("\(indexPath.string).damaged-\(number)")
      }
      try SystemCalls.rename(indexPath, to: place)
      return place
    }
  }
}
