internal import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#elseif canImport(Darwin)
  internal import Darwin
#endif

/// The names in a directory, with their kinds.
enum DirectoryListing {
  /// Lists a directory, without `.`, `..` and other hidden names, in no order. A symbolic link is not followed, also
  /// not where it is the directory itself.
  ///
  /// - Returns: `nil` if there is no such directory.
  static func names(in directory: FilePath) throws(Errno) -> [(name: String, kind: FileKind)]? {
    let descriptor: FileDescriptor
    do {
      descriptor = try FileDescriptor.open(directory, .readOnly, options: [.directory, .noFollow, .closeOnExec])
    } catch let error as Errno {
      if error == .noSuchFileOrDirectory { return nil }
      throw error
    } catch {
      throw .ioError
    }
    guard let stream = fdopendir(descriptor.rawValue) else {
      let error = Errno(rawValue: errno)
      // Opening the stream is what failed; that is the error to report, not a failure to close.
      _ = close(descriptor.rawValue)
      throw error
    }
    defer { closedir(stream) }
    return try read(stream, directory)
  }

  private static func read(_ stream: OpaquePointer, _ directory: FilePath) throws(Errno) -> [(
    name: String, kind: FileKind
  )] {
    var names: [(name: String, kind: FileKind)] = []
    while true {
      errno = 0
      guard let entry = readdir(stream) else { break }
      // A name that is not UTF-8 becomes one with replacement characters, which no id may hold, and is reported as such.
      let name = withUnsafePointer(to: &entry.pointee.d_name) {
        $0.withMemoryRebound(to: UInt8.self, capacity: 1) { String(decodingCString: $0, as: UTF8.self) }
      }
      if name.hasPrefix(".") { continue }
      names.append((name, try kind(Int32(entry.pointee.d_type), at: directory.appending(name))))
    }
    if errno != 0 { throw Errno(rawValue: errno) }
    return names
  }

  private static func kind(_ type: Int32, at path: FilePath) throws(Errno) -> FileKind {
    switch type {
    case Int32(DT_REG): return .file
    case Int32(DT_DIR): return .directory
    case Int32(DT_LNK): return .symbolicLink
    // Some file systems do not tell.
    case Int32(DT_UNKNOWN): return try SystemCalls.status(of: path)?.kind ?? .other
    default: return .other
    }
  }
}
