internal import CLibgit2

extension Repository {
  /// Returns the files of a commit, in git's order.
  ///
  /// - Parameter prefixes: The directories or files to list; empty for all files. Missing paths are ignored.
  public func entries(of commit: CommitID, under prefixes: [String] = []) throws(GitError) -> [TreeEntry] {
    let table = try files(of: commit, under: prefixes)
    return table.values.indices.map { index in
      TreeEntry(path: table.text(at: index), id: table.values[index].id, mode: table.values[index].mode)
    }
  }

  /// Returns a file or directory of a commit, or `nil` if the commit does not have it.
  public func entry(at path: String, in commit: CommitID) throws(GitError) -> TreeEntry? {
    guard let found = try find(Array(path.utf8), in: try tree(of: commit)) else { return nil }
    return TreeEntry(path: path, id: found.id, mode: found.mode)
  }

  /// Returns the files that differ between a commit and its first parent, or all files of a first commit. Empty at a
  /// ``Commit/boundary``, because the changes are unknown.
  ///
  /// - Parameter prefixes: The directories or files to compare; empty for all.
  /// - Complexity: O(*n*) in the sizes of the directories that differ; equal directories are not read.
  public func changes(in commit: CommitID, under prefixes: [String] = []) throws(GitError) -> [FileChange] {
    let parsed = try self.commit(commit)
    guard parsed.boundary == nil else { return [] }
    guard let parent = parsed.parents.first else {
      return try changes(from: nil, to: parsed.tree, under: prefixes)
    }
    return try changes(from: try tree(of: parent), to: parsed.tree, under: prefixes)
  }

  /// Returns the files that differ between two commits; `nil` stands for a commit without files.
  ///
  /// - Parameter prefixes: The directories or files to compare; empty for all.
  public func changes(
    from old: CommitID?, to new: CommitID, under prefixes: [String] = []
  ) throws(GitError) -> [FileChange] {
    let oldTree = try old.map { (id) throws(GitError) in try tree(of: id) }
    return try changes(from: oldTree, to: try tree(of: new), under: prefixes)
  }
}

extension Repository {
  /// Returns the tree of a commit, which may not be written yet.
  public func tree(of commit: CommitID) throws(GitError) -> ObjectID { try objects.commit(commit).tree }

  /// Returns the files that differ between two trees in content or mode; `nil` stands for a tree without files.
  ///
  /// - Complexity: O(*n*) in the sizes of the directories that differ; equal directories are not read.
  public func differences(from old: ObjectID?, to new: ObjectID) throws(GitError) -> [TreeDifference] {
    var comparison = TreeComparison(of: objects, comparingModes: true)
    try comparison.compare(
      old.map { UnnamedTreeEntry(id: $0, mode: .directory) }, UnnamedTreeEntry(id: new, mode: .directory), path: [])
    return comparison.differences
  }

  /// Returns a file or a directory of a tree; `nil` if the tree does not have the path.
  public func entry(at path: String, inTree tree: ObjectID) throws(GitError) -> TreeEntry? {
    guard let found = try find(Array(path.utf8), in: tree) else { return nil }
    return TreeEntry(path: path, id: found.id, mode: found.mode)
  }

  /// Makes a tree with changed files in memory, and returns its id. ``writeMadeObjects(isDurable:)`` writes it.
  ///
  /// - Parameters:
  ///   - changes: The files to set or remove, each path once.
  ///   - base: The tree to change; `nil` for a tree without files.
  /// - Throws: The errors of ``prepareCommit(_:message:author:committer:onto:)`` for changes.
  public func makeTree(_ changes: [TreeEdit], from base: ObjectID?) throws(GitError) -> ObjectID {
    try TreeEditor(objects: objects).apply(changes, to: base)
  }
}

extension Repository {
  /// Returns the files of a commit below some paths, sorted by the bytes of their paths.
  func files(of commit: CommitID, under prefixes: [String]) throws(GitError) -> PathTable<UnnamedTreeEntry> {
    var table = PathTable<UnnamedTreeEntry>()
    let top = try tree(of: commit)
    for prefix in Self.normalized(prefixes) {
      if let side = try find(prefix, in: top) { try list(side, path: prefix, depth: 0, into: &table) }
    }
    return table.sorted()
  }

