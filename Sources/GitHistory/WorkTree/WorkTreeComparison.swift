internal import FileSystem

/// Compares the files of the work tree with those of HEAD.
///
/// The index is only a cache: it has the id of a file's content if the file still has the recorded status. Staging
/// does not matter.
struct WorkTreeComparison: ~Copyable {
  let top: Directory
  let written: FileStatus.Time?
  let head: PathTable<TreeItem>
  let index: PathTable<GitIndexEntry>
  let files: PathTable<FileStatus>
  let unsupported: [[UInt8]]
  /// Whether a sparse checkout leaves files out of the work tree.
  let isSparse: Bool

  /// Returns all differences, sorted by path, and the paths of files that are left out of the work tree. Reads files
  /// only if their status does not show that they are unchanged.
  func changes() throws(GitError) -> (changes: [WorkTreeChange], leftOut: Set<String>) {
    var changes = unsupported.map {
      WorkTreeChange(path: String(displaying: $0), old: nil, kind: .unsupported)
    }
    var leftOut: Set<String> = []
    var (headPlace, filePlace, indexPlace) = (0, 0, 0)
    while headPlace < head.count || filePlace < files.count {
      let order = order(headPlace, filePlace)
      if order >= 0 { indexPlace = advance(indexPlace, to: files, at: filePlace) }
      if order < 0 { indexPlace = advance(indexPlace, to: head, at: headPlace) }
      let change =
        if order < 0 {
          deletion(headPlace, indexPlace, &leftOut)
        } else if order > 0 {
          WorkTreeChange(path: files.text(at: filePlace), old: nil, kind: .added)
        } else {
          try modification(headPlace, filePlace, indexPlace)
        }
      if let change { changes.append(change) }
      if order <= 0 { headPlace += 1 }
      if order >= 0 { filePlace += 1 }
    }
    return (changes.sorted { $0.path < $1.path }, leftOut)
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

  private func deletion(_ headPlace: Int, _ indexPlace: Int, _ leftOut: inout Set<String>) -> WorkTreeChange? {
    let path = head.path(at: headPlace)
    // Without an entry in the index, for example after its loss, a sparse checkout may be the reason why a file is
    // missing.
    let isLeftOut = indexEntry(indexPlace, head, headPlace)?.isLeftOut ?? isSparse
    if isLeftOut { leftOut.insert(head.text(at: headPlace)) }
    let isHidden = unsupported.contains {
      path.starts(with: $0) && (path.count == $0.count || path[path.startIndex + $0.count] == UInt8(ascii: "/"))
    }
    guard !isLeftOut, !isHidden else { return nil }
    return WorkTreeChange(path: head.text(at: headPlace), old: head.values[headPlace].id, kind: .deleted)
  }

  private func modification(
    _ headPlace: Int, _ filePlace: Int, _ indexPlace: Int
  ) throws(GitError) -> WorkTreeChange? {
    let recorded = head.values[headPlace]
    func change(_ kind: WorkTreeChange.Kind) -> WorkTreeChange {
      WorkTreeChange(path: head.text(at: headPlace), old: recorded.id, kind: kind)
    }
    guard recorded.mode.isRegularFile else { return change(.typeChanged) }
    if let entry = indexEntry(indexPlace, files, filePlace), entry.status == files.values[filePlace],
      !entry.isRacy(written: written)
    {
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
