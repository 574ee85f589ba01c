package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Hears of what happens to the names in directories, from the moment a directory is added. `inotify(7)`.
///
/// What has happened is kept by the system until it is asked for, so nothing is missed between two calls.
package final class DirectoryWatch: Sendable {
  /// What becomes readable when there are events.
  package let descriptor: CInt

  /// A directory that is watched. The number follows the directory, not its name.
  package struct ID: Hashable, Sendable {
    fileprivate let number: CInt
  }

  /// One thing that happened.
  package enum Event: Hashable, Sendable {
    /// A file came, or is being written; whoever writes it has not closed it yet.
    case writing(ID, name: String)
    /// A file came, was written, or went away, and nobody is known to be in the middle of it.
    case settled(ID, name: String)
    /// A directory came or went.
    case directory(ID, name: String)
    /// A watched directory is gone, or cannot be watched any longer.
    case lost(ID)
    /// There were more events than the system keeps; some are missing.
    case overflow
  }

  /// Why nothing can be watched.
  package enum Failure: Error, Hashable {
    /// The system allows no more watched directories, to this user or to all.
    case tooManyDirectories
    /// The system allows no more watches, to this user, or to this process.
    case tooManyWatches
    /// This system has no watches that Mixtape knows.
    case unsupported
    /// The system's error.
    case system(Errno)
  }

  deinit { close(descriptor) }

  #if os(Linux)
    /// Makes a watch of no directory yet.
    package init() throws(Failure) {
      descriptor = inotify_init1(CInt(IN_NONBLOCK) | CInt(IN_CLOEXEC))
      guard descriptor >= 0 else { throw Failure(Errno(rawValue: errno)) }
    }

    /// Watches one more directory; one that is watched already keeps its number.
    ///
    /// - Returns: `nil` if there is no directory of that path, or a symbolic link.
    package func add(_ path: FilePath) throws(Failure) -> ID? {
      let number = inotify_add_watch(descriptor, path.string, Self.interest)
      guard number < 0 else { return ID(number: number) }
      switch Errno(rawValue: errno) {
      // What may not be read cannot be watched either; whoever lists it reports that.
      case .noSuchFileOrDirectory, .notDirectory, .tooManySymbolicLinkLevels, .permissionDenied: return nil
      case let error: throw Failure(error)
      }
    }

    /// Watches a directory no longer.
    package func remove(_ id: ID) {
      // One that is gone has left by itself.
      _ = inotify_rm_watch(descriptor, id.number)
    }

    /// What has happened since the last call, in order; nothing if nothing has.
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

    /// Every event but reading and opening. Attributes too: a file that could not be read may be readable then.
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
      // What remains without a name is about the attributes of the directory itself, which its parent tells too.
      if name.isEmpty { return nil }
      if has(Int(IN_ISDIR)) { return .directory(id, name: name) }
      return has(Int(IN_CREATE), Int(IN_MODIFY)) ? .writing(id, name: name) : .settled(id, name: name)
    }
  #else
    /// There is no watch on this system.
    package init() throws(Failure) { throw .unsupported }

    package func add(_ path: FilePath) throws(Failure) -> ID? { throw .unsupported }
    package func remove(_ id: ID) {}
    package func events() throws(Errno) -> [Event] { [] }
  #endif
}

extension DirectoryWatch.Failure {
  /// What an error of `inotify_init1(2)` or `inotify_add_watch(2)` means.
  package init(_ error: Errno) {
    switch error {
    case .noSpace: self = .tooManyDirectories
    case .tooManyOpenFiles, .tooManyOpenFilesInSystem: self = .tooManyWatches
    default: self = .system(error)
    }
  }
}
