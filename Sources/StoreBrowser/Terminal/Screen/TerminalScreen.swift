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

/// A terminal that this program uses as a full screen: raw input, alternate screen, no cursor.
///
/// ``leave()`` restores the terminal. ``TerminalRestorer`` restores it if the process ends first.
package final class TerminalScreen {
  /// Switches to the alternate screen, hides the cursor, disables wrapping and enables bracketed paste.
  private static let startSequence = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h"

  /// Requests reports of mouse buttons, in the SGR encoding of xterm.
  private static let mouseSequence = "\u{1B}[?1000h\u{1B}[?1006h"

  private let input: FileDescriptor
  private let output: FileDescriptor
  private let isColored: Bool
  private let usesMouse: Bool
  private var shown: ScreenGrid?

  /// Makes a screen on a terminal. Nothing is written yet. With the mouse, a terminal selects text only while shift is held.
  package init(
    input: FileDescriptor = .standardInput, output: FileDescriptor = .standardOutput, colored: Bool,
    mouse: Bool = false
  ) {
    self.input = input
    self.output = output
    isColored = colored
    usesMouse = mouse
  }

  /// Switches the terminal to this program. The next screen is drawn as a whole.
  package func enter() throws(Errno) {
    var settings = try currentSettings()
    // On later calls, the settings are already the wanted ones, unless another program has changed them.
    if !isTaken { TerminalRestorer.install(input: input.rawValue, output: output.rawValue, setting: settings) }
    isTaken = true
    shown = nil
    cfmakeraw(&settings)
    // Pending output is written before the settings change, and typed input is kept.
    try withRetry { tcsetattr(input.rawValue, TCSADRAIN, &settings) }
    try write(Self.startSequence + (usesMouse ? Self.mouseSequence : ""))
  }

  private var isTaken = false

  /// Restores the terminal.
  package func leave() {
    TerminalRestorer.restore()
    isTaken = false
  }

  /// The size of the terminal.
  package var size: (columns: Int, rows: Int) {
    var size = winsize()
    guard ioctl(output.rawValue, UInt(TIOCGWINSZ), &size) == 0, size.ws_col > 0, size.ws_row > 0 else {
      return (80, 24)
    }
    return (Int(size.ws_col), Int(size.ws_row))
  }

  /// Shows a screen.
  package func show(_ screen: ScreenGrid) throws(Errno) {
    let text = ScreenPainter.update(from: shown, to: screen, colored: isColored)
    if !text.isEmpty { try write(text) }
    shown = screen
  }

  /// Waits for input and returns its bytes; `nil` at the end of the input.
  package static func read(_ input: FileDescriptor) -> [UInt8]? {
    do throws(Errno) {
      let bytes = try withErrno {
        try [UInt8](unsafeUninitializedCapacity: 4_096) { bytes, count in
          count = try input.read(into: UnsafeMutableRawBufferPointer(bytes))
        }
      }
      return bytes.isEmpty ? nil : bytes
    } catch {
      // A terminal that was closed reports an error. The program then ends, as at the end of the input.
      return nil
    }
  }

  private func write(_ text: String) throws(Errno) {
    try withErrno { _ = try output.writeAll(text.utf8) }
  }

  private func currentSettings() throws(Errno) -> termios {
    var settings = termios()
    try withRetry { tcgetattr(input.rawValue, &settings) }
    return settings
  }

  private func withRetry(_ call: () -> CInt) throws(Errno) {
    while call() == -1 {
      let error = Errno(rawValue: errno)
      guard error == .interrupted else { throw error }
    }
  }
}

