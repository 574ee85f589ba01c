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
  private static let settings = Atomic<UInt>(0)
  /// What is written to leave what ``TerminalScreen`` begins.
  private static let farewell: StaticString = "\u{1B}[0m\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// The signals that end a process, but for those that ``Signals`` hears of: of one that has gone wrong, and of one that
  /// others want to end.
  private static let fatalSignals = [
    SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS, SIGQUIT, SIGUSR1, SIGUSR2, SIGALRM, SIGVTALRM, SIGPROF,
    SIGXCPU, SIGXFSZ,
  ]
  /// What was done about each signal before, by its number.
  private static let before = Atomic<UInt>(0)

  /// Has the terminal given back when the process ends, however it does.
  ///
  /// - Parameter original: How the terminal is to be set then.
  static func arm(input: CInt, output: CInt, setting original: termios) {
    let place = place(in: settings) ?? UnsafeMutablePointer<termios>.allocate(capacity: 1)
    place.initialize(to: original)
    settings.store(UInt(bitPattern: place), ordering: .sequentiallyConsistent)
    self.input.store(input, ordering: .sequentiallyConsistent)
    self.output.store(output, ordering: .sequentiallyConsistent)
    handleFatalSignals()
    isArmed.store(true, ordering: .sequentiallyConsistent)
  }

  /// Initializes everything that a handler of signals looks at. To be called before there is a handler.
  static func initialize() {
    _ = isArmed.load(ordering: .sequentiallyConsistent)
    _ = (input.load(ordering: .sequentiallyConsistent), output.load(ordering: .sequentiallyConsistent))
    _ = (settings.load(ordering: .sequentiallyConsistent), before.load(ordering: .sequentiallyConsistent))
    _ = farewell.utf8CodeUnitCount
  }

  /// Gives the terminal back, if that is still to be done. May be called in a handler of signals.
  static func restore() {
    guard isArmed.exchange(false, ordering: .sequentiallyConsistent) else { return }
    _ = write(output.load(ordering: .sequentiallyConsistent), farewell.utf8Start, farewell.utf8CodeUnitCount)
    let settings: UnsafeMutablePointer<termios>? = place(in: settings)
    if let settings { _ = tcsetattr(input.load(ordering: .sequentiallyConsistent), TCSADRAIN, settings) }
  }

  private static func place<Value>(in address: borrowing Atomic<UInt>) -> UnsafeMutablePointer<Value>? {
    UnsafeMutablePointer(bitPattern: address.load(ordering: .sequentiallyConsistent))
  }

  /// Gives the terminal back, and ends the process as the signal does where nobody handles it. For handlers of signals.
  static func end(by number: CInt) {
    restore()
    signal(number, SIG_DFL)
    raise(number)
  }

  private static func handleFatalSignals() {
    guard before.load(ordering: .sequentiallyConsistent) == 0 else { return }
    let actions = UnsafeMutablePointer<sigaction>.allocate(capacity: 65)
    actions.initialize(repeating: sigaction(), count: 65)
    before.store(UInt(bitPattern: actions), ordering: .sequentiallyConsistent)
    prepareStack()
    var action = sigaction()
    action.sa_flags = CInt(SA_ONSTACK | SA_SIGINFO)
    #if canImport(Darwin)
      action.__sigaction_u.__sa_sigaction = { number, info, _ in TerminalRestorer.crash(number, info) }
    #else
      action.__sigaction_handler.sa_sigaction = { number, info, _ in TerminalRestorer.crash(number, info) }
    #endif
    for number in fatalSignals {
      sigaction(number, &action, actions + Int(number))
      // What was ignored from the beginning stays so.
      if actions[Int(number)].isIgnored { sigaction(number, actions + Int(number), nil) }
    }
  }

  /// A stack for the handlers of this thread: where it has come to the end of its own, there is no room for them.
  private static func prepareStack() {
    let size = 65_536
    var stack = stack_t()
    stack.ss_sp = .allocate(byteCount: size, alignment: 16)
    stack.ss_size = size
    sigaltstack(&stack, nil)
  }

  /// Lets happen what would have happened without the handler, and sees to it that the process ends.
  private static func crash(_ number: CInt, _ info: UnsafeMutablePointer<siginfo_t>?) {
    restore()
    let before: UnsafeMutablePointer<sigaction>? = place(in: before)
    if let before { sigaction(number, before + Int(number), nil) }
    // What the process did itself, it does again when this returns, and is seen by whoever looks into crashes as it was.
    if let info, info.pointee.si_code > 0 { return }
    var signals = sigset_t()
    sigemptyset(&signals)
    sigaddset(&signals, number)
    pthread_sigmask(SIG_UNBLOCK, &signals, nil)
    raise(number)
    // Whoever handled it before may have let the process go on. With the terminal given back, it must not.
    end(by: number)
  }
}

extension sigaction {
  fileprivate var isIgnored: Bool {
    #if canImport(Darwin)
      let handler = __sigaction_u.__sa_handler
    #else
      let handler = __sigaction_handler.sa_handler
    #endif
    return unsafeBitCast(handler, to: Int.self) == unsafeBitCast(SIG_IGN, to: Int.self)
  }
}
