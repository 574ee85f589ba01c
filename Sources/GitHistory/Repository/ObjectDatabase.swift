internal import CLibgit2
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

  init(_ handle: consuming Handle<DatabaseKind>, in directory: FilePath) {
    self.handle = handle
    self.directory = directory
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

  func read(_ id: ObjectID, _ type: ObjectType) throws(GitError) -> [UInt8] {
    var cID = id.cValue
    let object = try Handle<RawObjectKind>(.readObject) { git_odb_read(&$0, handle.pointer, &cID) }
    guard git_odb_object_type(object.pointer) == type.cValue else {
      throw GitError(.corrupt, .readObject, message: "the object \(id) is not a \(type)")
    }
    let bytes = UnsafeRawBufferPointer(
      start: git_odb_object_data(object.pointer), count: git_odb_object_size(object.pointer))
    return Array(bytes)
  }

  /// Writes objects, durably, under the ids that ``id(of:_:)`` says. A large directory takes milliseconds to be hashed, so
  /// that happens once.
  func write(_ objects: [(id: ObjectID, type: ObjectType, bytes: [UInt8])]) throws(GitError) {
    let files = directory.appending("objects").string
    let part = try Handle<DatabasePartKind>(.writeObject, path: directory) {
      // Compressed as libgit2 does it, and with permissions as the process's mask allows.
      git_odb_backend_loose(&$0, files, -1, 1, 0, 0)
    }
    for object in objects {
      var id = object.id.cValue
      let (bytes, type) = (object.bytes, object.type.cValue)
      try Libgit2.call(.writeObject, path: directory) {
        // What is there already is not written again, but made to look new, so that git does not remove it as unused.
        git_odb_exists(handle.pointer, &id) == 1
          ? git_odb_write(&id, handle.pointer, bytes, bytes.count, type)
          : clibgit2_backend_write(part.pointer, &id, bytes, bytes.count, type)
      }
    }
  }
}
