internal import CLibgit2

extension Repository {
  /// Reads the bytes of a file's content.
  /// - Throws: ``GitError/Code/notFound`` where there is no such object, ``GitError/Code/corrupt`` where it is damaged or
  ///   not a blob.
  public func blob(_ id: ObjectID) throws(GitError) -> [UInt8] { try readObject(id, .blob) }

  /// Writes a file's content into the object database and returns its id. The bytes go in as they are: neither
  /// `core.autocrlf` nor a filter touches them. Nothing refers to the object until a commit does.
  public func writeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID { try writeObject(bytes, .blob) }

  /// The id that a file's content has or would have; nothing is written.
  public static func blobID(of bytes: [UInt8]) throws(GitError) -> ObjectID {
    try Libgit2.start()
    var id = git_oid()
    try Libgit2.call(.readObject) { git_odb_hash(&id, bytes, bytes.count, GIT_OBJECT_BLOB) }
    return ObjectID(id)
  }
}

extension Repository {
  /// The kinds of objects that are read and written as bytes.
  enum RawKind {
    case blob, tree, commit

    fileprivate var cValue: git_object_t {
      switch self {
      case .blob: GIT_OBJECT_BLOB
      case .tree: GIT_OBJECT_TREE
      case .commit: GIT_OBJECT_COMMIT
      }
    }
  }

  func writeObject(_ bytes: [UInt8], _ kind: RawKind) throws(GitError) -> ObjectID {
    var id = git_oid()
    try Libgit2.call(.writeObject, path: commonDirectory) {
      git_odb_write(&id, database.pointer, bytes, bytes.count, kind.cValue)
    }
    return ObjectID(id)
  }

  /// Reads one directory of a commit.
  func tree(_ id: ObjectID) throws(GitError) -> TreeObject {
    if let tree = trees[id] { return tree }
    guard let tree = TreeObject(parsing: try readObject(id, .tree)) else {
      throw GitError(.corrupt, .readObject, message: "the tree \(id) is damaged")
    }
    trees.insert(tree, for: id)
    return tree
  }

  func hasObject(_ id: ObjectID) -> Bool {
    var id = id.cValue
    return git_odb_exists(database.pointer, &id) == 1
  }

  /// Writes one directory of a commit. It will be read soon, to refresh the index.
  func writeTree(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
    let id = try writeObject(bytes, .tree)
    if trees[id] == nil, let tree = TreeObject(parsing: bytes) { trees.insert(tree, for: id) }
    return id
  }

  private func readObject(_ id: ObjectID, _ kind: RawKind) throws(GitError) -> [UInt8] {
    var cID = id.cValue
    let object = try Handle<RawObjectKind>(.readObject) { git_odb_read(&$0, database.pointer, &cID) }
    guard git_odb_object_type(object.pointer) == kind.cValue else {
      throw GitError(.corrupt, .readObject, message: "the object \(id) is not a \(kind)")
    }
    let bytes = UnsafeRawBufferPointer(
      start: git_odb_object_data(object.pointer), count: git_odb_object_size(object.pointer))
    return Array(bytes)
  }
}
