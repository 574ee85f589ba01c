internal import GitHistory
internal import MixtapeModel

/// The identity of a file that moves to other folders: its section and its name. Other files have only their path.
struct FileKey: Hashable, Comparable {
  let section: Section?
  let name: String

  init(_ path: String) {
    let file = SectionFile(path: path)
    section = file == nil ? nil : Section(containing: path)
    name = file?.name ?? path
  }

  init(_ item: StoreItem) { (section, name) = (item.section, item.id) }

  /// Compares sections, then names.
  static func < (left: Self, right: Self) -> Bool {
    (left.section?.rawValue ?? "", left.name) < (right.section?.rawValue ?? "", right.name)
  }
}

extension TreeEntry {
  var key: FileKey { FileKey(path) }
  var version: FileVersion { FileVersion(id: id, mode: mode) }

  init(_ path: String, _ version: FileVersion) { self.init(path: path, id: version.id, mode: version.mode) }
}

extension TreeDifference {
  var oldEntry: TreeEntry? { old.map { TreeEntry(path, $0) } }
  var newEntry: TreeEntry? { new.map { TreeEntry(path, $0) } }
  /// The playlist or podcast; `nil` for another file, and for one that is a link or a submodule in a version.
  var item: StoreItem? {
    let versions = [old, new].compactMap(\.self)
    return hasValidPath && versions.allSatisfy(\.mode.isRegularFile) ? StoreItem(path: path) : nil
  }
}

extension StoreRepository {
  /// Returns whether a commit has the file of an item, as ``entry(of:in:)`` finds it.
  func has(_ item: StoreItem, in commit: CommitID) throws(MixtapeError) -> Bool {
    try entry(of: item, in: commit) != nil
  }

  /// Returns the path of the file of an item in a commit; `nil` if the commit does not have it. As ``entry(of:in:)``.
  func path(of item: StoreItem, in commit: CommitID) throws(MixtapeError) -> String? {
    try entry(of: item, in: commit)?.path
  }

  /// Returns the file of an item in a commit; `nil` if the commit does not have it.
  ///
  /// - Complexity: O(the number of files in its section).
  func entry(of item: StoreItem, in commit: CommitID) throws(MixtapeError) -> TreeEntry? {
    try entries(of: commit, under: [item.section.rawValue]).first { StoreItem(path: $0.path) == item }
  }
}
