/// Finds the files that differ between two trees, without entering directories that are the same on both sides.
struct TreeComparison {
  let repository: Repository
  private(set) var changes: [FileChange] = []

  init(of repository: Repository) { self.repository = repository }

  /// One side of an entry that may differ.
  struct Side {
    let id: ObjectID
    let mode: FileMode

    init(id: ObjectID, mode: FileMode) {
      self.id = id
      self.mode = mode
    }

    init(_ entry: TreeObject.Entry, in tree: TreeObject) { self.init(id: tree.id(of: entry), mode: entry.mode) }

    fileprivate var directory: ObjectID? { mode == .directory ? id : nil }
    fileprivate var file: ObjectID? { mode == .directory ? nil : id }
  }

  /// Compares what `path` is on both sides: files, directories with all below them, or nothing.
  mutating func compare(_ old: Side?, _ new: Side?, path: [UInt8], depth: Int = 0) throws(GitError) {
    guard old?.id != new?.id || old?.mode != new?.mode else { return }
    if old?.file != new?.file {
      changes.append(FileChange(path: String(decoding: path, as: UTF8.self), old: old?.file, new: new?.file))
    }
    guard old?.directory != new?.directory else { return }
    guard depth < RepositoryLimits.treeDepth else {
      throw GitError(.corrupt, .readObject, message: "directories are nested too deep")
    }
    try compare(
      trees: try tree(old?.directory), try tree(new?.directory), path: path.isEmpty ? [] : path + [UInt8(ascii: "/")],
      depth: depth + 1)
  }

  /// Walks through both directories at once, as both are sorted.
  private mutating func compare(
    trees old: TreeObject, _ new: TreeObject, path: [UInt8], depth: Int
  ) throws(GitError) {
    var oldEntries = old.entries[...]
    var newEntries = new.entries[...]
    while let order = Self.order(oldEntries.first, old, newEntries.first, new) {
      let oldEntry = order <= 0 ? oldEntries.popFirst() : nil
      let newEntry = order >= 0 ? newEntries.popFirst() : nil
      let oldSide = oldEntry.map { Side($0, in: old) }
      let newSide = newEntry.map { Side($0, in: new) }
      // Most entries are the same: no name is copied for those.
      guard oldSide?.id != newSide?.id || oldSide?.mode != newSide?.mode else { continue }
      let name = oldEntry.map { old.name(of: $0) } ?? newEntry.map { new.name(of: $0) } ?? []
      try compare(oldSide, newSide, path: path + name, depth: depth)
    }
  }

  private func tree(_ id: ObjectID?) throws(GitError) -> TreeObject {
    guard let id else { return .empty }
    return try repository.tree(id)
  }

  /// The order of the next two entries, where a side that has ended comes last. Nil where both have ended.
  private static func order(
    _ old: TreeObject.Entry?, _ oldTree: TreeObject, _ new: TreeObject.Entry?, _ newTree: TreeObject
  ) -> Int? {
    switch (old, new) {
    case (nil, nil): nil
    case (_?, nil): -1
    case (nil, _?): 1
    case (let old?, let new?): oldTree.order(of: old, and: new, in: newTree)
    }
  }
}

/// Bounds on what a repository may hold, so that a hostile one cannot exhaust the stack.
enum RepositoryLimits {
  /// How deep directories may nest; git's own `core.maxTreeDepth` has the same value.
  static let treeDepth = 2048
}
