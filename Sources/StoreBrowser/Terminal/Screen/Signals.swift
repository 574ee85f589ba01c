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

/// The end of the process by a signal, delayed while the program holds the process, for example during a change.
package enum ProcessEnd {
  /// The signals that ask a process to end: from the keyboard, from another process, or at the end of the terminal.
  static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// The number of calls of `hold` without a call of `release`.
  private static let holds = Atomic<Int>(0)
  /// The signal that came last; 0 for none.
  private static let requested = Atomic<CInt>(0)

  /// Whether a signal has asked the process to end.
  package static var isRequested: Bool { requested.load(ordering: .sequentiallyConsistent) != 0 }

  /// Keeps the process alive until `release` is called.
  package static func hold() { holds.add(1, ordering: .sequentiallyConsistent) }

  /// Lets the process end after the last `release`. If a signal came in the meantime, it ends in this call.
  package static func release() {
    guard holds.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 else { return }
    let number = requested.load(ordering: .sequentiallyConsistent)
    if number != 0 { TerminalRestorer.end(by: number) }
  }

  /// Installs handlers, so that signals end the process as usual, except while it is held.
  package static func handleSignals() {
    // Initializes the values now. A handler that interrupts a lazy initialization on the same thread would wait forever.
    _ = (holds.load(ordering: .sequentiallyConsistent), requested.load(ordering: .sequentiallyConsistent))
    TerminalRestorer.initialize()
    Signals.handle(signals) { ProcessEnd.end(by: $0) }
  }

  /// Ends the process as the signal does by default, now or at the last `release`. Safe in signal handlers.
  static func end(by number: CInt) {
    // The order matters: either `release` sees the request, or this call sees that nothing holds the process.
    requested.store(number, ordering: .sequentiallyConsistent)
    if holds.load(ordering: .sequentiallyConsistent) == 0 { TerminalRestorer.end(by: number) }
  }
}
