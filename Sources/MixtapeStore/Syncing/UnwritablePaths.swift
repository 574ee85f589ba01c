internal import GitHistory
internal import MixtapeModel

/// The check for received files whose paths Mixtape cannot write. Paths are strings here: a string cannot have bytes that are not
/// UTF-8, and equals strings in other Unicode forms.
enum UnwritablePaths {
  /// Throws an error if the files that differ between two sides have such a path.
  ///
  /// - Parameters:
  ///   - differences: The files that differ between ours and theirs.
  ///   - ours: The commit of this store.
  ///   - theirs: The commit of the remote.
  /// - Throws: ``SyncRefusal/unwritable(_:_:)``, or ``SyncRefusal/unsafe(_:_:)`` for paths that git never checks out either.
  static func require(
    none differences: [TreeDifference], _ ours: CommitID, _ theirs: CommitID, of branch: RemoteBranch,
    in repository: StoreRepository
  ) throws(MixtapeError) {
    let others = differences.filter { !$0.path.utf8.allSatisfy { $0 < 0x80 } }
    guard !others.isEmpty else { return }
    var trees: [ObjectID] = []
    for base in try repository.mergeBases(of: ours, and: [theirs]) { trees.append(try repository.tree(of: base)) }
    let theirTree = try repository.tree(of: theirs)
    var invalid = Set(others.filter { !$0.hasValidPath }.map(\.path))
    if !invalid.isEmpty {
      invalid.formIntersection(try invalidPaths(changedIn: theirTree, since: trees, in: repository))
    }
    let unsafe = invalid.filter(UnsafePath.contains)
    guard unsafe.isEmpty else { throw .refused(.unsafe(unsafe.sorted(), branch)) }
    trees += [try repository.tree(of: ours), theirTree]
    let valid = others.filter(\.hasValidPath).map(\.path)
    let equal = Set(try repository.pathsInSeveralForms(valid, in: trees))
    let files =
      invalid.map { UnwritableFile(path: $0, reason: .invalidPath) }
      + equal.map { UnwritableFile(path: $0, reason: .severalForms) }
    guard files.isEmpty else { throw .refused(.unwritable(files.sorted { $0.path < $1.path }, branch)) }
  }

  /// Returns the paths that are not UTF-8 of files that differ from one of several trees.
  private static func invalidPaths(
    changedIn tree: ObjectID, since bases: [ObjectID], in repository: StoreRepository
  ) throws(MixtapeError) -> Set<String> {
    var paths: Set<String> = []
    for base in bases {
      paths.formUnion(try repository.differences(from: base, to: tree).filter { !$0.hasValidPath }.map(\.path))
    }
    return paths
  }
}

/// The paths that git never checks out. A tree of a remote can have them all the same: a file in `.git` could make git run a program.
enum UnsafePath {
  /// Returns whether a path of a tree is unsafe: with an empty component, `.`, `..`, or a name that a file system can take for
  /// `.git`. These are the rules of git with `core.protectHFS` and `core.protectNTFS`.
  static func contains(_ path: String) -> Bool {
    path.unicodeScalars.split(separator: "/", omittingEmptySubsequences: false).contains { isUnsafe($0) }
  }

  private static func isUnsafe(_ component: Substring.UnicodeScalarView) -> Bool {
    let scalars = component.filter { !isIgnored($0) }.prefix { $0 != ":" && $0 != "\\" }
    var name = String(String.UnicodeScalarView(scalars)).lowercased()
    if component.isEmpty || name == "." || name == ".." { return true }
    while let last = name.last, last == " " || last == "." { name.removeLast() }
    return name == ".git" || name == "git~1"
  }

  /// Returns whether the file system of macOS ignores a character in names.
  private static func isIgnored(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.value {
    case 0x200C...0x200F, 0x202A...0x202E, 0x206A...0x206F, 0xFEFF: true
    default: false
    }
  }
}
