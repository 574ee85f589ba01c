package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A socket with a name in a directory, to which other processes of the same user can connect. `unix(7)`.
package struct ListeningSocket: Sendable {
  /// The descriptor, which is readable when a process connects.
  package let descriptor: FileDescriptor
  private let path: FilePath

  /// Makes a socket that only its user can open. It replaces an old one of the same name.
  package init(_ name: String, in directory: FilePath) throws(Errno) {
    path = directory.appending(name)
    let number = socket(AF_UNIX, ConnectedSocket.streamType, 0)
    guard number >= 0 else { throw Errno(rawValue: errno) }
    descriptor = FileDescriptor(rawValue: number)
    do throws(Errno) {
      // Before `bind`, so that the name never has other permissions.
      guard fchmod(number, 0o600) == 0 else { throw Errno(rawValue: errno) }
      unlink(path.string)
      try withSocketAddress(of: name, in: directory) { bind(number, $0, $1) }
      guard systemListen(number, Self.backlog) == 0 else { throw Errno(rawValue: errno) }
    } catch {
      close()
      throw error
    }
  }

  /// The number of connections that may wait to be accepted.
  private static let backlog: CInt = 8

  /// Accepts a connection, and waits for it if none waits. `accept(2)`.
  package func accept() throws(Errno) -> ConnectedSocket {
    while true {
      let number = systemAccept(descriptor.rawValue)
      if number >= 0 { return ConnectedSocket(number) }
      let error = Errno(rawValue: errno)
      guard error == .interrupted || error == .connectionAbort else { throw error }
    }
  }

  /// Removes the name, and ends ``accept()`` with an error. The socket must still be closed.
  package func end() {
    unlink(path.string)
    shutdown(descriptor.rawValue, ConnectedSocket.bothDirections)
  }

  /// Closes the socket.
  package func close() {
    do { try descriptor.close() } catch {
      // The system has closed it, even after an error.
    }
  }
}

extension ConnectedSocket {
  /// Connects to a socket with a name. `connect(2)`.
  ///
  /// - Throws: `noSuchFileOrDirectory` or `connectionRefused` if no process listens there; `wouldBlock` if a process listens, but
  ///   accepts no connections, and too many wait.
  package init(connectingTo name: String, in directory: FilePath) throws(Errno) {
    let number = socket(AF_UNIX, Self.streamType, 0)
    guard number >= 0 else { throw Errno(rawValue: errno) }
    self.init(number)
    do throws(Errno) {
      // A process that is stopped would block the call for any time.
      try makeNonBlocking()
      try withSocketAddress(of: name, in: directory) { connect(number, $0, $1) }
    } catch {
      close()
      throw error
    }
  }
}

/// Calls a function of the system with the address of a socket.
///
/// An address holds about 100 bytes. On Linux, a longer path is replaced by one through a descriptor of the directory.
private func withSocketAddress(
  of name: String, in directory: FilePath, _ body: (UnsafePointer<sockaddr>, socklen_t) -> CInt
) throws(Errno) {
  var path = directory.appending(name).string
  var opened: FileDescriptor?
  if path.utf8.count >= longestAddress {
    let descriptor = open(directory.string, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
    guard descriptor >= 0 else { throw Errno(rawValue: errno) }
    opened = FileDescriptor(rawValue: descriptor)
    path = "/proc/self/fd/\(descriptor)/\(name)"
  }
  defer {
    do { try opened?.close() } catch {
      // The directory was only read.
    }
  }
  guard path.utf8.count < longestAddress else { throw Errno.fileNameTooLong }
  var address = sockaddr_un()
  address.sun_family = sa_family_t(AF_UNIX)
  withUnsafeMutableBytes(of: &address.sun_path) { $0.copyBytes(from: path.utf8) }
  let result = withUnsafePointer(to: &address) { pointer in
    pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { body($0, socklen_t(MemoryLayout<sockaddr_un>.size)) }
  }
  guard result == 0 else { throw Errno(rawValue: errno) }
}

/// The length of an address in bytes, with the final zero.
private let longestAddress = MemoryLayout.size(ofValue: sockaddr_un().sun_path)

/// Calls `listen(2)`.
private func systemListen(_ socket: CInt, _ backlog: CInt) -> CInt { listen(socket, backlog) }

/// Calls `accept(2)`. The descriptor is not inherited by child processes that start later.
private func systemAccept(_ listener: CInt) -> CInt {
  let number = accept(listener, nil, nil)
  if number >= 0 { _ = fcntl(number, F_SETFD, FD_CLOEXEC) }
  return number
}
