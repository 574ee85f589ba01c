internal import CLibgit2
internal import FileSystem
internal import Synchronization
internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// libgit2: its start, its settings for the whole process, and the function for all calls.
enum Libgit2 {
  static func start() throws(GitError) {
    if case .failure(let error) = started { throw error }
  }

  /// Runs one C function and throws an error for a negative result.
  ///
  /// libgit2 stores the message of the last error per thread and overwrites it, so it is read at once.
  @discardableResult
  static func call(
    _ operation: GitError.Operation, path: FilePath? = nil, _ function: () -> CInt
  ) throws(GitError) -> CInt {
    let status = function()
    guard status < 0 else { return status }
    throw GitError(status: status, operation: operation, path: path)
  }

  /// Runs `body` while libgit2 searches git's configuration files in the directories of `environment`.
  ///
  /// The search paths apply to the whole process, and libgit2 reads them when it opens or creates a repository. Only
  /// one thread may do so at a time.
  static func withSearchPaths<Result>(
    of environment: Environment, _ operation: GitError.Operation, _ body: () throws(GitError) -> Result
  ) throws(GitError) -> Result {
    try searchPathLock.withLock { (_) throws(GitError) in
      for (level, path) in environment.configurationSearchPaths {
        try call(operation) { clibgit2_set_search_path(level, path) }
      }
      return try body()
    }
  }

  private static let started: Result<Void, GitError> = Result { () throws(GitError) in
    try call(.start) { git_libgit2_init() }
    try call(.start) { clibgit2_enable_fsync(1) }
    // ``ObjectDatabase`` checks all objects except large trees.
    try call(.start) { clibgit2_enable_strict_hash_verification(0) }
  }

  /// Runs `body` while libgit2 syncs every file that it writes, or none.
  ///
  /// The setting applies to the whole process, so only one thread writes at a time.
  static func synchronizing<Result: ~Copyable>(
    _ isOn: Bool, _ body: () throws(GitError) -> Result
  ) throws(GitError) -> Result {
    try writingLock.withLock { (_) throws(GitError) in
      guard !isOn else { return try body() }
      try call(.writeObject) { clibgit2_enable_fsync(0) }
      defer { _ = clibgit2_enable_fsync(1) }
      return try body()
    }
  }

  private static let writingLock = Mutex(())

  private static let searchPathLock = Mutex(())
}

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

/// Returns the result of calls of libgit2; `nil` if the item that they read does not exist.
func ifFound<Value>(_ read: () throws(GitError) -> Value) throws(GitError) -> Value? {
  do throws(GitError) {
    return try read()
  } catch {
    guard error.code == .notFound else { throw error }
    return nil
  }
}

/// Runs calls of the file system. An error of the system becomes that of an operation with a file or a directory.
func reporting<Result: ~Copyable>(
  _ operation: GitError.Operation, at path: @autoclosure () -> FilePath, _ body: () throws(Errno) -> Result
) throws(GitError) -> Result {
  do throws(Errno) {
    return try body()
  } catch {
    throw GitError(error, operation, path: path())
  }
}

/// Returns whether there is anything at a path. A symbolic link is not followed.
func exists(_ path: FilePath, for operation: GitError.Operation) throws(GitError) -> Bool {
  let status = try reporting(operation, at: path) { () throws(Errno) in try FileStatus(of: path) }
  return status != nil
}

extension ObjectID {
  init(_ id: git_oid) {
    self = withUnsafeBytes(of: id) { ObjectID($0.bytes) }
  }

  var cValue: git_oid {
    var id = git_oid()
    withUnsafeMutableBytes(of: &id) { $0.copyBytes(from: bytes) }
    return id
  }
}

