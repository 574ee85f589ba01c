internal import CLibgit2

/// A type of object that is read and written as bytes.
enum ObjectType {
  case blob, tree, commit

  /// The type as a value of libgit2.
  var cValue: git_object_t {
    switch self {
    case .blob: GIT_OBJECT_BLOB
    case .tree: GIT_OBJECT_TREE
    case .commit: GIT_OBJECT_COMMIT
    }
  }
}

extension ObjectID {
  /// Computes the id of an object. libgit2 must be started.
  init(of bytes: [UInt8], _ type: ObjectType) throws(GitError) {
    var id = git_oid()
    try Libgit2.call(.readObject) { git_odb_hash(&id, bytes, bytes.count, type.cValue) }
    self.init(id)
  }
}
