extension Repository {
  /// Reads the bytes of a file's content.
  /// - Throws: ``GitError/Code/notFound`` where there is no such object, ``GitError/Code/corrupt`` where it is damaged or
  ///   not a blob.
  public func blob(_ id: ObjectID) throws(GitError) -> [UInt8] { try readObject(id, .blob) }

  /// Makes an object of a file's content and returns its id. The bytes go in as they are: neither `core.autocrlf` nor a
  /// filter touches them.
  ///
  /// The object is in memory until ``writeMadeObjects(isDurable:)``.
  public func makeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID { try made.add(bytes, .blob) }

  /// Writes a file's content into the object database at once, and returns its id.
  public func writeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
    var batch = ObjectBatch(for: database)
    let id = try batch.add(bytes, .blob)
    try batch.write()
    return id
  }

  /// Writes the objects that were made. Nothing refers to them before HEAD moves.
  /// - Parameter isDurable: `false` where whoever calls makes them durable before that.
  public func writeMadeObjects(isDurable: Bool = true) throws(GitError) {
    defer { made = ObjectBatch(for: database) }
    try made.write(isDurable: isDurable)
  }

  /// The id that a file's content has or would have; nothing is written.
  public static func blobID(of bytes: [UInt8]) throws(GitError) -> ObjectID {
    try Libgit2.start()
    return try ObjectDatabase.id(of: bytes, .blob)
  }
}

extension Repository {
  /// Reads one directory of a commit.
  func tree(_ id: ObjectID) throws(GitError) -> TreeObject {
    if let tree = trees[id] { return tree }
    guard let tree = TreeObject(parsing: try readObject(id, .tree)) else {
      throw GitError(.corrupt, .readObject, message: "the tree \(id) is damaged")
    }
    trees.insert(tree, for: id)
    return tree
  }

  func hasObject(_ id: ObjectID) -> Bool { made[id] != nil || database.contains(id) }

  /// Makes one directory of a commit. It will be read soon, to refresh the index.
  func makeTree(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
    let id = try made.add(bytes, .tree)
    if trees[id] == nil, let tree = TreeObject(parsing: bytes) { trees.insert(tree, for: id) }
    return id
  }

  private func readObject(_ id: ObjectID, _ type: ObjectType) throws(GitError) -> [UInt8] {
    if let bytes = made[id] { return bytes }
    return try database.read(id, type)
  }
}
