import Dispatch
import Synchronization
package import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The keyboard of a full-screen program, read by one thread, which pauses while another program uses the keyboard.
package final class TerminalInput: Sendable {
  private let descriptor: FileDescriptor
  private let isSuspended = Mutex(false)
  private let resumed = DispatchSemaphore(value: 0)

  package init(_ descriptor: FileDescriptor = .standardInput) { self.descriptor = descriptor }

  /// Waits for input and returns its bytes; `nil` at the end of the input.
  package func next() -> [UInt8]? {
    while true {
      // Waiting takes no bytes from another program.
      var ready = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, -1) >= 0 || errno == EINTR else { return nil }
      guard ready.revents != 0 else { continue }
      let bytes = isSuspended.withLock { isSuspended -> [UInt8]?? in
        isSuspended ? nil : .some(TerminalScreen.read(descriptor))
      }
      if let bytes { return bytes }
      resumed.wait()
    }
  }

  /// Leaves all input to another program while `body` runs.
  package func suspendReading<Result>(_ body: () throws -> Result) rethrows -> Result {
    isSuspended.withLock { $0 = true }
    defer {
      isSuspended.withLock { $0 = false }
      resumed.signal()
    }
    return try body()
  }
}