/// The keyboard of a full-screen program, read by one thread, which pauses while another program uses the keyboard.
package final class TerminalInput: Sendable {
  private let descriptor: FileDescriptor
  private let isSuspended = Mutex(false)
  private let resumed = DispatchSemaphore(value: 0)

  package init(_ descriptor: FileDescriptor = .standardInput) { self.descriptor = descriptor }

  /// Waits for input and returns its bytes; `nil` at the end of the input.
  package func next() -> [UInt8]? {
    while true {
      // Waiting takes no bytes from another program.
      var ready = pollfd(fd: descriptor.rawValue, events: Int16(POLLIN), revents: 0)
      guard poll(&ready, 1, -1) >= 0 || errno == EINTR else { return nil }
      guard ready.revents != 0 else { continue }
      let bytes = isSuspended.withLock { isSuspended -> [UInt8]?? in
        isSuspended ? nil : .some(TerminalScreen.read(descriptor))
      }
      if let bytes { return bytes }
      resumed.wait()
    }
  }

  /// Leaves all input to another program while `body` runs.
  package func suspendReading<Result>(_ body: () throws -> Result) rethrows -> Result {
    isSuspended.withLock { $0 = true }
    defer {
      isSuspended.withLock { $0 = false }
      resumed.signal()
    }
    return try body()
  }
}

/// Restores a terminal at the end of the process, also after a crash or a signal.
///
/// Everything that a signal handler needs is prepared in advance, and the handler calls only async-signal-safe functions of
/// POSIX. After `kill -9`, `reset` restores the terminal.
enum TerminalRestorer {
  private static let isArmed = Atomic<Bool>(false)
  private static let input = Atomic<CInt>(-1)
  private static let output = Atomic<CInt>(-1)
  /// The original settings of the terminal. The memory is never freed, as a handler may read it at any time.
  private static let settings = Atomic<UInt>(0)
  /// The output that reverses the sequences of ``TerminalScreen``.
  private static let restoringSequence: StaticString =
    "\u{1B}[0m\u{1B}[?1006l\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?7h\u{1B}[?25h\u{1B}[?1049l"

  /// The signals of crashes, and of the keyboard for a core dump.
  private static let fatalSignals = [SIGSEGV, SIGBUS, SIGILL, SIGTRAP, SIGABRT, SIGFPE, SIGSYS, SIGQUIT]

  /// Restores the terminal at the end of the process, including crashes and signals.
  static func install(input: CInt, output: CInt, setting original: termios) {
    let place = settingsPlace ?? UnsafeMutablePointer<termios>.allocate(capacity: 1)
    place.initialize(to: original)
    settings.store(UInt(bitPattern: place), ordering: .sequentiallyConsistent)
    self.input.store(input, ordering: .sequentiallyConsistent)
    self.output.store(output, ordering: .sequentiallyConsistent)
    Signals.handle(fatalSignals) { TerminalRestorer.end(by: $0) }
    isArmed.store(true, ordering: .sequentiallyConsistent)
  }

  /// Initializes all values that a signal handler reads. Must be called before a handler is installed.
  static func initialize() {
    _ = isArmed.load(ordering: .sequentiallyConsistent)
    _ = (input.load(ordering: .sequentiallyConsistent), output.load(ordering: .sequentiallyConsistent))
    _ = (settings.load(ordering: .sequentiallyConsistent), restoringSequence.utf8CodeUnitCount)
  }

  /// Restores the terminal, unless it is already restored. Safe in signal handlers.
  static func restore() {
    guard isArmed.exchange(false, ordering: .sequentiallyConsistent) else { return }
    _ = write(
      output.load(ordering: .sequentiallyConsistent), restoringSequence.utf8Start, restoringSequence.utf8CodeUnitCount)
    if let settings = settingsPlace {
      _ = tcsetattr(input.load(ordering: .sequentiallyConsistent), TCSADRAIN, settings)
    }
  }

  private static var settingsPlace: UnsafeMutablePointer<termios>? {
    UnsafeMutablePointer(bitPattern: settings.load(ordering: .sequentiallyConsistent))
  }

  /// Restores the terminal, and ends the process as the signal does by default. For signal handlers.
  static func end(by number: CInt) {
    restore()
    signal(number, SIG_DFL)
    raise(number)
  }
}
