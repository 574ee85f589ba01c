internal import FileSystem
internal import SystemPackage

extension Repository {
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
