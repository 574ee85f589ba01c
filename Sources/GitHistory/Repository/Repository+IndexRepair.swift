internal import FileSystem
public import SystemPackage

extension Repository {
  /// Throws an error if the index cannot be read; a missing one counts as empty.
  ///
  /// - Throws: ``GitError/Code/corrupt`` if it is damaged, ``GitError/Code/unsupported``, or the system's error.
  public func requireReadableIndex() throws(GitError) { _ = try GitIndexFile(at: indexPath) }

  /// Returns whether the index exists. Without one, git treats every file of HEAD as removed.
  public func hasIndex() throws(GitError) -> Bool {
    do throws(Errno) {
      return try FileStatus(of: indexPath) != nil
    } catch {
      throw GitError(error, .readIndex, path: indexPath)
    }
  }

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

  /// Renames the index to an unused name.
  private func setIndexAside() throws(GitError) -> FilePath? {
    do throws(Errno) {
      guard try FileStatus(of: indexPath) != nil else { return nil }
      var (place, number) = (FilePath(indexPath.string + ".damaged"), 1)
      while try FileStatus(of: place) != nil {
        number += 1
        place = FilePath("\(indexPath.string).damaged-\(number)")
      }
      try SystemCalls.rename(indexPath, to: place)
      return place
    } catch {
      throw GitError(error, .writeIndex, path: indexPath)
    }
  }
}
