import Synchronization

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// Gives a terminal back as it was, also when the process ends in a crash or by a signal that nobody waits for.
///
/// All that a handler of signals needs is prepared before, and it makes only calls that POSIX lets it make. What `kill -9` ends
/// has no say in it: `reset` is the way to mend the terminal then.
enum TerminalRestorer {
  private static let isArmed = Atomic<Bool>(false)
  private static let input = Atomic<CInt>(-1)
  private static let output = Atomic<CInt>(-1)
  /// How the terminal was set. The place is made once and never given back, as a handler may look at it at any time.
  private static let settings = Atomic<UnsafeMutablePointer<termios>?>(nil)
  /// What is written to leave the full screen.
  private static let farewell = Atomic<UnsafePointer<UInt8>?>(nil)
  private static let farewellCount = Atomic<Int>(0)

  /// The signals of a process that has gone wrong.
  private static let fatalSignals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS, SIGQUIT]
  /// What was done about each signal before, by its number.
  private static let before = Atomic<UnsafeMutablePointer<sigaction>?>(nil)

  /// Has the terminal given back when the process ends, however it does.
  ///
  /// - Parameters:
  ///   - text: What is to be written then; the same each time.
  ///   - original: How the terminal is to be set then.
  static func arm(input: CInt, output: CInt, writing text: StaticString, setting original: termios) {
    let place = settings.load(ordering: .sequentiallyConsistent) ?? .allocate(capacity: 1)
    place.initialize(to: original)
    settings.store(place, ordering: .sequentiallyConsistent)
    farewell.store(text.utf8Start, ordering: .sequentiallyConsistent)
    farewellCount.store(text.utf8CodeUnitCount, ordering: .sequentiallyConsistent)
    self.input.store(input, ordering: .sequentiallyConsistent)
    self.output.store(output, ordering: .sequentiallyConsistent)
    handleFatalSignals()
    isArmed.store(true, ordering: .sequentiallyConsistent)
  }

  /// Gives the terminal back, if that is still to be done. May be called in a handler of signals.
  static func restore() {
    guard isArmed.exchange(false, ordering: .sequentiallyConsistent) else { return }
    if let text = farewell.load(ordering: .sequentiallyConsistent) {
      _ = write(output.load(ordering: .sequentiallyConsistent), text, farewellCount.load(ordering: .sequentiallyConsistent))
    }
    if let settings = settings.load(ordering: .sequentiallyConsistent) {
      _ = tcsetattr(input.load(ordering: .sequentiallyConsistent), TCSADRAIN, settings)
    }
  }

  /// Gives the terminal back, and ends the process as the signal does where nobody handles it. For handlers of signals.
  static func end(by number: CInt) {
    restore()
    signal(number, SIG_DFL)
    raise(number)
  }

  private static func handleFatalSignals() {
    guard before.load(ordering: .sequentiallyConsistent) == nil else { return }
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    actions.initialize(repeating: sigaction(), count: 65)
    before.store(actions, ordering: .sequentiallyConsistent)
    prepareStack()
    var action = sigaction()
    action.sa_flags = CInt(SA_ONSTACK)
    #if canImport(Darwin)
      action.__sigaction_u.__sa_handler = { TerminalRestorer.crash($0) }
    #else
      action.__sigaction_handler.sa_handler = { TerminalRestorer.crash($0) }
    #endif
    for number in fatalSignals { sigaction(number, &action, actions + Int(number)) }
  }

  /// A stack for the handlers of this thread: where it has come to the end of its own, there is no room for them.
  private static func prepareStack() {
    let size = 65_536
    var stack = stack_t()
    stack.ss_sp = .allocate(byteCount: size, alignment: 16)
    stack.ss_size = size
    sigaltstack(&stack, nil)
  }

  /// Lets happen what would have happened without the handler.
  private static func crash(_ number: CInt) {
    restore()
    if let before = before.load(ordering: .sequentiallyConsistent) { sigaction(number, before + Int(number), nil) }
    raise(number)
  }
}
