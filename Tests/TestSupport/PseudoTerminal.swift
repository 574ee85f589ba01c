public import Testing

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A terminal of a test's own, with a program in it and somebody who looks at its screen.
public final class PseudoTerminal {
  /// What is to be seen.
  public private(set) var screen: TerminalEmulator
  /// Everything that was written to the terminal.
  public private(set) var transcript: [UInt8] = []

  private let controller: CInt
  private let name: String
  /// Held open, so that the terminal stays when the program ends.
  private let terminal: CInt
  private var process: pid_t = -1
  private var status: CInt?

  /// How long a test waits for what has to come.
  private static let patience: Int32 = 20_000

  /// Something went wrong in the making.
  public struct Failure: Error {
    /// What the system says.
    public let code: CInt
  }

  /// Makes a terminal of some size.
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
    /// `POSIX_SPAWN_SETSID`, which the module map of Glibc leaves out, as it does `grantpt` and its kin.
    private static let newSession: CInt = 0x80

    /// Lets the terminal of a controller be opened, and says how it is called.
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

  /// Starts a program as the first of a session, with the terminal as all of its standard streams.
  public func start(_ program: String, _ arguments: [String], environment: [String: String], directory: String) throws {
    var actions = posix_spawn_file_actions_t()
    var attributes = posix_spawnattr_t()
    posix_spawn_file_actions_init(&actions)
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // The first terminal that the leader of a session opens becomes that of the session.
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
    // The shell goes to the directory and becomes the program.
    let shell = ["/bin/sh", "-c", "cd \"$0\" && exec \"$@\"", directory, program]
    let words = (shell + arguments).map { strdup($0) } + [nil]
    let variables = environment.map { strdup("\($0.key)=\($0.value)") } + [nil]
    defer { (words + variables).forEach { free($0) } }
    let result = posix_spawn(&process, "/bin/sh", &actions, &attributes, words, variables)
    guard result == 0 else { throw Failure(code: result) }
  }

  /// Types something.
  public func type(_ text: String) {
    var bytes = Array(text.utf8)[...]
    while !bytes.isEmpty {
      let count = bytes.withUnsafeBytes { write(controller, $0.baseAddress, $0.count) }
      guard count > 0 else { return }
      bytes = bytes.dropFirst(count)
    }
  }

  /// Gives the terminal another size, of which the program is told.
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

  /// How the terminal is set.
  public var settings: [UInt32] {
    var settings = termios()
    tcgetattr(terminal, &settings)
    return [settings.c_iflag, settings.c_oflag, settings.c_cflag, settings.c_lflag].map { UInt32($0) }
  }

  /// Waits until the screen is as it is to be. If it is not in time, the test fails with what it is.
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

  /// Waits until some text is to be seen.
  public func wait(for text: String, sourceLocation: SourceLocation = #_sourceLocation) {
    wait("no \"\(text)\"", sourceLocation: sourceLocation) { $0.text.contains(text) }
  }

  /// Waits for the end of the program, and takes in all that it wrote.
  ///
  /// - Returns: its exit status, or 128 and the number of the signal that ended it.
  public func waitForEnd() -> CInt {
    if let status { return status }
    var result: CInt = 0
    // What it still has to say is taken in, for as long as that has it wait.
    while waitpid(process, &result, WNOHANG) <= 0 { _ = receive(waiting: 20) }
    while receive(waiting: 0) {}
    let signal = result & 0x7F
    let status = signal == 0 ? result >> 8 & 0xFF : 128 + signal
    self.status = status
    return status
  }

  /// Takes in what was written; `false` if nothing comes.
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
