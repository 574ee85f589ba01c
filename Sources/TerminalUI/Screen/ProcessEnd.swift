import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

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
