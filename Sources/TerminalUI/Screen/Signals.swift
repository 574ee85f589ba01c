import Dispatch
import FileSystem
import Synchronization
package import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Signals of this process, delivered as calls on another thread.
package enum Signals {
  /// The meaning of a signal.
  package enum Meaning: Sendable {
    /// A request to end: from the keyboard, from another process, or because the terminal is gone. The first signal lets the
    /// program finish its work. The next one ends the process (``ProcessEnd``).
    case end
    /// The process should stop until it is continued.
    case suspend
    /// The process was continued.
    case resume
    /// The size of the terminal has changed.
    case resize
  }

  /// The descriptor to which the handler writes. A signal handler may call almost nothing, but it may write.
  private static let mark = Atomic<CInt>(-1)

  /// Calls `body` each time the process is asked to end.
  package static func onTermination(_ body: @escaping @Sendable () -> Void) throws(Errno) {
    try listen(to: ProcessEnd.signals) { _ in body() }
  }

  /// Calls `body` for all signals that concern a full-screen program.
  package static func listen(_ body: @escaping @Sendable (Meaning) -> Void) throws(Errno) {
    try listen(to: ProcessEnd.signals + [SIGTSTP, SIGCONT, SIGWINCH], body)
  }

  /// Stops the process until it is continued, as `Meaning.suspend` does by default.
  package static func stopProcess() {
    let handler = signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    signal(SIGTSTP, handler)
  }

  /// Replaces the listener. There is one at a time.
  private static func listen(
    to signals: [CInt], _ body: @escaping @Sendable (Meaning) -> Void
  ) throws(Errno) {
    let pipe = try withErrno { try FileDescriptor.pipe() }
    mark.store(pipe.writeEnd.rawValue, ordering: .sequentiallyConsistent)
    DispatchQueue(label: "terminal.signals").async {
      while let number = readSignal(pipe.readEnd) { body(meaning(of: number)) }
    }
    handle(signals) { Signals.writeSignal($0) }
  }

  /// Installs a handler for signals. A signal that was ignored from the start, as by `nohup`, stays ignored.
  static func handle(_ signals: [CInt], by handler: @escaping @convention(c) (CInt) -> Void) {
    for number in signals {
      let usual = signal(number, handler)
      if unsafeBitCast(usual, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
    }
  }

  private static func readSignal(_ descriptor: FileDescriptor) -> CInt? {
    var byte: UInt8 = 0
    var count = -1
    repeat { count = read(descriptor.rawValue, &byte, 1) } while count == -1 && errno == EINTR
    return count == 1 ? CInt(byte) : nil
  }

  private static func meaning(of number: CInt) -> Meaning {
    switch number {
    case SIGTSTP: .suspend
    case SIGCONT: .resume
    case SIGWINCH: .resize
    default: .end
    }
  }

  private static func writeSignal(_ number: CInt) {
    let error = errno
    var byte = UInt8(truncatingIfNeeded: number)
    _ = write(mark.load(ordering: .sequentiallyConsistent), &byte, 1)
    if number == SIGINT || number == SIGTERM || number == SIGHUP {
      signal(SIGINT) { ProcessEnd.end(by: $0) }
      signal(SIGTERM) { ProcessEnd.end(by: $0) }
      signal(SIGHUP) { ProcessEnd.end(by: $0) }
    }
    errno = error
  }
}
