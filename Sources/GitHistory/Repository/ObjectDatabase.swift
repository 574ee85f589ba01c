internal import CLibgit2
internal import FileSystem
internal import SystemPackage

/// The kinds of objects that are read and written as bytes.
enum ObjectType {
  case blob, tree, commit

  fileprivate var cValue: git_object_t {
    switch self {
    case .blob: GIT_OBJECT_BLOB
    case .tree: GIT_OBJECT_TREE
    case .commit: GIT_OBJECT_COMMIT
    }
  }
}

/// The object database of a repository.
final class ObjectDatabase {
  private let handle: Handle<DatabaseKind>
  private let directory: FilePath
  private let syncPolicy: SyncPolicy
  /// Some of the objects that could be read.
  private var readObjects: Set<ObjectID> = []

  init(_ handle: consuming Handle<DatabaseKind>, in directory: FilePath, _ syncPolicy: SyncPolicy) {
    self.handle = handle
    self.directory = directory
    self.syncPolicy = syncPolicy
  }

  /// The id that an object has or would have.
  static func id(of bytes: [UInt8], _ type: ObjectType) throws(GitError) -> ObjectID {
    var id = git_oid()
    try Libgit2.call(.readObject) { git_odb_hash(&id, bytes, bytes.count, type.cValue) }
    return ObjectID(id)
  }

  func contains(_ id: ObjectID) -> Bool {
    var id = id.cValue
    return git_odb_exists(handle.pointer, &id) == 1
  }

  /// Reads an object. Of contents it is checked that they are what their id stands for. A large directory would take
  /// milliseconds to be hashed. Damage shows all the same, by the checksums of what is compressed, which is all that git looks at when it reads.
  func read(_ id: ObjectID, _ type: ObjectType) throws(GitError) -> [UInt8] {
    var cID = id.cValue
    let object = try Handle<RawObjectKind>(.readObject) { git_odb_read(&$0, handle.pointer, &cID) }
    guard git_odb_object_type(object.pointer) == type.cValue else {
      throw GitError(.corrupt, .readObject, message: "the object \(id) is not a \(type)")
    }
    let content = UnsafeRawBufferPointer(
      start: git_odb_object_data(object.pointer), count: git_odb_object_size(object.pointer))
    let bytes = Array(content)
    if type != .tree, try Self.id(of: bytes, type) != id {
      throw GitError(.corrupt, .readObject, message: "the object \(id) is damaged")
    }
    // Walks through history read thousands, and only the last few are made again.
    if readObjects.count == 64 { readObjects.removeAll() }
    readObjects.insert(id)
    return bytes
  }

  /// Writes objects under the ids that ``id(of:_:)`` says. A large directory takes milliseconds to be hashed, so that happens
  /// once.
  /// - Parameter isDurable: `false` where whoever calls makes those durable that are new.
  func write(_ objects: [Object], isDurable: Bool) throws(GitError) {
    var missing: [Object] = []
    for object in objects {
      switch presence(of: object.id) {
      case .absent: missing.append(object)
      // The old one may be sound and in use: it is replaced by one that is durable.
      case .inDoubt: try add([object], isDurable: true)
      case .certain: break
      }
    }
    guard !missing.isEmpty else { return }
    // What a power cut leaves in the middle of the one step, names without their content, is in doubt the next time.
    let isOneStep = isDurable && missing.count > 1 && syncPolicy.isOneStep(in: [files])
    try add(missing, isDurable: isDurable && !isOneStep)
    guard isOneStep else { return }
    do throws(Errno) {
      try DurableFile.synchronizeFileSystem(of: files)
    } catch {
      throw GitError(error, .writeObject, path: files)
    }
  }

  /// An object, and the id that its bytes have.
  typealias Object = (id: ObjectID, type: ObjectType, bytes: [UInt8])

  /// How sure it is that an object is there.
  private enum Presence {
    case absent
    /// There is a file of its name, of which a disk that lost its power may have kept no more. To read it would tell, but
    /// libgit2 goes round for ever in one that was cut off.
    case inDoubt
    /// It was read, or is in a pack. It looks new now, so that git does not remove it as unused.
    case certain
  }

  private func presence(of id: ObjectID) -> Presence {
    var cID = id.cValue
    // Most are new, and libgit2 would look for packs of others again for each. What these have may be there twice.
    guard git_odb_exists_ext(handle.pointer, &cID, GIT_ODB_LOOKUP_NO_REFRESH.rawValue) == 1 else { return .absent }
    guard readObjects.contains(id) || !isLoose(id), clibgit2_freshen(handle.pointer, &cID) == 0 else { return .inDoubt }
    return .certain
  }

  /// Whether an object may be in a file of its own.
  private func isLoose(_ id: ObjectID) -> Bool {
    let name = id.description
    do throws(Errno) {
      return try FileStatus(of: files.appending(String(name.prefix(2))).appending(String(name.dropFirst(2)))) != nil
    } catch {
      return true
    }
  }

  private func add(_ objects: [Object], isDurable: Bool) throws(GitError) {
    try Libgit2.synchronizing(isDurable) { () throws(GitError) in
      let part = try Handle<DatabasePartKind>(.writeObject, path: directory) {
        // Compressed as libgit2 does it, and with permissions as the process's mask allows.
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
