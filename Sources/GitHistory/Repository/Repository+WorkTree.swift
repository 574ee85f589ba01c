internal import FileSystem
internal import SystemPackage

extension Repository {
  /// Finds the files of the work tree that differ from HEAD: those that were edited, added and deleted by hand.
  ///
  /// The comparison is with HEAD, so that a change which was staged is found too. `.gitignore` is not looked at, and
  /// neither `core.autocrlf` nor a filter is applied: a file has changed when its bytes have. Names that begin with `.`
  /// are ignored. A file that a sparse checkout leaves out has not changed.
  /// - Parameters:
  ///   - directories: The directories to look through, with all below them.
  ///   - files: Single files to look at besides, whatever their names.
  ///   - suffix: The end of the names of files in `directories` that count.
  /// - Returns: The differences, and the files that were found.
  /// - Complexity: O(*n*) system calls in the number of files; a file is read only where its status has changed since the
  ///   index recorded it.
  public func workTree(
    under directories: [String], includingFiles files: [String] = [], suffix: String = ".toml"
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
    let comparison = WorkTreeComparison(
      top: try Directory(top: directory), written: index.written, head: head, index: index.entries,
      files: scanner.files,
      unsupported: scanner.unsupported, isSparse: try isSparse)
    let (changes, leftOut) = try comparison.changes()
    return WorkTreeState(changes: changes, leftOut: leftOut, files: scanner.files)
  }

  /// Whether a sparse checkout may leave files out of the work tree.
  var isSparse: Bool {
    get throws(GitError) {
      let patterns = gitDirectory.appending("info").appending("sparse-checkout")
      do throws(Errno) {
        guard try FileStatus(of: patterns) != nil else { return false }
      } catch {
        throw GitError(error, .readWorkTree, path: patterns)
      }
      return try configuration.bool("core.sparseCheckout") == true
    }
  }

  /// Whether the index has more than about eight hundred files, so that another thread is worth its start.
  private var isLarge: Bool {
    get throws(GitError) {
      do throws(Errno) {
        return try FileStatus(of: indexPath).map { $0.size > 80_000 } ?? false
      } catch {
        throw GitError(error, .readIndex, path: indexPath)
      }
    }
  }

  /// The files of HEAD that a scan of the work tree would find.
  private func recordedFiles(
    _ directories: [String], _ files: [String], _ counts: NameFilter
  ) throws(GitError) -> PathTable<TreeItem> {
    guard let commit = try head().commit else { return PathTable() }
    var table = PathTable<TreeItem>()
    let top = try treeID(of: commit)
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
