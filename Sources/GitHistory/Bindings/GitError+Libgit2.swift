internal import CLibgit2
internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

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

  /// Makes an error from a failed system call.
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
