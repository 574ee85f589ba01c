package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

extension FileAccess {
  /// Throws an error if files cannot be found, created, replaced and removed in a directory. `faccessat(2)`.
  package static func requireWritable(_ directory: FilePath) throws(Errno) {
    guard faccessat(AT_FDCWD, directory.string, R_OK | W_OK | X_OK, AT_EACCESS) != 0 else { return }
    throw Errno(rawValue: errno)
  }

  /// Returns whether a file is a program that this process may run.
  package static func isExecutable(_ path: FilePath) -> Bool { isFile(path, X_OK) }

  /// Returns whether there is a file that this process may read.
  package static func isReadable(_ path: FilePath) -> Bool { isFile(path, R_OK) }

  private static func isFile(_ path: FilePath, _ mode: CInt) -> Bool {
    var status = stat()
    guard stat(path.string, &status) == 0, FileKind(status) == .regular else { return false }
    return faccessat(AT_FDCWD, path.string, mode, AT_EACCESS) == 0
  }
}
