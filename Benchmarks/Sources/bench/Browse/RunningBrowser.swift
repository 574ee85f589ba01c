import Foundation

/// A running `mixtape browse` in a pseudo-terminal of 120 columns and 40 rows.
final class RunningBrowser {
  private let terminal: CInt
  private var process: pid_t = 0
  /// Everything that the program has written.
  private var output: [UInt8] = []

  /// The time without output after which a screen is complete.
  private static let quietTime: CInt = 150
  private static let patience: CInt = 60_000

  struct Failure: Error, CustomStringConvertible {
    let description: String
  }

  init(_ program: String, environment: [String]) throws {
    terminal = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
    // Numbers of Linux: the module of the C library has no `grantpt` and `ptsname`.
    let (setLock, getNumber): (UInt, UInt) = (0x4004_5431, 0x8004_5430)
    var (lock, number): (CInt, CUnsignedInt) = (0, 0)
    guard terminal >= 0, ioctl(terminal, setLock, &lock) == 0, ioctl(terminal, getNumber, &number) == 0 else {
      throw Failure(description: "no pseudo-terminal")
    }
    var size = winsize(ws_row: 40, ws_col: 120, ws_xpixel: 0, ws_ypixel: 0)
    _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    var actions = posix_spawn_file_actions_t()
    posix_spawn_file_actions_init(&actions)
    var attributes = posix_spawnattr_t()
    posix_spawnattr_init(&attributes)
    defer {
      posix_spawn_file_actions_destroy(&actions)
      posix_spawnattr_destroy(&attributes)
    }
    // In a new session, the first terminal that is opened becomes the controlling one.
    let newSession: Int16 = 0x80
    posix_spawnattr_setflags(&attributes, newSession)
    posix_spawn_file_actions_addopen(&actions, 0, "/dev/pts/\(number)", O_RDWR, 0)
    posix_spawn_file_actions_adddup2(&actions, 0, 1)
    posix_spawn_file_actions_adddup2(&actions, 0, 2)
    let words = Self.copies(of: [program, "browse", "--service", "simulator"])
    let variables = Self.copies(of: environment + ["TERM=xterm-256color"])
    defer { for word in words + variables { free(word) } }
    guard posix_spawn(&process, program, &actions, &attributes, words, variables) == 0 else {
      throw Failure(description: "\(program) could not be started")
    }
  }

  /// Returns strings of C, which the caller frees, with `nil` at the end.
  private static func copies(of texts: [String]) -> [UnsafeMutablePointer<CChar>?] { texts.map { strdup($0) } + [nil] }

  deinit { close(terminal) }

  /// Waits until the program has written a text that meets a condition, and returns the time.
  func wait(until isReached: (String) -> Bool) throws -> ContinuousClock.Instant {
    while !isReached(String(decoding: output, as: UTF8.self)) {
      guard receive(waiting: Self.patience) else { throw Failure(description: "the browser shows nothing more") }
    }
    return .now
  }

  /// Waits until the screen is complete, and returns the time of the last output; `nil` if there was none.
  @discardableResult
  func rest() throws -> ContinuousClock.Instant? {
    var last: ContinuousClock.Instant?
    while receive(waiting: Self.quietTime) { last = .now }
    return last
  }

  /// Types a key, and returns the time until the first output, and until the last one.
  func press(_ key: String) throws -> (shown: Duration, complete: Duration) {
    let begin = ContinuousClock.now
    let bytes = Array(key.utf8)
    guard write(terminal, bytes, bytes.count) == bytes.count, receive(waiting: Self.patience) else {
      throw Failure(description: "no answer to the key \(key.debugDescription)")
    }
    let shown = ContinuousClock.now
    let complete = try rest() ?? shown
    return (shown - begin, complete - begin)
  }

  /// Ends the browser.
  func quit() throws {
    try rest()
    let bytes: [UInt8] = [3]
    _ = write(terminal, bytes, 1)
    var status: CInt = 0
    while waitpid(process, &status, WNOHANG) == 0 { _ = receive(waiting: 20) }
    guard status == 0 else { throw Failure(description: "the browser ended with status \(status)") }
  }

  /// Reads output; returns `false` if there is none for a time.
  private func receive(waiting time: CInt) -> Bool {
    var descriptor = pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)
    guard poll(&descriptor, 1, time) == 1, descriptor.revents & Int16(POLLIN) != 0 else { return false }
    var buffer = [UInt8](repeating: 0, count: 65_536)
    let count = read(terminal, &buffer, buffer.count)
    guard count > 0 else { return false }
    output += buffer[..<count]
    return true
  }
}
