public import Testing

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A pseudo-terminal with a program in it, and an emulator of its screen.
public final class PseudoTerminal {
  /// The present screen.
  public private(set) var screen: TerminalEmulator
  /// Everything that was written to the terminal.
  public private(set) var transcript: [UInt8] = []

  private let controller: CInt
  private let name: String
  /// Kept open, so that the terminal stays when the program ends.
  private let terminal: CInt
  private var process: pid_t = -1
  private var status: CInt?

  /// The time for which a test waits for output, in milliseconds.
  private static let patience: Int32 = 20_000
  /// The time for which a test waits for the end of a program that writes output all the time, such as that of a player.
  private static let longestEnd = Duration.seconds(600)

  /// A failed system call.
  public struct Failure: Error {
    /// The error number of the system.
    public let code: CInt
  }

  /// Makes a terminal with a size.
  public init(columns: Int, rows: Int) throws {
    screen = TerminalEmulator(columns: columns, rows: rows)
    controller = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard controller >= 0 else { throw Failure(code: errno) }
    name = try PseudoTerminal.unlock(controller)
    terminal = open(name, O_RDWR | O_NOCTTY | O_CLOEXEC)
    guard terminal >= 0 else { throw Failure(code: errno) }
    setSize(columns, rows)
  }

  #if os(Linux)
    /// `POSIX_SPAWN_SETSID`, which the module map of Glibc does not include, like `grantpt` and related functions.
    private static let newSession: CInt = 0x80

    /// Unlocks the terminal of a controller, and returns its path.
    private static func unlock(_ controller: CInt) throws -> String {
      let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
      var (lock, number): (CInt, CUnsignedInt) = (0, 0)
      guard ioctl(controller, setLock, &lock) == 0, ioctl(controller, getNumber, &number) == 0 else {
        throw Failure(code: errno)
      }
      return "/dev/pts/\(number)"
    }
  #else
    private static let newSession = CInt(POSIX_SPAWN_SETSID)

    private static func unlock(_ controller: CInt) throws -> String {
      guard grantpt(controller) == 0, unlockpt(controller) == 0, let name = ptsname(controller) else {
        throw Failure(code: errno)
      }
      return String(cString: name)
    }
  #endif

  deinit {
    if status == nil, process > 0 {
      kill(process, SIGKILL)
      waitpid(process, nil, 0)
    }
    close(terminal)
    close(controller)
  }

  /// Starts a program as the leader of a session, with the terminal as all of its standard streams.
  public func start(_ program: String, _ arguments: [String], environment: [String: String], directory: String) throws {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // The first terminal that the leader of a session opens becomes the controlling terminal.
    posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    var all = sigset_t()
    sigfillset(&all)
    posix_spawnattr_setsigdefault(&attributes, &all)
    var none = sigset_t()
    sigemptyset(&none)
    posix_spawnattr_setsigmask(&attributes, &none)
    posix_spawnattr_setflags(
      &attributes, Int16(Self.newSession | POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK))
    // The shell changes the directory and is replaced by the program.
    let shell = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", directory, program]
    let words = (shell + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    let result = posix_spawn(&process, "/bin/sh", &actions, &attributes, words, variables)
    guard result == 0 else { throw Failure(code: result) }
  }

  /// Types a text.
  public func type(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Types a text, and waits until other texts are on the screen, one after the other.
  public func type(
    _ text: String, shows first: String, _ others: String..., sourceLocation: SourceLocation = #_sourceLocation
  ) {
    type(text)
    for shown in [first] + others { wait(for: shown, sourceLocation: sourceLocation) }
  }

  /// Changes the size of the terminal, and notifies the program.
  public func resize(columns: Int, rows: Int) {
    screen.resize(columns: columns, rows: rows)
    setSize(columns, rows)
  }

  private func setSize(_ columns: Int, _ rows: Int) {
    var size = winsize(ws_row: UInt16(rows), ws_col: UInt16(columns), ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(controller, UInt(TIOCSWINSZ), &size)
  }

  /// Sends a signal to the program.
  public func signal(_ number: CInt) { kill(process, number) }

  /// The settings of the terminal.
  public var settings: [UInt32] {
    var settings = termios()
    tcgetattr(terminal, &settings)
    return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag].map { UInt32($0) }
  }

  /// Waits until the screen satisfies a condition. After the time limit, the test fails with the screen.
  public func wait(
    _ comment: Comment? = nil, sourceLocation: SourceLocation = #_sourceLocation,
    until isReached: (TerminalEmulator) -> Bool
  ) {
    while !isReached(screen) {
      guard receive() else {
        Issue.record(
          "\(comment.map { "\($0.rawValue): " } ?? "")the screen stays like this:\n\(screen.text)",
          sourceLocation: sourceLocation)
        return
      }
    }
  }

  /// Waits until a text is on the screen.
  public func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    wait("no \"\(text)\"", sourceLocation: sourceLocation) { $0.text.contains(text) }
  }

  /// Waits for the end of the program, and reads all of its output. If it goes on without output, or for very long, the test
  /// fails with the screen, and the program is killed.
  ///
  /// - Returns: The exit status, or 128 plus the number of the signal that ended it.
  public func waitForEnd(sourceLocation: SourceLocation = #_sourceLocation) -> CInt {
    if let status { return status }
    var result: CInt = 0
    let start = ContinuousClock.now
    var lastOutput = start
    // The output must be read, because the program may wait for that.
    while waitpid(process, &result, WNOHANG) <= 0 {
      if receive(waiting: 20) { lastOutput = .now }
      guard .now - lastOutput > .milliseconds(Self.patience) || .now - start > Self.longestEnd else { continue }
      Issue.record("the program does not end:\n\(screen.text)", sourceLocation: sourceLocation)
      kill(process, SIGKILL)
      waitpid(process, &result, 0)
      break
    }
    while receive(waiting: 0) {}
    let signal = result & 0x7F
    let status = signal == 0 ? result >> 8 & 0xFF : 128 + signal
    self.status = status
    return status
  }

  /// Reads output; returns `false` if no output is ready.
  private func receive(waiting patience: Int32 = PseudoTerminal.patience) -> Bool {
    var descriptor = pollfd(fd: controller, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, patience) == 1, descriptor.revents & Int16(POLLIN) != 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(controller, &buffer, buffer.count)
    guard count > 0 else { return false }
    transcript += buffer[..<count]
    screen.take(buffer[..<count])
    return true
  }
}
