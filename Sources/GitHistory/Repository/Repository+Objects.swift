internal import CLibgit2
internal import FileSystem
public import SystemPackage

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
    try reporting(.writeObject, at: loose) { () throws(Errno) in
      guard try FileStatus(of: loose) != nil else { return }
      try SystemCalls.remove(loose)
    }
    _ = try writeBlob(bytes)
    _ = try blob(id)
    return id
  }
}

/// The number of loose objects of a repository.
public struct LooseObjects: Hashable, Sendable {
  /// The estimated number.
  public let estimate: Int

  /// The number up to which `git gc --auto` does nothing (`gc.auto`); `nil` if it never packs.
  public let limit: Int?

  /// Whether `git gc --auto` would pack them.
  public var exceedsLimit: Bool { limit.map { estimate > $0 } ?? false }
}

extension Repository {
  /// Estimates the number of loose objects as git does, from one of the 256 directories that contain them.
  ///
  /// - Complexity: Reads one directory, with about 27 files at the default limit.
  public func looseObjects() throws(GitError) -> LooseObjects {
    LooseObjects(estimate: 256 * (try countSample()), limit: try looseObjectLimit())
  }

  /// Returns the loose objects that are empty files, after a power cut that preserved names but not contents.
  ///
  /// - Complexity: O(*n*) system calls in the number of loose objects.
  public func emptyObjects() throws(GitError) -> [FilePath] {
    try reporting(.readObject, at: objectsDirectory) { () throws(Errno) -> [FilePath] in
      var empty: [FilePath] = []
      for start in try Self.names(in: objectsDirectory) where start.utf8.count == 2 && start.allSatisfy(\.isHexDigit) {
        let directory = objectsDirectory.appending(start)
        for end in try Self.names(in: directory) {
          guard let name = LooseObjectName(directory: start, file: end) else { continue }
          let object = objectsDirectory.appending(name)
          if try FileStatus(of: object)?.size == 0 { empty.append(object) }
        }
      }
      return empty.sorted { $0.string < $1.string }
    }
  }

  /// Returns whether the repository is a partial clone, in which objects may be missing.
  public func isPartialClone() throws(GitError) -> Bool {
    let packs = objectsDirectory.appending("pack")
    let names = try reporting(.readObject, at: packs) { () throws(Errno) in try Self.names(in: packs) }
    return names.contains { $0.hasSuffix(".promisor") }
  }

  /// Returns the names in a directory; none if it is missing, as after git has packed all objects in it.
  private static func names(in directory: FilePath) throws(Errno) -> [String] {
    do throws(Errno) {
      return try Directory(at: directory).textNames().map(\.name)
    } catch {
      guard error == .noSuchFileOrDirectory else { throw error }
      return []
    }
  }

  private func countSample() throws(GitError) -> Int {
    let sample = objectsDirectory.appending("17")
    do throws(Errno) {
      // The names end in NUL.
      return try Directory(at: sample).names().count { $0.name.count == LooseObjectName.fileLength + 1 }
    } catch {
      guard error != .noSuchFileOrDirectory else { return 0 }
      throw GitError(error, .readObject, path: sample)
    }
  }

  /// Returns the limit, rounded up to a multiple of 256 as in git.
  private func looseObjectLimit() throws(GitError) -> Int? {
    var number: Int64 = 6_700
    if let text = try configuration.string("gc.auto") {
      try Libgit2.call(.readConfiguration) { git_config_parse_int64(&number, text) }
    }
    return number > 0 ? (Int(clamping: number) + 255) / 256 * 256 : nil
  }
}
