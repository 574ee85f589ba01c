internal import FileSystem
internal import SystemPackage

extension Repository {
  /// Reads the bytes of a file's content.
  ///
  /// - Throws: ``GitError/Code/notFound`` if the object does not exist, ``GitError/Code/corrupt`` if it is damaged or
  ///   not a blob.
  public func blob(_ id: ObjectID) throws(GitError) -> [UInt8] { try objects.read(id, .blob) }

  /// Makes an object of a file's content in memory, and returns its id. ``writeMadeObjects(isDurable:)`` writes it.
  ///
  /// The bytes are not converted: neither `core.autocrlf` nor filters apply.
  public func makeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID { try objects.make(bytes, .blob) }

  /// The number of objects that are not written yet.
  package var madeObjectCount: Int { objects.madeCount }

  /// Writes a file's content into the object database at once, and returns its id.
  public func writeBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID { try objects.write(bytes, .blob) }

  /// Writes the objects in memory. Nothing refers to them before HEAD moves.
  ///
  /// - Parameter isDurable: Whether to sync the objects. Otherwise the caller syncs them before HEAD moves.
  public func writeMadeObjects(isDurable: Bool = true) throws(GitError) { try objects.write(isDurable: isDurable) }

  /// Returns the id of a file's content. Writes nothing.
  public static func blobID(of bytes: [UInt8]) throws(GitError) -> ObjectID {
    try Libgit2.start()
    return try ObjectID(of: bytes, .blob)
  }

  /// Writes a file's content into the object database, and replaces a damaged object with its id.
  ///
  /// - Returns: The id of the content.
  /// - Throws: The reason why the object still cannot be read, for example because the damaged one is in a pack.
  public func rewriteBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
    let id = try Self.blobID(of: bytes)
    let loose = objectsDirectory.appending(LooseObjectName(id))
    do throws(Errno) {
      if try FileStatus(of: loose) != nil { try SystemCalls.remove(loose) }
    } catch {
      throw GitError(error, .writeObject, path: loose)
    }
    _ = try writeBlob(bytes)
    _ = try blob(id)
    return id
  }
}
