/// Finds the files that differ between two trees. Equal directories are not read.
struct TreeComparison {
  private let objects: ObjectStore
  private(set) var differences: [TreeDifference] = []
  private let comparesModes: Bool

  /// Makes a comparison.
  ///
  /// - Parameter comparesModes: Whether files with equal contents and different modes differ.
  init(of objects: ObjectStore, comparingModes comparesModes: Bool = false) {
    self.objects = objects
    self.comparesModes = comparesModes
  }

  /// The differences without the modes.
  var changes: [FileChange] {
    differences.map { FileChange(path: $0.path, old: $0.old?.id, new: $0.new?.id) }
  }

  /// Compares both sides of a path: files, directories with everything below them, or nothing.
  mutating func compare(_ old: TreeItem?, _ new: TreeItem?, path: [UInt8], depth: Int = 0) throws(GitError) {
    guard old != new else { return }
    if old?.file != new?.file || (comparesModes && old?.fileVersion != new?.fileVersion) {
      let validPath = String(validating: path, as: UTF8.self)
      differences.append(
        TreeDifference(
          path: validPath ?? String(decoding: path, as: UTF8.self), old: old?.fileVersion, new: new?.fileVersion,
          hasValidPath: validPath != nil))
    }
    guard old?.directory != new?.directory else { return }
    guard depth < TreeObject.maximumDepth else {
      throw GitError(.corrupt, .readObject, message: "directories are nested too deep")
    }
    try compare(
      trees: try tree(old?.directory), try tree(new?.directory), path: path.isEmpty ? [] : path + [UInt8(ascii: "/")],
      depth: depth + 1)
  }

  /// Compares two directories in one pass. Both are sorted.
  private mutating func compare(
    trees old: TreeObject, _ new: TreeObject, path: [UInt8], depth: Int
  ) throws(GitError) {
    var oldEntries = old.entries[...]
    var newEntries = new.entries[...]
    while let order = Self.order(oldEntries.first, old, newEntries.first, new) {
      let oldEntry = order <= 0 ? oldEntries.popFirst() : nil
      let newEntry = order >= 0 ? newEntries.popFirst() : nil
      let oldSide = oldEntry.map(old.item)
      let newSide = newEntry.map(new.item)
      // Most entries are equal. Their names are not copied.
      guard oldSide != newSide else { continue }
      let name = oldEntry.map { old.name(of: $0) } ?? newEntry.map { new.name(of: $0) } ?? []
      try compare(oldSide, newSide, path: path + name, depth: depth)
    }
  }

  private func tree(_ id: ObjectID?) throws(GitError) -> TreeObject {
    guard let id else { return .empty }
    return try objects.tree(id)
  }

  /// Returns the order of the next two entries. A side that has ended comes last. Returns `nil` if both have ended.
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
