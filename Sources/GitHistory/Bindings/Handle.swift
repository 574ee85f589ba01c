internal import CLibgit2
internal import SystemPackage

/// A kind of object that libgit2 makes and its caller frees.
protocol HandleKind {
  static func free(_ pointer: OpaquePointer)
}

/// The owner of one object of libgit2, which lives as long as its owner.
struct Handle<Kind: HandleKind>: ~Copyable {
  /// The object, to be lent to C functions and not kept.
  let pointer: OpaquePointer

  /// Takes what `function` makes.
  init(
    _ operation: GitError.Operation, path: FilePath? = nil, _ function: (inout OpaquePointer?) -> CInt
  ) throws(GitError) {
    var made: OpaquePointer?
    try Libgit2.call(operation, path: path) { function(&made) }
    guard let made else { throw GitError(.other, operation, message: "libgit2 made nothing", path: path) }
    pointer = made
  }

  deinit { Kind.free(pointer) }
}

enum RepositoryKind: HandleKind { static func free(_ pointer: OpaquePointer) { git_repository_free(pointer) } }
enum ConfigurationKind: HandleKind { static func free(_ pointer: OpaquePointer) { git_config_free(pointer) } }
enum ReferenceDatabaseKind: HandleKind { static func free(_ pointer: OpaquePointer) { git_refdb_free(pointer) } }
enum ReferenceKind: HandleKind { static func free(_ pointer: OpaquePointer) { git_reference_free(pointer) } }
enum DatabaseKind: HandleKind { static func free(_ pointer: OpaquePointer) { git_odb_free(pointer) } }
enum DatabasePartKind: HandleKind { static func free(_ pointer: OpaquePointer) { clibgit2_backend_free(pointer) } }
enum RawObjectKind: HandleKind { static func free(_ pointer: OpaquePointer) { git_odb_object_free(pointer) } }
enum ObjectKind: HandleKind { static func free(_ pointer: OpaquePointer) { git_object_free(pointer) } }
enum CommitKind: HandleKind { static func free(_ pointer: OpaquePointer) { git_commit_free(pointer) } }
enum PatchKind: HandleKind { static func free(_ pointer: OpaquePointer) { git_patch_free(pointer) } }

/// Returns the bytes that `function` leaves in a buffer of libgit2's.
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
  /// Takes over an id of libgit2's.
  init(_ id: git_oid) {
    self = withUnsafeBytes(of: id) { bytes in
      // A `git_oid` is an array of 20 bytes, so there is a first one.
      bytes.baseAddress.map { ObjectID(loading: $0) } ?? .zero
    }
  }

  /// The id in libgit2's form.
  var cValue: git_oid {
    var id = git_oid()
    withUnsafeMutableBytes(of: &id) { $0.copyBytes(from: bytes) }
    return id
  }

  /// The id of no object.
  static let zero = ObjectID(high: 0, middle: 0, low: 0)
}
