internal import FileSystem
internal import SystemPackage

extension Repository {
  /// Writes a file's content into the object database in the place of an object that is there and cannot be read. The
  /// content is the one that the object's name stands for, so that what is replaced is of no use to anybody.
  /// - Returns: the id of the content.
  /// - Throws: the reason why the object still cannot be read, as where the damaged one is in a pack.
  public func rewriteBlob(_ bytes: [UInt8]) throws(GitError) -> ObjectID {
    let id = try Self.blobID(of: bytes)
    let name = id.description
    let loose = objectsDirectory.appending(String(name.prefix(2))).appending(String(name.dropFirst(2)))
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