  /// Lists a file, or all files below a directory. With a filter, lists only matching files outside of hidden
  /// directories.
  func list(
    _ side: UnnamedTreeEntry, path: [UInt8], depth: Int, _ counts: NameFilter? = nil,
    into table: inout PathTable<UnnamedTreeEntry>
  ) throws(GitError) {
    guard side.mode == .directory else { return table.append(path, side) }
    guard depth < TreeObject.maximumDepth else {
      throw GitError(.corrupt, .readObject, message: "directories are nested too deep")
    }
    let tree = try objects.tree(side.id)
    for entry in tree.entries {
      let name = tree.name(of: entry)
      if entry.isDirectory {
        guard counts == nil || !NameFilter.isHidden(name) else { continue }
        let below = path.isEmpty ? [] : path + [UInt8(ascii: "/")]
        try list(tree.item(entry), path: below + name, depth: depth + 1, counts, into: &table)
      } else if counts?.includes(name) ?? true {
        table.append(directory: path, name: name, tree.item(entry))
      }
    }
  }

  private func changes(
    from old: ObjectID?, to new: ObjectID, under prefixes: [String]
  ) throws(GitError) -> [FileChange] {
    var comparison = TreeComparison(of: objects)
    for prefix in Self.normalized(prefixes) {
      let oldSide = try old.flatMap { (tree) throws(GitError) in try find(prefix, in: tree) }
      try comparison.compare(oldSide, try find(prefix, in: new), path: prefix)
    }
    return comparison.changes
  }

  /// Returns the file or directory at a path in a tree. The empty path is the tree itself.
  func find(_ path: [UInt8], in top: ObjectID) throws(GitError) -> UnnamedTreeEntry? {
    var found = UnnamedTreeEntry(id: top, mode: .directory)
    for name in path.split(separator: UInt8(ascii: "/")) {
      guard found.isDirectory, let item = try objects.tree(found.id).item(named: name) else { return nil }
      found = item
    }
    return found
  }

  /// Returns the bytes of prefixes without a `/` at the end; the top of the repository if there are none.
  private static func normalized(_ prefixes: [String]) -> [[UInt8]] {
    guard !prefixes.isEmpty else { return [[]] }
    return prefixes.map { Array($0.trimming { $0 == "/" }.utf8) }
  }
}

extension Repository {
  /// Returns those paths of which a part is written in several Unicode forms, such as `é` as one character in one tree and as two
  /// in another tree. Strings with such paths are equal, but git and Linux have several files.
  ///
  /// Paths in ASCII are ignored.
  ///
  /// - Complexity: O(*n*) in the sizes of the directories of the other paths.
  public func pathsInSeveralForms(_ paths: [String], in trees: [ObjectID]) throws(GitError) -> [String] {
    var directories: [Set<ObjectID>: [String: PathForms]] = [:]
    var found: [String] = []
    for path in paths where !path.utf8.allSatisfy({ $0 < 0x80 }) {
      var place = Set(trees)
      for part in path.utf8.split(separator: UInt8(ascii: "/")) {
        if directories[place] == nil { directories[place] = try names(in: place) }
        guard let forms = directories[place]?[String(decoding: part, as: UTF8.self)] else { break }
        if forms.names.count > 1 {
          found.append(path)
          break
        }
        place = forms.directories
      }
    }
    return found
  }

  private func names(in directories: Set<ObjectID>) throws(GitError) -> [String: PathForms] {
    var names: [String: PathForms] = [:]
    for id in directories {
      let tree = try objects.tree(id)
      for entry in tree.entries {
        let name = tree.name(of: entry)
        names[String(decoding: name, as: UTF8.self), default: PathForms()].insert(Array(name), tree.item(entry))
      }
    }
    return names
  }
}

/// The entries of directories whose names are equal as strings.
private struct PathForms {
  private(set) var names: Set<[UInt8]> = []
  private(set) var directories: Set<ObjectID> = []

  mutating func insert(_ name: [UInt8], _ item: UnnamedTreeEntry) {
    names.insert(name)
    if let directory = item.directory { directories.insert(directory) }
  }
}
