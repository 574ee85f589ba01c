extension Repository {
  /// Reads the bytes of a file's content.
  /// - Throws: ``GitError/Code/notFound`` where there is no such object, ``GitError/Code/corrupt`` where it is damaged or
  ///   not a blob.
  public func blob(_ id: ObjectID) throws(GitError) -> [UInt8] { try objects.read(id, .blob) }

  /// Makes an object of a file's content and returns its id. The bytes stay as they are: neither `core.autocrlf` nor a
  /// filter applies.
  ///
  /// The object is in memory until ``writeMadeObjects(isDurable:)``.
  public func makeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID { try objects.make(bytes, .blob) }

  /// The number of objects that are made and not written yet.
  package var madeObjectCount: Int { objects.madeCount }

  /// Writes a file's content into the object database at once, and returns its id.
  public func writeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID { try objects.write(bytes, .blob) }

  /// Writes the objects that were made. Nothing refers to them before HEAD moves.
  /// - Parameter isDurable: Whether the objects are durable afterwards. Otherwise the caller synchronizes them before HEAD
  ///   moves.
  public func writeMadeObjects(isDurable: Bool = true) throws(GitError) { try objects.write(isDurable: isDurable) }

  /// Works out the id of a file's content. Nothing is written.
  public static func blobID(of bytes: [UInt8]) throws(GitError) -> ObjectID {
    try Libgit2.start()
    return try ObjectID(of: bytes, .blob)
  }
}
