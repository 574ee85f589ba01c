internal import SystemPackage

/// Makes the tree of a new commit from the tree of its parent.
///
/// `git_tree_create_updated` keeps empty directories, which git never records, and builds a table of all entries to
/// change one. Here, the bytes of unchanged entries are copied.
struct TreeEditor {
  let objects: ObjectStore

  /// Makes the trees with the changes, and returns the id of the top one.
  ///
  /// - Throws: ``GitError/Code/notFound`` if a file to remove or a content is missing, ``GitError/Code/conflict`` if
  ///   a file and a directory would have the same name, ``GitError/Code/invalidArgument`` for a path that git does
  ///   not allow.
  func apply(_ changes: [TreeEdit], to base: ObjectID?) throws(GitError) -> ObjectID {
    var edits: [Edit] = []
    edits.reserveCapacity(changes.count)
    for change in changes {
      try requireBlob(of: change)
      edits.append(try Edit(change))
    }
    edits.sort { $0.parts.lexicographicallyPrecedes($1.parts) { $0.lexicographicallyPrecedes($1) } }
    if let tree = try apply(edits[...], depth: 0, to: base) { return tree }
    return try objects.makeTree([])
  }

  /// Throws an error if the content does not exist. A tree that refers to a missing object would damage the
  /// repository.
  private func requireBlob(of change: TreeEdit) throws(GitError) {
    // The commit of a submodule is in another repository.
    guard change.mode != .submodule, let blob = change.blob, !objects.contains(blob) else { return }
    throw GitError(.notFound, .commit, message: "the content \(blob) of '\(change.path)' is missing")
  }

  /// Edits a directory and those below it. Returns `nil` if it becomes empty.
  private func apply(_ edits: ArraySlice<Edit>, depth: Int, to base: ObjectID?) throws(GitError) -> ObjectID? {
    let tree = try base.map { (id) throws(GitError) in try objects.tree(id) } ?? .empty
    var replacements: [TreeObject.Replacement] = []
    var rest = edits
    while let name = rest.first?.parts[depth] {
      let end = rest.firstIndex { $0.parts[depth] != name } ?? rest.endIndex
      replacements += try replace(name, with: rest[..<end], depth: depth, in: tree)
      rest = rest[end...]
    }
    replacements.sort { $0.key < $1.key }
    let bytes = tree.replacing(replacements)
    guard !bytes.isEmpty else { return nil }
    guard bytes != tree.bytes else { return base }
    return try objects.makeTree(bytes)
  }

  /// Returns the new item of a name in a directory: a file, a directory or nothing.
  private func replace(
    _ name: [UInt8], with edits: ArraySlice<Edit>, depth: Int, in tree: TreeObject
  ) throws(GitError) -> [TreeObject.Replacement] {
    let existing = tree.item(named: name)
    var file = existing.flatMap { $0.isDirectory ? nil : $0 }
    let below = edits.drop { $0.parts.count == depth + 1 }
    if let edit = edits.first, edit.parts.count == depth + 1 {
      guard edits.count - below.count == 1 else {
        throw GitError(.invalidArgument, .commit, message: "'\(edit.path)' is changed twice")
      }
      guard edit.blob != nil || file != nil else {
        throw GitError(.notFound, .commit, message: "cannot remove '\(edit.path)', because it does not exist")
      }
      let mode = edit.mode ?? file.flatMap { $0.mode.isRegularFile ? $0.mode : nil } ?? .regular
      file = edit.blob.map { UnnamedTreeEntry(id: $0, mode: mode) }
    }
    let directory =
      below.isEmpty ? existing?.directory : try apply(below, depth: depth + 1, to: existing?.directory)
    guard file == nil || directory == nil else {
      let path = edits.first.map { $0.path(upTo: depth) } ?? ""
      throw GitError(
        .conflict, .commit, message: "'\(path)' would be both a file and a directory", path: FilePath(path))
    }
    return [
      .init(key: TreeKey(name: name, isDirectory: false), item: file),
      .init(
        key: TreeKey(name: name, isDirectory: true), item: directory.map { UnnamedTreeEntry(id: $0, mode: .directory) }),
    ]
  }
}

extension TreeEditor {
  private struct Edit {
    let path: String
    let parts: [[UInt8]]
    let blob: ObjectID?
    let mode: FileMode?

    init(_ change: TreeEdit) throws(GitError) {
      path = change.path
      blob = change.blob
      mode = change.mode
      parts = change.path.utf8.split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false).map(Array.init)
      guard parts.count <= TreeObject.maximumDepth, parts.allSatisfy(Self.isAllowed) else {
        throw GitError(.invalidArgument, .commit, message: "git does not allow the path '\(change.path)'")
      }
    }

    func path(upTo depth: Int) -> String {
      parts[...depth].map { String(decoding: $0, as: UTF8.self) }.joined(separator: "/")
    }

    /// Returns whether git allows `part` as the name of a file or directory on all systems.
    private static func isAllowed(_ part: [UInt8]) -> Bool {
      let name = String(decoding: part, as: UTF8.self).lowercased()
      return !part.contains(0) && !["", ".", "..", ".git", "git~1"].contains(name)
    }
  }
}

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

  var changes: [FileChange] {
    differences.map { FileChange(path: $0.path, old: $0.old?.id, new: $0.new?.id) }
  }

  /// Compares both sides of a path: files, directories with everything below them, or nothing.
  mutating func compare(_ old: UnnamedTreeEntry?, _ new: UnnamedTreeEntry?, path: [UInt8], depth: Int = 0)
    throws(GitError)
  {
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
