internal import CLibgit2
internal import SystemPackage

/// A type of libgit2 whose values the caller has to free.
protocol HandleKind {
  static func free(_ pointer: OpaquePointer)
}

/// The owner of a value of libgit2, which frees the value at the end of its lifetime.
struct Handle<Handled: HandleKind>: ~Copyable {
  /// The value, for C functions that do not keep it.
  let pointer: OpaquePointer

  /// Makes the owner of the value that `function` creates.
  init(
    _ operation: GitError.Operation, path: FilePath? = nil, _ function: (inout OpaquePointer?) -> CInt
  ) throws(GitError) {
    var made: OpaquePointer?
    try Libgit2.call(operation, path: path) { function(&made) }
    guard let made else { throw GitError(.other, operation, message: "libgit2 made nothing", path: path) }
    pointer = made
  }

  deinit { Handled.free(pointer) }
}

enum RepositoryKind: HandleKind { static func free(_ pointer: OpaquePointer) { git_repository_free(pointer) } }
enum ConfigurationKind: HandleKind { static func free(_ pointer: OpaquePointer) { git_config_free(pointer) } }
enum ReferenceDatabaseKind: HandleKind { static func free(_ pointer: OpaquePointer) { git_refdb_free(pointer) } }
enum ReferenceKind: HandleKind { static func free(_ pointer: OpaquePointer) { git_reference_free(pointer) } }
enum ReferenceIteratorKind: HandleKind {
  static func free(_ pointer: OpaquePointer) { git_reference_iterator_free(pointer) }
}
enum IndexKind: HandleKind { static func free(_ pointer: OpaquePointer) { git_index_free(pointer) } }
enum DatabaseKind: HandleKind { static func free(_ pointer: OpaquePointer) { git_odb_free(pointer) } }
enum DatabasePartKind: HandleKind { static func free(_ pointer: OpaquePointer) { clibgit2_backend_free(pointer) } }
enum RawObjectKind: HandleKind { static func free(_ pointer: OpaquePointer) { git_odb_object_free(pointer) } }
enum ObjectKind: HandleKind { static func free(_ pointer: OpaquePointer) { git_object_free(pointer) } }
enum PatchKind: HandleKind { static func free(_ pointer: OpaquePointer) { git_patch_free(pointer) } }

/// Returns the bytes that `function` writes into a buffer of libgit2.
func bytesFromBuffer(
  _ operation: GitError.Operation, _ function: (inout git_buf) -> CInt
) throws(GitError) -> [UInt8] {
  var buffer = git_buf()
  defer { git_buf_dispose(&buffer) }
  try Libgit2.call(operation) { function(&buffer) }
  guard let start = buffer.ptr else { return [] }
  return Array(UnsafeRawBufferPointer(start: start, count: buffer.size))
}

extension ObjectID {
  /// Copies an id of libgit2.
  init(_ id: git_oid) {
    self = withUnsafeBytes(of: id) { ObjectID($0.bytes) }
  }

  /// The id as a value of libgit2.
  var cValue: git_oid {
    var id = git_oid()
    withUnsafeMutableBytes(of: &id) { $0.copyBytes(from: bytes) }
    return id
  }
}
