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

/// What a process is told by signals, as calls on another thread.
package enum Signals {
  /// What a signal means.
  package enum Meaning: Sendable {
    /// The process is asked to end: from the keyboard, by another process, or because the terminal is gone. The first asks, so
    /// that what is under way can be brought to its end. The next ends the process as if nobody listened (``ProcessEnd``).
    case end
    /// The process is asked to stop until it is told to go on.
    case suspend
    /// The process was stopped, and goes on.
    case resume
    /// The terminal has another size.
    case resize
  }

  /// Where a signal leaves its mark. A handler of signals may do next to nothing, but it may write.
  private static let mark = Atomic<CInt>(-1)

  /// Calls `body` when the process is asked to end.
  package static func whenAskedToEnd(_ body: @escaping @Sendable () -> Void) throws(Errno) {
    try listen(to: ProcessEnd.signals) { _ in body() }
  }

  /// Calls `body` for all signals that concern a program that has a terminal to itself.
  package static func listen(_ body: @escaping @Sendable (Meaning) -> Void) throws(Errno) {
    try listen(to: ProcessEnd.signals + [SIGTSTP, SIGCONT, SIGWINCH], body)
  }

  /// Stops the process as `Meaning.suspend` does where nobody listens, until it is told to go on.
  package static func stopProcess() {
    let handler = signal(SIGTSTP, SIG_DFL)
    raise(SIGTSTP)
    signal(SIGTSTP, handler)
  }

  /// There is one listener at a time.
  private static func listen(
    to signals: [CInt], _ body: @escaping @Sendable (Meaning) -> Void
  ) throws(Errno) {
    let pipe = try withErrno { try FileDescriptor.pipe() }
    mark.store(pipe.writeEnd.rawValue, ordering: .sequentiallyConsistent)
    DispatchQueue(label: "terminal.signals").async {
      while let number = nextMark(pipe.readEnd) { body(meaning(of: number)) }
    }
    handle(signals) { Signals.leaveMark($0) }
  }

  /// Sets what is done at some signals. One that was ignored from the beginning, as by `nohup`, stays so.
  static func handle(_ signals: [CInt], by handler: @escaping @convention(c) (CInt) -> Void) {
    for number in signals {
      let usual = signal(number, handler)
      if unsafeBitCast(usual, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self) { signal(number, SIG_IGN) }
    }
  }

  private static func nextMark(_ descriptor: FileDescriptor) -> CInt? {
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

  private static func leaveMark(_ number: CInt) {
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
