import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A program that runs beside this one: a pager or an editor.
///
/// While it runs it has the terminal for itself: an interrupt from the keyboard is meant for it alone.
struct ChildProcess {
  private let id: pid_t
  private let interrupts: KeyboardInterrupts

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - input: What it reads as its standard input; this process's own if `nil`.
  ///   - closing: A descriptor that it must not hold open.
  init(
    _ program: String, _ arguments: [String], environment: [String: String],
    input: FileDescriptor? = nil, closing: FileDescriptor? = nil
  ) throws(Errno) {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    if let input { posix_spawn_file_actions_adddup2(&actions, input.rawValue, STDIN_FILENO) }
    for descriptor in [input, closing].compactMap({ $0 }) {
      posix_spawn_file_actions_addclose(&actions, descriptor.rawValue)
    }
    Self.restoreSignals(&attributes)
    let interrupts = KeyboardInterrupts.ignore()
    var id = pid_t()
    let result = withCStrings([program] + arguments) { arguments in
      withCStrings(environment.map { "\($0.key)=\($0.value)" }) { environment in
        posix_spawn(&id, program, &actions, &attributes, arguments, environment)
      }
    }
    guard result == 0 else {
      interrupts.restore()
      throw Errno(rawValue: result)
    }
    self.id = id
    self.interrupts = interrupts
  }

  /// Starts a program that goes on by itself: it has nothing to read, nobody hears what it says, and no key on the terminal
  /// reaches it. Nobody waits for its end.
  static func startDetached(_ program: String, _ arguments: [String], environment: [String: String]) throws(Errno) {
    // A shell that ends at once leaves it to the system, which also takes note of its end.
    let command = "exec </dev/null >/dev/null 2>&1; \"$@\" &"
    _ = try ChildProcess("/bin/sh", ["-c", command, program, program] + arguments, environment: environment).wait()
  }

  /// Waits for the end of the program.
  ///
  /// - Returns: its exit status, or 128 and the number of the signal that ended it, as shells have it.
  func wait() throws(Errno) -> Int32 {
    defer { interrupts.restore() }
    var status: Int32 = 0
    while waitpid(id, &status, 0) == -1 {
      let error = Errno(rawValue: errno)
      guard error == .interrupted else { throw error }
    }
    let signal = status & 0x7F
    return signal == 0 ? status >> 8 & 0xFF : 128 + signal
  }

  /// What is ignored here has its usual effect on a program that is started.
  private static func restoreSignals(_ attributes: inout posix_spawnattr_t) {
    var signals = sigset_t()
    sigemptyset(&signals)
    for signal in [SIGPIPE] + KeyboardInterrupts.signals { sigaddset(&signals, signal) }
    posix_spawnattr_setsigdefault(&attributes, &signals)
    posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGDEF))
  }
}

/// What this process does about an interrupt from the keyboard.
private struct KeyboardInterrupts {
  static let signals = [SIGINT, SIGQUIT]

  private let handlers: [(signal: Int32, handler: sighandler_t?)]

  /// Lets them pass from now on.
  static func ignore() -> KeyboardInterrupts {
    KeyboardInterrupts(handlers: signals.map { ($0, signal($0, SIG_IGN)) })
  }

  /// Does again what was done before.
  func restore() {
    for (number, handler) in handlers { signal(number, handler) }
  }
}

/// Calls `body` with texts as an array for C that ends in a null pointer. The array is gone afterwards.
private func withCStrings<Result>(
  _ texts: [String], _ body: (UnsafePointer<UnsafeMutablePointer<CChar>?>) -> Result
) -> Result {
  var pointers = texts.map { strdup($0) } + [nil]
  defer { pointers.forEach { free($0) } }
  return body(&pointers)
}
