extension Repository {
  /// Finds the files of the work tree that are not what HEAD records: what was edited, added and deleted by hand.
  ///
  /// The comparison is with HEAD, so that a change which was staged is found too. `.gitignore` is not looked at, and
  /// neither `core.autocrlf` nor a filter is applied: a file has changed when its bytes have. Names that begin with `.`
  /// are passed over. A file that a sparse checkout leaves out has not changed.
  /// - Parameters:
  ///   - directories: The directories to look through, with all below them.
  ///   - files: Single files to look at besides, whatever their names.
  ///   - suffix: How the names of files in `directories` end that count.
  /// - Returns: The differences, sorted by path.
  /// - Complexity: O(*n*) system calls in the number of files; a file is read only where its status has changed since the
  ///   index recorded it.
  public func workTreeChanges(
    under directories: [String], includingFiles files: [String] = [], suffix: String = ".toml"
  ) throws(GitError) -> [WorkTreeChange] {
    let suffix = Array(suffix.utf8)
    let index = try IndexFile(at: indexPath)
    let top = try openTop()
    var scanner = WorkTreeScanner(suffix: suffix)
    for directory in directories { try scanner.scanDirectory(Array(directory.utf8), in: top) }
    for file in files { try scanner.scanFile(Array(file.utf8), in: top) }
    let comparison = WorkTreeComparison(
      top: top, written: index.written, head: try recordedFiles(directories, files, suffix),
      index: index.entries, files: scanner.files.sorted(), unsupported: scanner.unsupported)
    return try comparison.changes()
  }

  /// What HEAD records of the files that a scan of the work tree would find.
  private func recordedFiles(
    _ directories: [String], _ files: [String], _ suffix: [UInt8]
  ) throws(GitError) -> PathTable<TreeComparison.Side> {
    guard let commit = try head().commit else { return PathTable() }
    let all = try self.files(of: commit, under: directories + files)
    let exact = Set(files.map { Array($0.utf8) })
    return all.filter { path in
      (path.suffix(suffix.count).elementsEqual(suffix) && !Self.isHidden(path)) || exact.contains(Array(path))
    }
  }

  /// Whether a part of the path begins with `.`.
  private static func isHidden(_ path: ArraySlice<UInt8>) -> Bool {
    var startsPart = true
    for byte in path {
      if startsPart, byte == UInt8(ascii: ".") { return true }
      startsPart = byte == UInt8(ascii: "/")
    }
    return false
  }
}
