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
  /// Some of the trees that were read, and so are there.
  private var readTrees: Set<ObjectID> = []

  init(_ handle: consuming Handle<DatabaseKind>, in directory: FilePath) {
    self.handle = handle
    self.directory = directory
  }

  /// The id that an object has or would have.
  static func id(of bytes: [UInt8], _ type: ObjectType) throws(GitError) -> ObjectID {
    // Trees are large, and nobody makes them up: they are made here, of names and ids.
    if type == .tree, let id = ObjectID(bytes: SHA1.hash(Array("tree \(bytes.count)\0".utf8) + bytes)) { return id }
    var id = git_oid()
    try Libgit2.call(.readObject) { git_odb_hash(&id, bytes, bytes.count, type.cValue) }
    return ObjectID(id)
  }

  func contains(_ id: ObjectID) -> Bool {
    var id = id.cValue
    return git_odb_exists(handle.pointer, &id) == 1
  }

  /// Reads an object. That it is what its id stands for is checked, but for trees: a large directory takes milliseconds to be
  /// hashed. Damage shows all the same, by the checksums of what is compressed, which is all that git looks at when it reads.
  func read(_ id: ObjectID, _ type: ObjectType) throws(GitError) -> [UInt8] {
    var cID = id.cValue
    let object = try Handle<RawObjectKind>(.readObject) { git_odb_read(&$0, handle.pointer, &cID) }
    guard git_odb_object_type(object.pointer) == type.cValue else {
      throw GitError(.corrupt, .readObject, message: "the object \(id) is not a \(type)")
    }
    let content = UnsafeRawBufferPointer(
      start: git_odb_object_data(object.pointer), count: git_odb_object_size(object.pointer))
    let bytes = Array(content)
    if type == .tree {
      // Walks through history read thousands, and only the last few are made again.
      if readTrees.count == 16 { readTrees.removeAll() }
      readTrees.insert(id)
    } else if try Self.id(of: bytes, type) != id {
      throw GitError(.corrupt, .readObject, message: "the object \(id) is damaged")
    }
    return bytes
  }

  /// Writes objects under the ids that ``id(of:_:)`` says. A large directory takes milliseconds to be hashed, so that happens
  /// once.
  ///
  /// - Parameter isDurable: `false` where whoever calls makes the file system durable. What a power cut leaves before that,
  ///   names without their content, is found by ``keep(_:_:_:)``.
  func write(_ objects: [(id: ObjectID, type: ObjectType, bytes: [UInt8])], isDurable: Bool) throws(GitError) {
    var missing: [(id: ObjectID, type: ObjectType, bytes: [UInt8])] = []
    for object in objects where try !keep(object.id, object.type, object.bytes) { missing.append(object) }
    guard !missing.isEmpty else { return }
    let path = directory.appending("objects")
    let isOneStep = missing.count > 1 && isDurable && DurableFile.isFileSystemQuicklySynchronized(of: [path])
    let isEach = isDurable && !isOneStep
    try Libgit2.synchronizing(isEach) { () throws(GitError) in try add(missing, in: path, isDurable: isEach) }
    guard isOneStep else { return }
    do throws(Errno) {
      try DurableFile.synchronizeFileSystem(of: path)
    } catch {
      throw GitError(error, .writeObject, path: path)
    }
  }

  /// Makes an object that is there look new, so that git does not remove it as unused; `false` where it has to be written.
  ///
  /// What is there counts only if it can be read: a disk that lost its power may have kept a name without its content.
  private func keep(_ id: ObjectID, _ type: ObjectType, _ bytes: [UInt8]) throws(GitError) -> Bool {
    guard contains(id) else { return false }
    do throws(GitError) {
      if !readTrees.contains(id), try read(id, type) != bytes { return false }
    } catch {
      guard error.code == .corrupt else { throw error }
      return false
    }
    var cID = id.cValue
    return clibgit2_freshen(handle.pointer, &cID) == 0
  }

  private func add(
    _ objects: [(id: ObjectID, type: ObjectType, bytes: [UInt8])], in path: FilePath, isDurable: Bool
  ) throws(GitError) {
    let part = try Handle<DatabasePartKind>(.writeObject, path: directory) {
      // Compressed as libgit2 does it, and with permissions as the process's mask allows.
      git_odb_backend_loose(&$0, path.string, -1, isDurable ? 1 : 0, 0, 0)
    }
    for object in objects {
      var id = object.id.cValue
      try Libgit2.call(.writeObject, path: directory) {
        clibgit2_backend_write(part.pointer, &id, object.bytes, object.bytes.count, object.type.cValue)
      }
    }
  }
}
