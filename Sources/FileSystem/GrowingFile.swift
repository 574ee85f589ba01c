package import SystemPackage

/// A file that grows by appended bytes until it is complete, and is then renamed.
package final class GrowingFile {
  private let path: FilePath
  private let descriptor: FileDescriptor
  /// The number of bytes so far.
  package private(set) var size = 0

  /// Opens a file, or creates it. A symbolic link, a pipe, a device and a file with another hard link are refused.
  ///
  /// - Parameter count: The number of bytes to keep of an existing file. If it has fewer, all are kept.
  /// - Throws: `invalidArgument` for a file that is refused; the system's error.
  package init(_ path: FilePath, keeping count: Int) throws(Errno) {
    self.path = path
    descriptor = try Self.open(path)
    guard SystemCalls.linkCount(ofPlainFile: descriptor) == 1 else { throw .invalidArgument }
    try withErrno {
      size = min(Int(try descriptor.seek(offset: 0, from: .end)), max(0, count))
      try descriptor.resize(to: Int64(size))
      try descriptor.seek(offset: Int64(size), from: .start)
    }
  }

  deinit {
    // The bytes are written in any case.
    do { try descriptor.close() } catch {}
  }

  private static func open(_ path: FilePath) throws(Errno) -> FileDescriptor {
    try withErrno {
      try FileDescriptor.open(
        path, .readWrite, options: [.create, .noFollow, .nonBlocking, .closeOnExec],
        permissions: FilePermissions(rawValue: 0o666))
    }
  }

  /// Appends bytes. After an error, some of them may have been written.
  package func append(_ bytes: [UInt8]) throws(Errno) {
    try withErrno { size += try descriptor.writeAll(bytes) }
  }

  /// Syncs the file and renames it.
  package func finish(as new: FilePath) throws(Errno) {
    try SystemCalls.synchronize(descriptor)
    try SystemCalls.rename(path, to: new)
    try DurableFile.synchronizeDirectory(of: new)
  }
}
