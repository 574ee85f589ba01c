import FileSystem
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

  /// Makes a screen on a terminal. Nothing is written yet.
  ///
  /// - Parameters:
  ///   - colored: Whether text is styled.
  ///   - mouse: Whether the terminal reports events of the mouse. It then selects text only while shift is held.
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
