import MixtapeStore
import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The end of the process by a signal, which waits for a change that is being written.
enum ProcessEnd {
  /// The signals by which a process is asked to end: from the keyboard, by another process, or because the terminal is gone.
  static let signals = [SIGINT, SIGTERM, SIGHUP]

  /// How many changes are being written.
  private static let holds = Atomic<Int>(0)
  /// The signal that came last; 0 for none.
  private static let requested = Atomic<CInt>(0)

  /// What a store is told of it.
  static let interruptions = Interruptions(
    hold: { holds.add(1, ordering: .sequentiallyConsistent) }, release: release,
    isRequested: { requested.load(ordering: .sequentiallyConsistent) != 0 })

  /// Has signals end the process as they usually do, but not in the middle of a change.
  static func handleSignals() {
    // A handler that came upon a value in the middle of its lazy initialization, on the same thread, would wait for ever.
    _ = (holds.load(ordering: .sequentiallyConsistent), requested.load(ordering: .sequentiallyConsistent))
    TerminalRestorer.initialize()
    Signals.handle(signals) { ProcessEnd.end(by: $0) }
  }

  /// Ends the process as the signal does where nobody handles it, now or when the change is written. For handlers of signals.
  static func end(by number: CInt) {
    // Noted first: whoever lets go in this instant sees the note, or this sees that nobody holds on.
    requested.store(number, ordering: .sequentiallyConsistent)
    if holds.load(ordering: .sequentiallyConsistent) == 0 { TerminalRestorer.end(by: number) }
  }

  private static func release() {
    guard holds.subtract(1, ordering: .sequentiallyConsistent).newValue == 0 else { return }
    let number = requested.load(ordering: .sequentiallyConsistent)
    if number != 0 { TerminalRestorer.end(by: number) }
  }
}
