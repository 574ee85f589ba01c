package import SystemPackage

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// One end of a connection between two processes: of a pair without a name, to which no other process can connect, or of a
/// connection to a ``ListeningSocket``.
///
/// No call blocks. Child processes do not inherit it. `unix(7)`.
package struct ConnectedSocket: Sendable {
  /// The descriptor, which is readable when there is something to receive or the other end is closed.
  package let descriptor: FileDescriptor

  /// Makes a connected pair. `socketpair(2)`.
  package static func pair() throws(Errno) -> (ConnectedSocket, ConnectedSocket) {
    var ends: [CInt] = [-1, -1]
    guard socketpair(AF_UNIX, streamType, 0, &ends) == 0 else { throw Errno(rawValue: errno) }
    return (ConnectedSocket(ends[0]), ConnectedSocket(ends[1]))
  }

  /// The standard input of this process, if the program that started it connected it to a socket.
  package static var standardInput: ConnectedSocket { ConnectedSocket(STDIN_FILENO) }

  init(_ number: CInt) {
    descriptor = FileDescriptor(rawValue: number)
    #if canImport(Darwin)
      _ = fcntl(number, F_SETFD, FD_CLOEXEC)
      var on: CInt = 1
      setsockopt(number, SOL_SOCKET, SO_NOSIGPIPE, &on, socklen_t(MemoryLayout<CInt>.size))
    #endif
  }

  /// Sends all bytes. After an error, some of them may have been sent. `send(2)`.
  ///
  /// - Throws: `wouldBlock` if the buffer is full, because the other end does not read.
  package func send(_ bytes: [UInt8]) throws(Errno) {
    var sent = 0
    while sent < bytes.count {
      let count = bytes.withUnsafeBytes { buffer in
        systemSend(descriptor.rawValue, buffer.baseAddress?.advanced(by: sent), buffer.count - sent, Self.sendFlags)
      }
      if count >= 0 { sent += count } else { try Self.checkInterrupted() }
    }
  }

  /// Sends as many bytes as the buffer holds, and returns their number. `send(2)`.
  package func sendSome(_ bytes: ArraySlice<UInt8>) throws(Errno) -> Int {
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { systemSend(descriptor.rawValue, $0.baseAddress, $0.count, Self.sendFlags) }
      if count >= 0 { return count }
      if Errno(rawValue: errno) == .wouldBlock { return 0 }
      try Self.checkInterrupted()
    }
    return 0
  }

  /// Waits until there is something to receive, the other end is closed, or, if `toSend`, there is room to send. `poll(2)`.
  ///
  /// - Returns: `false` if the time has passed.
  package func wait(toSend: Bool, atMost limit: Duration) throws(Errno) -> Bool {
    try wait(for: CInt(POLLIN) | (toSend ? CInt(POLLOUT) : 0), atMost: limit)
  }

  /// Waits until there is room to send, or until the other end is closed. What can be received does not count. `poll(2)`.
  ///
  /// - Returns: `false` if the time has passed.
  package func waitForRoom(atMost limit: Duration) throws(Errno) -> Bool {
    try wait(for: CInt(POLLOUT), atMost: limit)
  }

  private func wait(for events: CInt, atMost limit: Duration) throws(Errno) -> Bool {
    let deadline = ContinuousClock.now + limit
    while true {
      let left = deadline - .now
      guard left > .zero else { return false }
      var entry = pollfd(fd: descriptor.rawValue, events: Int16(events), revents: 0)
      // A minute at a time: the argument of `poll` is a 32-bit number.
      let count = poll(&entry, 1, CInt(min(left, .seconds(60)) / .milliseconds(1)) + 1)
      if count > 0 { return true }
      if count < 0 { try Self.checkInterrupted() }
    }
  }

  /// Receives at most 64 KiB. Returns an empty array if the other end is closed, and `nil` if there is nothing to receive.
  /// `recv(2)`.
  ///
  /// The system resets a connection whose other end is closed before everything is read there. That also counts as closed.
  package func receive() throws(Errno) -> [UInt8]? {
    while true {
      var count = 0
      let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, initialized in
        count = recv(descriptor.rawValue, buffer.baseAddress, buffer.count, Self.receiveFlags)
        initialized = max(0, count)
      }
      if count >= 0 { return bytes }
      switch Errno(rawValue: errno) {
      case .wouldBlock: return nil
      case .connectionReset: return []
      default: try Self.checkInterrupted()
      }
    }
  }

  /// Waits for one step of a conversation: sends as many bytes of `output` as the buffer holds, removes them from `output`, and
  /// receives at most 64 KiB. After an error of sending, `output` is empty.
  ///
  /// - Parameter limit: The maximum time in which the other end neither sends nor reads.
  /// - Returns: The same as ``receive()``.
  /// - Throws: `timedOut` if the time has passed.
  package func exchange(_ output: inout ArraySlice<UInt8>, atMost limit: Duration) throws(Errno) -> [UInt8]? {
    guard try wait(toSend: !output.isEmpty, atMost: limit) else { throw .timedOut }
    do throws(Errno) {
      output = output.dropFirst(try sendSome(output))
    } catch {
      // The other program has ended. Its earlier output can still be received.
      output = []
    }
    return try receive()
  }

  /// Makes writes to the descriptor non-blocking, so that bytes beyond the buffer are lost. `fcntl(2)`.
  package func makeNonBlocking() throws(Errno) {
    let flags = fcntl(descriptor.rawValue, F_GETFL)
    guard flags >= 0, fcntl(descriptor.rawValue, F_SETFL, flags | O_NONBLOCK) == 0 else { throw Errno(rawValue: errno) }
  }

  /// Whether the other end is closed, so that nothing that is sent arrives. An end that has only stopped sending is not closed.
  /// `poll(2)`.
  package var isAbandoned: Bool {
    var entry = pollfd(fd: descriptor.rawValue, events: 0, revents: 0)
    return poll(&entry, 1, 0) > 0 && CInt(entry.revents) & CInt(POLLHUP) != 0
  }

  /// Ends the connection in both directions, so that a thread that waits for it continues. The socket must still be closed.
  /// `shutdown(2)`.
  package func end() { shutdown(descriptor.rawValue, Self.bothDirections) }

  #if canImport(Glibc)
    static let bothDirections = CInt(SHUT_RDWR)
  #else
    static let bothDirections = SHUT_RDWR
  #endif

  /// Closes this end. Bytes that were sent still arrive. An error is ignored: the descriptor is closed in any case.
  package func close() {
    do { try descriptor.close() } catch {}
  }

  private static func checkInterrupted() throws(Errno) {
    let error = Errno(rawValue: errno)
    guard error == .interrupted else { throw error }
  }

  #if canImport(Darwin)
    static let streamType = SOCK_STREAM
    private static let sendFlags = MSG_DONTWAIT
    private static let receiveFlags = MSG_DONTWAIT
  #elseif canImport(Musl)
    static let streamType = SOCK_STREAM | SOCK_CLOEXEC
    private static let sendFlags = MSG_DONTWAIT | MSG_NOSIGNAL
    private static let receiveFlags = MSG_DONTWAIT
  #else
    static let streamType = CInt(SOCK_STREAM.rawValue | SOCK_CLOEXEC.rawValue)
    private static let sendFlags = CInt(MSG_DONTWAIT) | CInt(MSG_NOSIGNAL)
    private static let receiveFlags = CInt(MSG_DONTWAIT)
  #endif
}

/// Calls `send(2)`, under a name that differs from that of the wrapper.
private func systemSend(_ socket: CInt, _ bytes: UnsafeRawPointer?, _ count: Int, _ flags: CInt) -> Int {
  send(socket, bytes, count, flags)
}

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
