package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// An open directory. Names are looked up relative to it, so that a long path is resolved once, and no symbolic link on it
/// is followed.
package struct Directory: ~Copyable {
  private let descriptor: CInt

  /// Opens the directory at `path`, following symbolic links.
  package init(at path: FilePath) throws(Errno) {
    descriptor = try Self.checked(open(path.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC))
  }

  /// Opens a directory below another; a symbolic link at its end is refused.
  package init(_ name: [CChar], in directory: borrowing Directory) throws(Errno) {
    descriptor = try Self.checked(
      openat(directory.descriptor, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW | O_CLOEXEC))
  }

  deinit { close(descriptor) }

  /// Returns the item at `name`, or `nil` if nothing has this name. A symbolic link is followed only if `following` is true.
  package func status(of name: [CChar], following: Bool = false) throws(Errno) -> Item? {
    try Self.lookUp(name, in: descriptor, following: following).get()
  }

  /// Returns the number of bytes of a regular file; `nil` for anything else. Symbolic links are not followed.
  package func size(ofFile name: String) throws(Errno) -> Int? {
    var status = stat()
    guard fstatat(descriptor, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
      let error = Errno(rawValue: errno)
      guard error == .noSuchFileOrDirectory else { throw error }
      return nil
    }
    return FileKind(status) == .regular ? Int(status.st_size) : nil
  }

  /// Returns the item at each of many names, or the error. Many names are looked up on several cores, as git does.
  package func statuses(of names: NameTable) -> [Result<Item?, Errno>] {
    let descriptor = descriptor
    return Array(0..<names.count).concurrentMap(chunkSize: Self.chunkSize) { index in
      names.withCName(at: index) { Self.lookUp($0, in: descriptor, following: false) } ?? .success(nil)
    }
  }

  /// The kind and the status of a file or directory.
  package typealias Item = (kind: FileKind, status: FileStatus)

  /// The number of names that a thread looks up at a time.
  private static let chunkSize = 500

  private static func lookUp(
    _ name: UnsafePointer<CChar>, in descriptor: CInt, following: Bool
  ) -> Result<Item?, Errno> {
    var status = stat()
    guard fstatat(descriptor, name, &status, following ? 0 : AT_SYMLINK_NOFOLLOW) != 0 else {
      return .success((FileKind(status), FileStatus(status)))
    }
    switch Errno(rawValue: errno) {
    case .noSuchFileOrDirectory, .notDirectory: return .success(nil)
    case .tooManySymbolicLinkLevels where following: return .success(nil)
    case let error: return .failure(error)
    }
  }

  /// Reads a regular file. Returns `nil` if it does not exist.
  package func read(_ name: [CChar]) throws(Errno) -> (bytes: [UInt8], status: FileStatus)? {
    // A pipe put in the file's place must not block.
    let file = openat(descriptor, name, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_CLOEXEC)
    guard file >= 0 else {
      let error = Errno(rawValue: errno)
      if [.noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels].contains(error) { return nil }
      throw error
    }
    defer { close(file) }
    var status = stat()
    _ = try Self.checked(fstat(file, &status))
    guard FileKind(status) == .regular else { return nil }
    return (try FileAccess.read(file, expecting: Int(status.st_size)), FileStatus(status))
  }

  /// Returns the names in the directory, unsorted, with their kinds if the file system returns them at once.
  ///
  /// - Parameter isIncluded: Returns whether a name is returned. Other names cost no allocation.
  package func names(
    where isIncluded: (UnsafeRawBufferPointer, FileKind?) -> Bool = { _, _ in true }
  ) throws(Errno) -> [(name: [CChar], kind: FileKind?)] {
    var names: [(name: [CChar], kind: FileKind?)] = []
    try forEachName { name, kind in
      if isIncluded(name, kind) { names.append((name.map { CChar(bitPattern: $0) } + [0], kind)) }
    }
    return names
  }

  /// Calls `body` with the bytes of each name in the directory, unsorted, and with its kind if the file system returns it at
  /// once. The bytes are valid until `body` returns.
  package func forEachName(_ body: (UnsafeRawBufferPointer, FileKind?) -> Void) throws(Errno) {
    // The stream owns its descriptor and closes it.
    let copy = try Self.checked(openat(descriptor, ".", O_RDONLY | O_DIRECTORY | O_CLOEXEC))
    guard let stream = fdopendir(copy) else {
      let error = Errno(rawValue: errno)
      close(copy)
      throw error
    }
    defer { closedir(stream) }
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      body(Self.name(of: entry), Self.kind(of: entry))
    }
    guard errno == 0 else { throw Errno(rawValue: errno) }
  }

  /// Returns the bytes of a name, without copying the whole buffer of 256 bytes.
  private static func name(of entry: UnsafeMutablePointer<dirent>) -> UnsafeRawBufferPointer {
    let offset = MemoryLayout<dirent>.offset(of: \.d_name) ?? 0
    let start = UnsafeRawPointer(entry).advanced(by: offset)
    return UnsafeRawBufferPointer(start: start, count: strlen(start.assumingMemoryBound(to: CChar.self)))
  }

  private static func kind(of entry: UnsafeMutablePointer<dirent>) -> FileKind? {
    switch Int32(entry.pointee.d_type) {
    case Int32(DT_REG): .regular
    case Int32(DT_DIR): .directory
    case Int32(DT_LNK): .symbolicLink
    case Int32(DT_UNKNOWN): nil
    default: .other
    }
  }

  private static func checked(_ result: CInt) throws(Errno) -> CInt {
    guard result >= 0 else { throw Errno(rawValue: errno) }
    return result
  }
}
