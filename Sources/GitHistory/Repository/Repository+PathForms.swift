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
  /// The bytes of the names.
  private(set) var names: Set<[UInt8]> = []
  /// The trees of those entries that are directories.
  private(set) var directories: Set<ObjectID> = []

  mutating func insert(_ name: [UInt8], _ item: TreeItem) {
    names.insert(name)
    if let directory = item.directory { directories.insert(directory) }
  }
}
