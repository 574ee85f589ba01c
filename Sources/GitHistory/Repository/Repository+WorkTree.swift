internal import FileSystem
internal import SystemPackage

extension Repository {
  /// Returns the files of the work tree that differ from HEAD: those that were edited, added and deleted by hand.
  ///
  /// The comparison is with HEAD, so it finds staged changes too. It compares bytes: `.gitignore`, `core.autocrlf`
  /// and filters do not apply. Names that begin with `.` are ignored. Files that a sparse checkout leaves out
  /// and files with an ``IndexMark`` are not differences.
  ///
  /// - Parameters:
  ///   - directories: The directories to scan, with everything below them.
  ///   - files: Additional files, with any name.
  ///   - suffix: The suffix of the files in `directories` to compare.
  ///   - readsAll: Whether to read all files. If git converts files, the index says of some that they are unchanged although their
  ///     bytes differ.
  /// - Returns: The differences, and the files that were found.
  /// - Complexity: O(*n*) system calls in the number of files; a file is read only if its status has changed since
  ///   the index recorded it.
  public func workTree(
    under directories: [String], includingFiles files: [String] = [], suffix: String = ".toml",
    readingAll readsAll: Bool = false
  ) throws(GitError) -> WorkTreeState {
    let counts = NameFilter(suffix: Array(suffix.utf8))
    let scan = { @Sendable [directory] in
      Result { () throws(GitError) in try WorkTreeScanner(directories, files: files, counts, at: directory) }
    }
    // While one core waits for the file system, another can parse HEAD's trees and the index.
    let background = try isLarge ? BackgroundWork(scan) : nil
    let index = try readIndex()
    let head = try recordedFiles(directories, files, counts)
    let scanner = try (background?.finish() ?? scan()).get()
    var comparison = WorkTreeComparison(
      top: try Directory(top: directory), written: index.written, head: head, index: index.entries,
      files: scanner.files,
      unsupported: scanner.unsupported, isSparse: try isSparse, readsAll: readsAll)
    let changes = try comparison.changes()
    return WorkTreeState(
      changes: changes, leftOut: comparison.leftOut, marked: comparison.marked, files: scanner.files)
  }

  /// Whether a sparse checkout may leave files out of the work tree.
  var isSparse: Bool {
    get throws(GitError) {
      let patterns = gitDirectory.appending("info").appending("sparse-checkout")
      guard try exists(patterns, for: .readWorkTree) else { return false }
      return try configuration.bool("core.sparseCheckout") == true
    }
  }

  /// Whether the index has more than about 800 files, so that another thread is faster.
  private var isLarge: Bool {
    get throws(GitError) {
      let status = try reporting(.readIndex, at: indexPath) { () throws(Errno) in try FileStatus(of: indexPath) }
      return status.map { $0.size > 80_000 } ?? false
    }
  }

  private func recordedFiles(
    _ directories: [String], _ files: [String], _ counts: NameFilter
  ) throws(GitError) -> PathTable<UnnamedTreeEntry> {
    guard let commit = try head().commit else { return PathTable() }
    var table = PathTable<UnnamedTreeEntry>()
    let top = try tree(of: commit)
    for path in (directories + files).sorted().map({ Array($0.utf8) }) {
      guard let side = try find(path, in: top) else { continue }
      if side.mode == .directory {
        try list(side, path: path, depth: 0, counts, into: &table)
      } else if counts.includes(path) || files.contains(where: { path.elementsEqual($0.utf8) }) {
        table.append(path, side)
      }
    }
    return table.sorted()
  }
}
