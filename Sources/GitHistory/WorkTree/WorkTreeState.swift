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
