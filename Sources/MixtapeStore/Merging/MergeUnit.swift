internal import GitHistory

/// One file in the versions of a merge. Each version has a path of its own, because sides can move and rename files.
struct MergeUnit: Hashable {
  /// The common version; `nil` if the file is new.
  var base: TreeEntry?
  /// The version of ours; `nil` if ours has no such file.
  var ours: TreeEntry?
  /// The version of theirs; `nil` if theirs has no such file.
  var theirs: TreeEntry?

  /// The merged content if both sides have the same one, or only one side changed it; `nil` otherwise.
  var contentOfOneSide: ObjectID? {
    guard let ours, let theirs else { return nil }
    if ours.id == theirs.id || theirs.id == base?.id { return ours.id }
    return ours.id == base?.id ? theirs.id : nil
  }

  subscript(side: MergeSide) -> TreeEntry? {
    get { side == .ours ? ours : theirs }
    set { if side == .ours { ours = newValue } else { theirs = newValue } }
  }
}

/// One file in the versions of a merge, and its path in the result.
struct PlacedUnit {
  var unit: MergeUnit
  let path: String
}

/// The identity of a file that moves to other folders: its section and its name. Other files have only their path.
struct FileKey: Hashable {
  let section: Section?
  let name: String

  init(_ path: String) {
    let file = StoredFile(path: path)
    section = file == nil ? nil : Section(containing: path)
    name = file?.name ?? path
  }
}

extension TreeEntry {
  /// The key of the file.
  var key: FileKey { FileKey(path) }
  /// The content and the mode.
  var version: FileVersion { FileVersion(id: id, mode: mode) }

  init(_ path: String, _ version: FileVersion) { self.init(path: path, id: version.id, mode: version.mode) }
}
