internal import GitHistory
internal import LosslessTOML
internal import MixtapeModel
internal import PlaylistFiles

/// The files that a store writes to get the changes of a remote.
struct SyncWrites {
  let branch: RemoteBranch
  let store: Store
  let repository: StoreRepository

  /// Reads the new contents of changed files, and checks that all files can be written.
  ///
  /// - Returns: The writes, removals first.
  /// - Throws: ``SyncRefusal/unwritable(_:_:)`` for files that only git can write; ``SyncRefusal/unsafe(_:_:)`` for paths that git
  ///   never checks out; ``SyncRefusal/uncommitted(_:_:)`` for files that do not belong to the store and have changes;
  ///   ``SyncRefusal/storeFileDeleted(_:)``, or ``SyncRefusal/storeFileInvalid(_:_:)`` for a store of a format that this version
  ///   does not know.
  func writes(for changes: [TreeDifference]) throws(MixtapeError) -> [FileWrite] {
    try requireSafe(changes.map(\.path))
    var (writes, unwritable) = ([FileWrite](), try excluded(changes))
    for change in changes {
      if let reason = change.obstacle {
        unwritable[change.path] = reason
        continue
      }
      let write = FileWrite(
        path: change.path, old: try repository.content(change.old?.id), new: try repository.content(change.new?.id))
      if !StorePaths.contains(change.path), let reason = try obstacle(to: write) { unwritable[change.path] = reason }
      writes.append(write)
    }
    try requireNone(unwritable.map { UnwritableFile(path: $0.key, reason: $0.value) })
    try requireCommitted(changes)
    try requireStoreFile(writes)
    return writes.sorted { ($0.new == nil ? 0 : 1, $0.path) < ($1.new == nil ? 0 : 1, $1.path) }
  }

  private func requireSafe(_ paths: some Sequence<String>) throws(MixtapeError) {
    let unsafe = paths.filter(UnsafePath.contains)
    guard unsafe.isEmpty else { throw .refused(.unsafe(unsafe.sorted(), branch)) }
  }

  private func requireNone(_ unwritable: [UnwritableFile]) throws(MixtapeError) {
    guard unwritable.isEmpty else { throw .refused(.unwritable(unwritable.sorted { $0.path < $1.path }, branch)) }
  }

  /// Returns the changed files that a sparse checkout leaves out of the work tree. The record of an interrupted sync could not tell
  /// them from deleted ones.
  private func excluded(_ changes: [TreeDifference]) throws(MixtapeError) -> [String: UnwritableFile.Reason] {
    guard try LeftOutFiles.canExist(in: store) else { return [:] }
    let existing = changes.filter { $0.old != nil }.map(\.path)
    let state = try StoreRepository.checked(try repository.git.workTree(under: [], includingFiles: existing))
    return Dictionary(state.leftOut.map { ($0, .excluded) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns the reason why Mixtape cannot write the content of a file that is not the store's; `nil` if it can.
  private func obstacle(to write: FileWrite) throws(MixtapeError) -> UnwritableFile.Reason? {
    if max(write.old?.count ?? 0, write.new?.count ?? 0) > FileLimits.maximumSize { return .tooLarge }
    return try isConverted(write) ? .converted : nil
  }

  /// Returns whether git writes other bytes into the work tree than those of the commits. Also returns `true` if git recorded the
  /// file of the work tree with other bytes than it has.
  private func isConverted(_ write: FileWrite) throws(MixtapeError) -> Bool {
    for bytes in [write.old, write.new].compactMap(\.self)
    where try repository.converted(bytes, at: write.path, .toWorkTree) != bytes { return true }
    guard let old = write.old, case .bytes(let present) = try store.load(write.path), present != old else {
      return false
    }
    return try repository.converted(present, at: write.path, .toCommit) == old
  }

  /// Throws an error if a file that is not one of the store's differs from HEAD, on disk or in git's index.
  private func requireCommitted(_ changes: [TreeDifference]) throws(MixtapeError) {
    let others = changes.filter { !StorePaths.contains($0.path) }
    guard !others.isEmpty else { return }
    var edited = Set(try repository.indexDifferences(under: others.map(\.path)).map(\.path))
    for change in others {
      let isCommitted =
        switch try store.load(change.path) {
        case .bytes(let bytes): try StoreRepository.blobID(of: bytes) == change.old?.id
        case .absent: change.old == nil
        case .unusable: false
        }
      if !isCommitted { edited.insert(change.path) }
    }
    guard edited.isEmpty else { throw .refused(.uncommitted(edited.sorted(), branch)) }
  }

  /// Throws an error if the store would not be one afterwards, or one that this version cannot change.
  private func requireStoreFile(_ writes: [FileWrite]) throws(MixtapeError) {
    guard let write = writes.first(where: { $0.path == StoreFile.name }) else { return }
    guard let source = write.new else { throw .refused(.storeFileDeleted(branch)) }
    let file = StoreFile(parsing: source)
    guard file.format != StoreFile.currentFormat else { return }
    let errors = file.diagnostics.filter { $0.severity == .error }.map(\.message)
    throw .refused(.storeFileInvalid(errors, branch))
  }
}

extension TreeDifference {
  /// The reason why Mixtape cannot write the file; `nil` for contents of plain files.
  fileprivate var obstacle: UnwritableFile.Reason? {
    let special = [old, new].compactMap { $0?.mode }.first { !$0.isRegularFile }
    if let special { return special == .symbolicLink ? .symbolicLink : .submodule }
    guard let new else { return nil }
    guard let old else { return new.mode == .regular ? nil : .executable }
    return new.mode == old.mode ? nil : .changedMode
  }
}

// MARK: - Paths

extension SyncWrites {
  /// Returns the files that differ between two sides, and checks that Mixtape can write their paths.
  ///
  /// Paths are strings here: a string cannot have bytes that are not UTF-8, and equals strings in other Unicode forms.
  ///
  /// - Throws: ``SyncRefusal/unwritable(_:_:)``, or ``SyncRefusal/unsafe(_:_:)`` for paths that git never checks out either.
  @discardableResult
  func differences(from ours: CommitID, to theirs: CommitID) throws(MixtapeError) -> [TreeDifference] {
    let (ourTree, theirTree) = (try repository.tree(of: ours), try repository.tree(of: theirs))
    let differences = try repository.differences(from: ourTree, to: theirTree)
    let others = differences.filter { !$0.path.utf8.allSatisfy { $0 < 0x80 } }
    guard !others.isEmpty else { return differences }
    var trees: [ObjectID] = []
    for base in try repository.mergeBases(of: ours, and: [theirs]) { trees.append(try repository.tree(of: base)) }
    var invalid = Set(others.filter { !$0.hasValidPath }.map(\.path))
    if !invalid.isEmpty { invalid.formIntersection(try invalidPaths(changedIn: theirTree, since: trees)) }
    try requireSafe(invalid)
    let valid = others.filter(\.hasValidPath).map(\.path)
    let equal = Set(try repository.pathsInSeveralForms(valid, in: trees + [ourTree, theirTree]))
    try requireNone(
      invalid.map { UnwritableFile(path: $0, reason: .invalidPath) }
        + equal.map { UnwritableFile(path: $0, reason: .severalForms) })
    return differences
  }

  /// Returns the paths that are not UTF-8 of files that differ from one of several trees.
  private func invalidPaths(
    changedIn tree: ObjectID, since bases: [ObjectID]
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
