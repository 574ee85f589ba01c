internal import FileSystem

/// The files of the work tree, and their differences from HEAD.
public struct WorkTreeState: Sendable {
  /// The files that differ from HEAD, sorted by path.
  public let changes: [WorkTreeChange]

  /// The paths of files that HEAD records and a sparse checkout leaves out of the work tree.
  public let leftOut: Set<String>

  /// The files that pass the filter, changed or not.
  let files: PathTable<FileStatus>

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
