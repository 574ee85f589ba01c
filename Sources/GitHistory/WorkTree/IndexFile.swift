internal import CLibgit2
internal import SystemPackage

/// The index of a work tree, read from its file.
///
/// It is opened by itself and not through the repository: libgit2 would sort it without regard to case on some systems,
/// and on writing read files of the work tree that we know about.
struct IndexFile: ~Copyable {
  private let handle: Handle<IndexKind>
  private let path: FilePath

  /// When the file was written, or nil where there is none. Read before the file, so never too late.
  let written: FileStatus.Time?

  /// Reads the index at `path`; a missing file is an empty index.
  /// - Parameter original: The index that `path` is a copy of, whose time counts.
  init(at path: FilePath, copyOf original: FilePath? = nil) throws(GitError) {
    let written = try Self.timeOfWriting(original ?? path)
    let handle = try Self.load(path)
    self.handle = handle
    self.path = path
    self.written = written
  }

  /// What the index says of one file.
  struct Entry {
    let id: ObjectID
    let status: FileStatus

    /// Whether a sparse checkout leaves the file out of the work tree.
    let isLeftOut: Bool

    /// Whether the file may have changed after the index recorded it without a trace in its status: it was changed no
    /// earlier than the index was written. Files of size 0 are marked so by git.
    func isRacy(written: FileStatus.Time?) -> Bool {
      guard let written else { return true }
      return status.modified >= written || status.size == 0
    }

    fileprivate init(_ entry: git_index_entry) {
      id = ObjectID(entry.id)
      status = FileStatus(entry)
      isLeftOut = UInt32(entry.flags_extended) & GIT_INDEX_ENTRY_SKIP_WORKTREE.rawValue != 0
    }
  }

  /// All entries that are no conflict, sorted by the bytes of their paths.
  func entries() -> PathTable<Entry> {
    var table = PathTable<Entry>()
    for index in 0..<git_index_entrycount(handle.pointer) {
      guard let entry = git_index_get_byindex(handle.pointer, index), git_index_entry_stage(entry) == 0 else {
        continue
      }
      table.append(directory: [], name: bytesOfCString(entry.pointee.path), Entry(entry.pointee))
    }
    return table.sorted()
  }

  /// Records a file. Without a status, git reads the file when it next wants to know whether it has changed.
  func set(_ path: String, id: ObjectID, mode: FileMode, status: FileStatus?) throws(GitError) {
    var entry = git_index_entry()
    entry.id = id.cValue
    entry.mode = mode.rawValue
    status?.record(in: &entry)
    try add(&entry, path)
  }

  /// Removes a file, and what a merge left of it.
  func remove(_ path: String) throws(GitError) {
    for stage in CInt(0)...3 {
      do throws(GitError) {
        try Libgit2.call(.writeIndex, path: self.path) { git_index_remove(handle.pointer, path, stage) }
      } catch {
        guard error.code == .notFound else { throw error }
      }
    }
  }

  /// Forgets the status of files that were changed so shortly before the index was written that git cannot tell from
  /// their status whether they changed again, unless `directory` shows that they did not.
  ///
  /// Git knows such files by the time of the index, which writing it again makes later. Most builds of git look at whole
  /// seconds; within those, the nanoseconds tell.
  func forgetRacyStatus(besides directory: borrowing Directory) throws(GitError) {
    guard let written else { return }
    let entries = entries()
    for index in entries.values.indices where entries.values[index].status.modified.seconds >= written.seconds {
      let path = entries.text(at: index)
      let entry = entries.values[index]
      if !entry.isRacy(written: written), try directory.fileStatus(of: path) == entry.status { continue }
      guard var copy = git_index_get_bypath(handle.pointer, path, 0)?.pointee else { continue }
      copy.file_size = 0
      try add(&copy, path)
    }
  }

  /// Writes the index to its file.
  func write() throws(GitError) {
    try Libgit2.call(.writeIndex, path: path) { git_index_write(handle.pointer) }
  }

  private func add(_ entry: inout git_index_entry, _ path: String) throws(GitError) {
    let status = path.withCString { name in
      entry.path = name
      return git_index_add(handle.pointer, &entry)
    }
    try Libgit2.call(.writeIndex, path: self.path) { status }
  }
}

extension IndexFile {
  /// Opens and reads the file at `path`.
  private static func load(_ path: FilePath) throws(GitError) -> Handle<IndexKind> {
    do throws(GitError) {
      let handle = try Handle<IndexKind>(.readIndex, path: path) { git_index_open(&$0, path.string) }
      try Libgit2.call(.readIndex, path: path) { git_index_read(handle.pointer, 0) }
      return handle
    } catch {
      throw hasNoChecksum(path) ? missingChecksum(path, error.message) : error
    }
  }

  private static func timeOfWriting(_ path: FilePath) throws(GitError) -> FileStatus.Time? {
    do throws(Errno) {
      return try FileStatus(of: path)?.modified
    } catch {
      throw GitError(error, .readIndex, path: path)
    }
  }

  /// Whether the file ends in zeros where its checksum belongs: git's `index.skipHash`, which libgit2 takes for damage.
  private static func hasNoChecksum(_ path: FilePath) -> Bool {
    guard let bytes = try? FileAccess.read(path), bytes.count > ObjectID.byteCount else { return false }
    return bytes.suffix(ObjectID.byteCount).allSatisfy { $0 == 0 }
  }

  private static func missingChecksum(_ path: FilePath, _ message: String) -> GitError {
    GitError(.unsupported, .readIndex, message: message, path: path, feature: "index.skipHash")
  }
}