/// A type of object that is read and written as bytes.
enum ObjectType {
  case blob, tree, commit

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

extension String {
  var cName: [CChar] { Array(utf8CString) }
}

extension Collection<UInt8> {
  var cName: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}

extension GitError {
  /// Makes an error from the last error of libgit2 in this thread, after a call that returned `status`.
  init(status: CInt, operation: Operation, path: FilePath?) {
    let last = git_error_last()
    let message = last?.pointee.message.map { String(cString: $0) } ?? "error \(status)"
    let subsystem = git_error_t(rawValue: .init(last?.pointee.klass ?? 0))
    let code = Code(status: git_error_code(rawValue: status), subsystem: subsystem, message: message)
    self.init(code, operation, message: message, path: path)
    switch code {
    case .locked: self.path = Self.quotedPath(in: message) ?? path
    case .unsupported: feature = Self.unsupportedFeature(in: message)
    default: break
    }
  }

  init(_ errno: Errno, _ operation: Operation, path: FilePath) {
    self.init(Code(errno), operation, message: errno.description, path: path)
  }

  /// Returns the first path in quotation marks, as in `failed to lock file '/store/.git/index.lock' for writing`.
  private static func quotedPath(in message: String) -> FilePath? {
    guard let start = message.firstIndex(of: "'"), let end = message.lastIndex(of: "'"), start < end else { return nil }
    return FilePath(String(message[message.index(after: start)..<end]))
  }

  /// Returns the extension in a message such as `unsupported extension name extensions.x`.
  private static func unsupportedFeature(in message: String) -> String {
    let word = message.split(separator: " ").last.map(String.init) ?? message
    return word.trimming { $0 == "'" || $0 == ";" }
  }
}

extension GitError.Code {
  /// Classifies a failure of libgit2.
  ///
  /// Many failures share the code `GIT_ERROR`. They are distinguished by the subsystem and, if necessary, by the
  /// message.
  fileprivate init(status: git_error_code, subsystem: git_error_t, message: String) {
    switch status {
    case GIT_ENOTFOUND: self = .notFound
    case GIT_EEXISTS: self = .alreadyExists
    case GIT_EAMBIGUOUS: self = .ambiguous
    case GIT_EINVALIDSPEC, GIT_EINVALID: self = .invalidArgument
    case GIT_EPEEL: self = .notACommit
    case GIT_EBAREREPO: self = .bare
    case GIT_EOWNER: self = .owner
    case GIT_ELOCKED: self = .locked
    case GIT_EMODIFIED: self = .headMoved
    case GIT_EMISMATCH: self = .corrupt
    default: self.init(subsystem: subsystem, message: message)
    }
  }

  private init(subsystem: git_error_t, message: String) {
    switch subsystem {
    case _ where Self.unsupportedPhrases.contains { message.contains($0) }: self = .unsupported
    case GIT_ERROR_OS, GIT_ERROR_FILESYSTEM: self.init(systemMessage: message)
    case GIT_ERROR_ODB, GIT_ERROR_ZLIB, GIT_ERROR_OBJECT, GIT_ERROR_TREE: self = .corrupt
    case GIT_ERROR_INVALID: self = .invalidArgument
    case _ where message.contains("corrupt"): self = .corrupt
    default: self = .other
    }
  }

  /// Classifies a message that ends in that of the operating system. libgit2 drops the error number.
  private init(systemMessage message: String) {
    let known: [Errno] = [.permissionDenied, .readOnlyFileSystem, .notPermitted, .noSpace, .diskQuotaExceeded]
    let errno = known.first { message.hasSuffix(String(cString: strerror($0.rawValue))) }
    self = errno.map(Self.init) ?? .inputOutput
  }

  init(_ errno: Errno) {
    switch errno {
    case .permissionDenied, .readOnlyFileSystem, .notPermitted: self = .readOnly
    case .noSpace, .diskQuotaExceeded: self = .noSpace
    case .noSuchFileOrDirectory: self = .notFound
    case .isDirectory: self = .obstructed
    default: self = .inputOutput
    }
  }

  /// Parts of the messages of libgit2 1.5 to 1.9 about unsupported repositories.
  private static let unsupportedPhrases = [
    "unsupported extension", "unsupported repository version", "unknown object format", "unsupported object format",
  ]
}
