package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A watch for changes of the names in directories, from the moment a directory is added. `inotify(7)`.
///
/// The system keeps events until they are read, so none are missed between two calls.
package final class DirectoryWatch: Sendable {
  /// The descriptor, which is readable when there are events.
  package let descriptor: CInt

  /// A watched directory. The id stays the same if the directory is renamed.
  package struct ID: Hashable, Sendable {
    fileprivate let number: CInt
  }

  /// An event.
  package enum Event: Hashable, Sendable {
    /// A file was created or is being written, and is not closed yet.
    case writing(ID, name: String)
    /// A file was created, written or removed, and no process is known to be writing it.
    case settled(ID, name: String)
    /// A directory was created or removed.
    case directory(ID, name: String)
    /// A watched directory is gone, or can no longer be watched.
    case lost(ID)
    /// There were more events than the system keeps; some are missing.
    case overflow
  }

  /// The reasons why a directory cannot be watched.
  package enum Failure: Error, Hashable {
    /// The system's limit of watched directories is reached, for this user or for all.
    case tooManyDirectories
    /// The system's limit of watches is reached, for this user or for this process.
    case tooManyWatches
    /// The system has no watches that Mixtape supports.
    case unsupported
    /// The system's error.
    case system(Errno)
  }

  deinit { close(descriptor) }

  #if os(Linux)
    /// Makes a watch without directories.
    package init() throws(Failure) {
      descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
      guard descriptor >= 0 else { throw Failure(Errno(rawValue: errno)) }
    }

    /// Adds a directory. One that is already watched keeps its id.
    ///
    /// - Returns: The id, or `nil` if there is no directory at the path, or a symbolic link.
    package func add(_ path: FilePath) throws(Failure) -> ID? {
      let number = inotify_add_watch(descriptor, path.string, Self.interest)
      guard number < 0 else { return ID(number: number) }
      switch Errno(rawValue: errno) {
      // A directory that cannot be read cannot be watched. The code that lists it reports that.
      case .noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels, .permissionDenied: return nil
      case let error: throw Failure(error)
      }
    }

    /// Removes a directory.
    package func remove(_ id: ID) {
      // The system has already removed a directory that is gone.
      _ = inotify_rm_watch(descriptor, id.number)
    }

    /// Returns the events since the last call, in order; none if nothing has happened.
    package func events() throws(Errno) -> [Event] {
      var events: [Event] = []
      let buffer = UnsafeMutableRawBufferPointer.allocate(
        byteCount: 65_536, alignment: MemoryLayout<inotify_event>.alignment)
      defer { buffer.deallocate() }
      while true {
        let count = read(descriptor, buffer.baseAddress, buffer.count)
        guard count > 0 else {
          switch Errno(rawValue: errno) {
          case .wouldBlock: return events
          case .interrupted: continue
          case let error: throw error
          }
        }
        Self.decode(UnsafeRawBufferPointer(rebasing: buffer[..<count]), into: &events)
      }
    }

    /// All events but reading and opening. Attributes count: a file may become readable.
    private static let interest = UInt32(
      IN_CREATE | IN_MODIFY | IN_CLOSE_WRITE | IN_MOVED_FROM | IN_MOVED_TO | IN_DELETE | IN_ATTRIB | IN_DELETE_SELF
        | IN_MOVE_SELF | IN_ONLYDIR | IN_DONT_FOLLOW)

    private static func decode(_ buffer: UnsafeRawBufferPointer, into events: inout [Event]) {
      var offset = 0
      while offset < buffer.count {
        let header = buffer.loadUnaligned(fromByteOffset: offset, as: inotify_event.self)
        let start = offset + MemoryLayout<inotify_event>.size
        offset = start + Int(header.len)
        let name = String(decoding: buffer[start..<offset].prefix { $0 != 0 }, as: UTF8.self)
        if let event = event(header, name), event != events.last { events.append(event) }
      }
    }

    private static func event(_ header: inotify_event, _ name: String) -> Event? {
      func has(_ bits: Int...) -> Bool { bits.contains { Int(header.mask) & $0 != 0 } }
      let id = ID(number: header.wd)
      if has(Int(IN_Q_OVERFLOW)) { return .overflow }
      if has(Int(IN_IGNORED), Int(IN_UNMOUNT), Int(IN_DELETE_SELF), Int(IN_MOVE_SELF)) { return .lost(id) }
      // Other events without a name are about the attributes of the directory, which its parent reports too.
      if name.isEmpty { return nil }
      if has(Int(IN_ISDIR)) { return .directory(id, name: name) }
      return has(Int(IN_CREATE), Int(IN_MODIFY)) ? .writing(id, name: name) : .settled(id, name: name)
    }
  #else
    /// Throws an error: there is no watch on this system.
    package init() throws(Failure) { throw .unsupported }

    package func add(_ path: FilePath) throws(Failure) -> ID? { throw .unsupported }
    package func remove(_ id: ID) {}
    package func events() throws(Errno) -> [Event] { [] }
  #endif
}

extension DirectoryWatch.Failure {
  /// Makes a failure from an error of `inotify_init1(2)` or `inotify_add_watch(2)`.
  package init(_ error: Errno) {
    switch error {
    case .noSpace: self = .tooManyDirectories
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem: self = .tooManyWatches
    default: self = .system(error)
    }
  }
}
