internal import CLibgit2
internal import FileSystem
internal import SystemPackage

/// The object database of a repository.
final class ObjectDatabase {
  private let handle: Handle<DatabaseKind>
  private let directory: FilePath
  private let syncPolicy: SyncPolicy
  private var readObjects: Set<ObjectID> = []

  init(_ handle: consuming Handle<DatabaseKind>, in directory: FilePath, _ syncPolicy: SyncPolicy) {
    self.handle = handle
    self.directory = directory
    self.syncPolicy = syncPolicy
  }

  func contains(_ id: ObjectID) -> Bool {
    var id = id.cValue
    return git_odb_exists(handle.pointer, &id) == 1
  }

  /// Reads an object, and verifies its id. Trees are not verified, because hashing a large one takes milliseconds.
  /// Their compressed bytes have checksums, and git verifies no more when it reads.
  func read(_ id: ObjectID, _ type: ObjectType) throws(GitError) -> [UInt8] {
    var cID = id.cValue
    let object = try Handle<RawObjectKind>(.readObject) { git_odb_read(&$0, handle.pointer, &cID) }
    guard git_odb_object_type(object.pointer) == type.cValue else {
      // The id of a commit can come from the message of another one, which names anything.
      let code = type == .commit ? GitError.Code.notFound : .corrupt
      throw GitError(code, .readObject, message: "the object \(id) is not a \(type)")
    }
    let content = UnsafeRawBufferPointer(
      start: git_odb_object_data(object.pointer), count: git_odb_object_size(object.pointer))
    let bytes = Array(content)
    if type != .tree, try ObjectID(of: bytes, type) != id {
      throw GitError(.corrupt, .readObject, message: "the object \(id) is damaged")
    }
    // A walk through history reads thousands of objects. Only recent ones can be made again.
    if readObjects.count == 64 { readObjects.removeAll() }
    readObjects.insert(id)
    return bytes
  }

  /// Writes objects.
  ///
  /// - Parameter isDurable: Whether to sync the objects. Otherwise the caller syncs them.
  func write(_ objects: [Object], isDurable: Bool) throws(GitError) {
    var missing: [Object] = []
    for object in objects {
      switch presence(of: object.id) {
      case .absent: missing.append(object)
      // The existing file may be valid and in use. It is replaced by a durable one.
      case .inDoubt: try add([object], isDurable: true)
      case .certain: break
      }
    }
    guard !missing.isEmpty else { return }
    // A power cut in this step may leave names without contents. ``Presence/inDoubt`` covers them.
    let isOneStep = isDurable && missing.count > 1 && syncPolicy.isOneStep(in: [files], fileCount: missing.count)
    try add(missing, isDurable: isDurable && !isOneStep)
    guard isOneStep else { return }
    try reporting(.writeObject, at: files) { () throws(Errno) in try DurableFile.synchronizeFileSystem(of: files) }
  }

  typealias Object = (id: ObjectID, type: ObjectType, bytes: [UInt8])

  private enum Presence {
    case absent
    /// A file with its name exists. After a power cut, it may be incomplete. Reading it is not an option, because
    /// libgit2 never returns from reading a truncated object.
    case inDoubt
    /// The object was read before, or is in a pack. Its file gets a new time, so that git does not remove it as
    /// unused.
    case certain
  }

  private func presence(of id: ObjectID) -> Presence {
    var cID = id.cValue
    // Most objects are new, and libgit2 would look for new packs for each. An object in a new pack is written twice.
    guard git_odb_exists_ext(handle.pointer, &cID, GIT_ODB_LOOKUP_NO_REFRESH.rawValue) == 1 else { return .absent }
    guard readObjects.contains(id) || !isLoose(id), clibgit2_freshen(handle.pointer, &cID) == 0 else { return .inDoubt }
    return .certain
  }

  private func isLoose(_ id: ObjectID) -> Bool {
    do throws(Errno) {
      return try FileStatus(of: files.appending(LooseObjectName(id))) != nil
    } catch {
      return true
    }
  }

  private func add(_ objects: [Object], isDurable: Bool) throws(GitError) {
    try Libgit2.synchronizing(isDurable) { () throws(GitError) in
      let part = try Handle<DatabasePartKind>(.writeObject, path: directory) {
        // Compression and permissions are the defaults of libgit2.
        git_odb_backend_loose(&$0, files.string, -1, isDurable ? 1 : 0, 0, 0)
      }
      for object in objects {
        var id = object.id.cValue
        try Libgit2.call(.writeObject, path: directory) {
          clibgit2_backend_write(part.pointer, &id, object.bytes, object.bytes.count, object.type.cValue)
        }
      }
    }
  }

  private var files: FilePath { directory.appending("objects") }
}

extension FilePath {
  func appending(_ name: LooseObjectName) -> FilePath { appending(name.directory).appending(name.file) }
}

/// The path of a loose object below `objects`: a directory of two digits, and a file of the other 38.
struct LooseObjectName: Hashable, Sendable {
  let directory: String
  let file: String

  init(_ id: ObjectID) {
    let digits = id.description
    directory = String(digits.prefix(2))
    file = String(digits.dropFirst(2))
  }

  /// Makes a path from two names; `nil` if they are not those of an object.
  init?(directory: String, file: String) {
    guard directory.utf8.count == 2, ObjectID(directory + file) != nil else { return nil }
    self.directory = directory
    self.file = file
  }

  static let fileLength = 2 * ObjectID.byteCount - 2
}
