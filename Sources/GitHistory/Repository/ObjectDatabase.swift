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

  func write(_ bytes: [UInt8], _ type: ObjectType) throws(GitError) {
    var id = git_oid()
    try Libgit2.call(.writeObject, path: directory) {
      git_odb_write(&id, handle.pointer, bytes, bytes.count, type.cValue)
    }
  }
}
