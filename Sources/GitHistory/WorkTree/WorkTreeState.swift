internal import FileSystem

/// A mark that a user has given a file in the index, so that git ignores changes of it in the work tree.
///
/// The names are those of the options of `git update-index`.
public enum IndexMark: String, Error, Hashable, CustomStringConvertible, CaseIterable {
  /// Git works as if the file had the content in the index. A sparse checkout gives its files this mark as well.
  case skipWorktree = "skip-worktree"
  /// Git does not compare the file.
  case assumeUnchanged = "assume-unchanged"

  /// The name of the mark.
  public var description: String { rawValue }
}

/// The files of the work tree, and their differences from HEAD.
public struct WorkTreeState: Sendable {
  /// The files that differ from HEAD, sorted by path.
  public let changes: [WorkTreeChange]

  /// The paths of files that HEAD records and a sparse checkout leaves out of the work tree.
  public let leftOut: Set<String>

  /// The files with a mark by which git does not look at them. They are no differences.
  public let marked: [String: IndexMark]

  /// The files that pass the filter, changed or not.
  let files: PathTable<FileStatus>

  /// The number of files that pass the filter, changed or not.
  public var fileCount: Int { files.values.count }

  /// Whether the scan found every file: nothing was unreadable or unsupported.
  public var isComplete: Bool { !changes.contains { $0.kind == .unsupported } }

  /// Returns the paths of the files with a name, in any directory.
  ///
  /// - Complexity: O(*n*) in the number of files. Reads nothing.
  public func files(named name: String) -> [String] {
    let end = [UInt8(ascii: "/")] + name.utf8
    return files.values.indices.compactMap { index in
      files.path(at: index).suffix(end.count).elementsEqual(end) ? files.text(at: index) : nil
    }
  }
}

/// A file of the work tree that differs from HEAD.
public struct WorkTreeChange: Hashable, Sendable {
  /// The path from the top of the repository, with `/` between the parts.
  public let path: String

  /// The content in HEAD; `nil` if HEAD does not have the file.
  public let old: ObjectID?

  /// The kind of difference.
  public let kind: Kind

  /// The kind of difference between a file and HEAD.
  public enum Kind: String, Hashable, Sendable, CaseIterable {
    /// The content differs.
    case modified
    /// HEAD does not have the file.
    case added
    /// The file was deleted.
    case deleted
    /// A regular file replaces a symbolic link or a submodule.
    case typeChanged
    /// The item cannot be recorded as a file: a symbolic link, a nested repository, a special file, an unreadable
    /// file, or a name that is not UTF-8, whose path has escapes such as `\xE9`. Files of HEAD at and below the path
    /// are not reported as deleted.
    case unsupported
  }
}

/// Compares the files of the work tree with those of HEAD.
///
/// The index is only a cache: it has the id of a file's content if the file still has the recorded status. Staging
/// does not matter. If git converts files, it records the status of a file whose bytes are not those of the content.
struct WorkTreeComparison: ~Copyable {
  let top: Directory
  let written: FileStatus.Time?
  let head: PathTable<UnnamedTreeEntry>
  let index: PathTable<GitIndexEntry>
  let files: PathTable<FileStatus>
  let unsupported: [[UInt8]]
  let isSparse: Bool
  /// Whether to read all files, rather than only those whose status does not show that they are unchanged.
  let readsAll: Bool
  private(set) var leftOut: Set<String> = []
  /// The files with a mark, which are no differences.
  private(set) var marked: [String: IndexMark] = [:]

  init(
    top: consuming Directory, written: FileStatus.Time?, head: PathTable<UnnamedTreeEntry>,
    index: PathTable<GitIndexEntry>,
    files: PathTable<FileStatus>, unsupported: [[UInt8]], isSparse: Bool, readsAll: Bool
  ) {
    self.top = top
    (self.written, self.head, self.index, self.files) = (written, head, index, files)
    (self.unsupported, self.isSparse, self.readsAll) = (unsupported, isSparse, readsAll)
  }

