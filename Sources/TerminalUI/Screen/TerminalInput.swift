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

/// The keyboard of a full-screen program, read by one thread. Another program, such as an editor, can borrow it.
package final class TerminalInput: Sendable {
  private let descriptor: FileDescriptor
  private let isLent = Mutex(false)
  private let returned = DispatchSemaphore(value: 0)

  package init(_ descriptor: FileDescriptor = .standardInput) { self.descriptor = descriptor }

  /// Waits for input and returns its bytes; `nil` at the end of the input.
  package func next() -> [UInt8]? {
    while true {
      // Waiting takes no bytes from a program that has borrowed the keyboard.
      var ready = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, -1) >= 0 || errno == EINTR else { return nil }
      guard ready.revents != 0 else { continue }
      let bytes = isLent.withLock { isLent -> [UInt8]?? in isLent ? nil : .some(TerminalScreen.read(descriptor)) }
      if let bytes { return bytes }
      returned.wait()
    }
  }

  /// Leaves all input to another program while `body` runs.
  package func lend<Result>(_ body: () throws -> Result) rethrows -> Result {
    isLent.withLock { $0 = true }
    defer {
      isLent.withLock { $0 = false }
      returned.signal()
    }
    return try body()
  }
}
