package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension FileAccess {
  /// Makes sure that files can be made, replaced and removed in a directory. `faccessat(2)`.
  ///
  /// - Throws: the system's reason why they cannot.
  package static func requireWritable(_ directory: FilePath) throws(Errno) {
    guard faccessat(AT_FDCWD, directory.string, W_OK | X_OK, AT_EACCESS) != 0 else { return }
    throw Errno(rawValue: errno)
  }

  /// Whether a file is a program that may be run.
  package static func isExecutable(_ path: FilePath) -> Bool { isFile(path, X_OK) }

  /// Whether there is a file that may be read.
  package static func isReadable(_ path: FilePath) -> Bool { isFile(path, R_OK) }

  private static func isFile(_ path: FilePath, _ mode: CInt) -> Bool {
    var status = stat()
    guard stat(path.string, &status) == 0, FileKind(status) == .regular else { return false }
    return faccessat(AT_FDCWD, path.string, mode, AT_EACCESS) == 0
  }
}
