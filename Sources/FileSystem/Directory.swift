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

  /// Returns the names in the directory that are UTF-8, as ``names(where:)`` does.
  package func textNames() throws(Errno) -> [(name: String, kind: FileKind?)] {
    try names().compactMap { name, kind in
      // A name ends in NUL.
      String(validating: name.dropLast(), as: UTF8.self).map { (name: $0, kind: kind) }
    }
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

/// A table of file names with all bytes in one array: ten thousand names without ten thousand allocations.
package struct NameTable: Sendable {
  /// The bytes of all names. Each name ends with NUL, for C.
  private var bytes: [UInt8] = []
  private var places: [Range<Int>] = []

  /// Makes an empty table.
  package init() {}

  /// The number of names.
  package var count: Int { places.count }

  /// The bytes of a name.
  package subscript(index: Int) -> ArraySlice<UInt8> { bytes[places[index]] }

  /// Adds a name, which must not contain NUL.
  package mutating func append(_ name: UnsafeRawBufferPointer) {
    let start = bytes.count
    bytes.append(contentsOf: name)
    places.append(start..<bytes.count)
    bytes.append(0)
  }

  /// Sorts the names by their bytes.
  package mutating func sort() {
    guard let first = places.first else { return }
    places = bytes.withUnsafeBufferPointer { bytes in
      // Names are compared by the eight bytes after their common prefix, which mostly differ.
      var common = first.count
      for place in places {
        var same = 0
        while same < min(common, place.count), bytes[place.lowerBound + same] == bytes[first.lowerBound + same] {
          same += 1
        }
        common = same
      }
      var keyed = places.map { (key: Self.key(bytes, $0.dropFirst(common)), place: $0) }
      keyed.sort { one, other in
        if one.key != other.key { return one.key < other.key }
        return bytes[one.place].lexicographicallyPrecedes(bytes[other.place])
      }
      return keyed.map(\.place)
    }
  }

  /// Returns the first eight bytes as a number with the same order. Missing bytes count as NUL.
  private static func key(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Range<Int>) -> UInt64 {
    var key: UInt64 = 0
    for offset in 0..<8 {
      key = key << 8 | (offset < place.count ? UInt64(bytes[place.lowerBound + offset]) : 0)
    }
    return key
  }

  /// Calls `body` with a name as a C string.
  func withCName<Result>(at index: Int, _ body: (UnsafePointer<CChar>) -> Result) -> Result? {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { start in
        let name = start + places[index].lowerBound
        return name.withMemoryRebound(to: CChar.self, capacity: places[index].count + 1, body)
      }
    }
  }
}

extension String {
  /// Makes printable text from the bytes of a file's name. Bytes that are not UTF-8 become escapes such as `\xE9`, so that
  /// different names look different.
  package init(displaying name: some Collection<UInt8>) {
    if let text = String(validating: name, as: UTF8.self) {
      self = text
      return
    }
    self = ""
    var rest = Array(name)[...]
    while let first = rest.first {
      // A scalar has at most four bytes in UTF-8.
      let whole = (1...4).lazy.map { rest.prefix($0) }.first { String(validating: $0, as: UTF8.self) != nil }
      if let whole {
        self += String(decoding: whole, as: UTF8.self)
      } else {
        self += "\\x" + (first < 0x10 ? "0" : "") + String(first, radix: 16, uppercase: true)
      }
      rest = rest.dropFirst(whole?.count ?? 1)
    }
  }
}
