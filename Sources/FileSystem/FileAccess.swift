package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Reads and writes whole files by path, with the errors of the system.
package enum FileAccess {
  /// The reasons why a file was not read.
  package enum Failure: Error {
    /// There is no such file.
    case absent
    /// The file is larger than the limit.
    case tooLarge(bytes: Int)
    /// The path is that of a symbolic link, a directory, a pipe or a device.
    case notAFile
    /// An error of the system.
    case system(Errno)
  }

  /// Reads a regular file. Does not follow a symbolic link, nor wait for a pipe.
  package static func read(_ path: FilePath, atMost limit: Int = .max) throws(Failure) -> [UInt8] {
    try withPlainFile(path) { (file, size) throws(Failure) in
      guard size <= limit else { throw .tooLarge(bytes: size) }
      do throws(Errno) {
        return try read(file, expecting: size)
      } catch {
        throw .system(error)
      }
    }
  }

  /// Reads the first bytes of a regular file; fewer if it is shorter.
  package static func readStart(of path: FilePath, count: Int) throws(Failure) -> [UInt8] {
    try withPlainFile(path) { (file, _) throws(Failure) in
      var bytes = [UInt8](repeating: 0, count: count)
      let read = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, 0) }
      guard read >= 0 else { throw .system(Errno(rawValue: errno)) }
      bytes.removeLast(count - read)
      return bytes
    }
  }

  private static func withPlainFile<Result>(
    _ path: FilePath, _ body: (_ file: CInt, _ size: Int) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let file = open(path.string, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw Failure(opening: Errno(rawValue: errno)) }
    defer { close(file) }
    var status = stat()
    guard fstat(file, &status) == 0 else { throw .system(Errno(rawValue: errno)) }
    guard FileKind(status) == .regular else { throw .notAFile }
    return try body(file, Int(status.st_size))
  }

  /// Reads an open file to its end, which may differ from the expected size.
  package static func read(_ file: CInt, expecting size: Int) throws(Errno) -> [UInt8] {
    // One byte more than expected, so that the second call finds the end without a larger buffer.
    var bytes = [UInt8](repeating: 0, count: size + 1)
    var count = 0
    while true {
      if count == bytes.count { bytes.append(contentsOf: repeatElement(0, count: count)) }
      let result = bytes.withUnsafeMutableBytes { buffer in
        pread(file, buffer.baseAddress?.advanced(by: count), buffer.count - count, off_t(count))
      }
      guard result >= 0 else { throw Errno(rawValue: errno) }
      guard result > 0 else { break }
      count += result
    }
    bytes.removeLast(bytes.count - count)
    return bytes
  }

  /// Reads the last bytes of a file; fewer if it is shorter.
  package static func readEnd(of path: FilePath, count: Int) throws(Errno) -> [UInt8] {
    let file = open(path.string, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else { throw Errno(rawValue: errno) }
    defer { close(file) }
    guard SystemCalls.linkCount(ofPlainFile: FileDescriptor(rawValue: file)) != nil else { throw .invalidArgument }
    let size = lseek(file, 0, SEEK_END)
    var bytes = [UInt8](repeating: 0, count: min(count, max(0, Int(size))))
    let read = bytes.withUnsafeMutableBytes { pread(file, $0.baseAddress, $0.count, size - off_t($0.count)) }
    guard read == bytes.count else { throw read < 0 ? Errno(rawValue: errno) : .ioError }
    return bytes
  }

  /// Appends to a file. Does not wait for a pipe.
  ///
  /// - Parameters:
  ///   - isMade: Whether a missing file is created.
  ///   - isSole: Whether a file with another hard link is refused, so that the content of the link stays.
  /// - Throws: `invalidArgument` if the path is not that of a regular file, or if the file is refused; the system's error.
  package static func append(
    _ bytes: [UInt8], to path: FilePath, making isMade: Bool = false, isSole: Bool = false
  ) throws(Errno) {
    let options: FileDescriptor.OpenOptions = [.append, .noFollow, .nonBlocking, .closeOnExec]
    try withErrno {
      let file = try FileDescriptor.open(
        path, .writeOnly, options: isMade ? options.union(.create) : options,
        permissions: FilePermissions(rawValue: 0o666))
      try file.closeAfter {
        let links = SystemCalls.linkCount(ofPlainFile: file)
        guard links != nil, !isSole || links == 1 else { throw Errno.invalidArgument }
        try file.writeAll(bytes)
      }
    }
  }

  /// Returns whether a path can be written in place: it is unused, or a regular file without another hard link.
  package static func canBeWrittenInPlace(_ path: FilePath) throws(Errno) -> Bool {
    guard let status = try stat(at: path) else { return true }
    return FileKind(status) == .regular && status.st_nlink == 1
  }

  /// Writes a new file, with the permissions of the process's mask. The file must not exist.
  package static func write(_ bytes: [UInt8], toNewFile path: FilePath) throws(Errno) {
    let file = try FileDescriptor.creating(path)
    try withErrno { try file.closeAfter { _ = try file.writeAll(bytes) } }
  }
}

extension FileAccess.Failure {
  fileprivate init(opening error: Errno) {
    switch error {
    case .noSuchFileOrDirectory, .notDirectory: self = .absent
    case .tooManySymbolicLinkLevels: self = .notAFile
    default: self = .system(error)
    }
  }
}

// MARK: - Permissions

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

extension FileDescriptor {
  /// Creates a file for writing, with the permissions of the process's mask. The file must not exist.
  static func creating(_ path: FilePath) throws(Errno) -> FileDescriptor {
    try withErrno {
      try FileDescriptor.open(
        path, .writeOnly, options: [.create, .exclusiveCreate, .closeOnExec],
        permissions: FilePermissions(rawValue: 0o666))
    }
  }

  /// Reads at most 64 KiB. Returns an empty array at the end of the file.
  package func readPiece() throws(Errno) -> [UInt8] {
    try withErrno {
      try [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        count = try read(into: UnsafeMutableRawBufferPointer(buffer))
      }
    }
  }

  /// Reads the rest of a file, which may be a pipe or a device.
  ///
  /// - Throws: `fileTooLarge` if there are more than `limit` bytes.
  package func readRest(atMost limit: Int) throws(Errno) -> [UInt8] {
    var bytes: [UInt8] = []
    while case let piece = try readPiece(), !piece.isEmpty {
      bytes += piece
      if bytes.count > limit { throw .fileTooLarge }
    }
    return bytes
  }
}

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

  /// Syncs the file.
  package func synchronize() throws(Errno) { try SystemCalls.synchronize(descriptor) }

  /// Syncs the file and renames it.
  package func finish(as new: FilePath) throws(Errno) {
    try synchronize()
    try SystemCalls.rename(path, to: new)
    try DurableFile.synchronizeDirectory(of: new)
  }
}