  /// Returns all differences, sorted by path, and finds the files that are left out or marked.
  mutating func changes() throws(GitError) -> [WorkTreeChange] {
    var changes = unsupported.map {
      WorkTreeChange(path: String(displaying: $0), old: nil, kind: .unsupported)
    }
    var (headPlace, filePlace, indexPlace) = (0, 0, 0)
    while headPlace < head.count || filePlace < files.count {
      let order = order(headPlace, filePlace)
      if order >= 0 { indexPlace = advance(indexPlace, to: files, at: filePlace) }
      if order < 0 { indexPlace = advance(indexPlace, to: head, at: headPlace) }
      let change =
        if order < 0 {
          deletion(headPlace, indexPlace)
        } else if order > 0 {
          WorkTreeChange(path: files.text(at: filePlace), old: nil, kind: .added)
        } else {
          try modification(headPlace, filePlace, indexPlace)
        }
      if let change { changes.append(change) }
      if order <= 0 { headPlace += 1 }
      if order >= 0 { filePlace += 1 }
    }
    return changes.sorted { $0.path < $1.path }
  }

  /// Returns the order of the next two paths. A side that has ended comes last.
  private func order(_ headPlace: Int, _ filePlace: Int) -> Int {
    if headPlace == head.count { return 1 }
    if filePlace == files.count { return -1 }
    return head.order(at: headPlace, files, at: filePlace)
  }

  /// Returns the first index, from `place` on, that is not before a path.
  private func advance<Value>(_ place: Int, to table: PathTable<Value>, at other: Int) -> Int {
    var place = place
    while place < index.count, index.order(at: place, table, at: other) < 0 { place += 1 }
    return place
  }

  private mutating func deletion(_ headPlace: Int, _ indexPlace: Int) -> WorkTreeChange? {
    let path = head.path(at: headPlace)
    let entry = indexEntry(indexPlace, head, headPlace)
    guard !isMarked(entry, head.text(at: headPlace)) else { return nil }
    // Without an entry in the index, for example after its loss, a sparse checkout may be the reason why a file is
    // missing.
    let isLeftOut = entry?.isLeftOut ?? isSparse
    if isLeftOut { leftOut.insert(head.text(at: headPlace)) }
    let isHidden = unsupported.contains {
      path.starts(with: $0) && (path.count == $0.count || path[path.startIndex + $0.count] == UInt8(ascii: "/"))
    }
    guard !isLeftOut, !isHidden else { return nil }
    return WorkTreeChange(path: head.text(at: headPlace), old: head.values[headPlace].id, kind: .deleted)
  }

  /// Returns whether an entry has a mark, and notes it. In a sparse checkout, git ignores `skip-worktree` of existing files.
  private mutating func isMarked(_ entry: GitIndexEntry?, _ path: String) -> Bool {
    guard let entry else { return false }
    let mark = entry.isAssumedUnchanged ? IndexMark.assumeUnchanged : entry.isLeftOut && !isSparse ? .skipWorktree : nil
    if let mark { marked[path] = mark }
    return mark != nil
  }

  private mutating func modification(
    _ headPlace: Int, _ filePlace: Int, _ indexPlace: Int
  ) throws(GitError) -> WorkTreeChange? {
    let recorded = head.values[headPlace]
    let entry = indexEntry(indexPlace, files, filePlace)
    guard !isMarked(entry, files.text(at: filePlace)) else { return nil }
    let path = head.text(at: headPlace)
    func change(_ kind: WorkTreeChange.Kind) -> WorkTreeChange {
      WorkTreeChange(path: path, old: recorded.id, kind: kind)
    }
    guard recorded.mode.isRegularFile else { return change(.typeChanged) }
    if let entry, !readsAll, entry.status == files.values[filePlace], !entry.isRacy(written: written) {
      return entry.id == recorded.id ? nil : change(.modified)
    }
    do throws(GitError) {
      guard let file = try top.file(files.text(at: filePlace)) else { return change(.deleted) }
      return try ObjectID(of: file.bytes, .blob) == recorded.id ? nil : change(.modified)
    } catch {
      guard error.operation == .readWorkTree else { throw error }
      return change(.unsupported)
    }
  }

  private func indexEntry<Value>(_ place: Int, _ table: PathTable<Value>, _ other: Int) -> GitIndexEntry? {
    guard place < index.count, index.values[place].stage == 0, index.order(at: place, table, at: other) == 0 else {
      return nil
    }
    return index.values[place]
  }
}
