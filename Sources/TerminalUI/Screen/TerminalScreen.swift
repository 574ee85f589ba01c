package import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A terminal that belongs to this program alone for a while: keys come as they are pressed, and nothing stands on the
/// screen but what is shown. Everything is as it was when it is given back, which ``TerminalRestorer`` sees to.
package final class TerminalScreen {
  /// The alternate screen, the cursor hidden, lines not wrapped, what is pasted marked.
  private static let greeting = "\u{1B}[?1049h\u{1B}[?25l\u{1B}[?7l\u{1B}[?2004h"

  private let input: FileDescriptor
  private let output: FileDescriptor
  private let isColored: Bool
  private var shown: ScreenGrid?

  /// - Parameter colored: Whether text has styles.
  package init(input: FileDescriptor = .standardInput, output: FileDescriptor = .standardOutput, colored: Bool) {
    self.input = input
    self.output = output
    isColored = colored
  }

  /// Takes the terminal. What is shown on it is not known from now on.
  package func enter() throws(Errno) {
    var settings = try currentSettings()
    // If this is not the first time, it is set already as it is to be, but for what others did to it in the meantime.
    if !isTaken { TerminalRestorer.arm(input: input.rawValue, output: output.rawValue, setting: settings) }
    isTaken = true
    shown = nil
    cfmakeraw(&settings)
    // Whatever is asked of the terminal is done before it is set in another way, and nothing that was typed is lost.
    try withRetry { tcsetattr(input.rawValue, TCSADRAIN, &settings) }
    try write(Self.greeting)
  }

  private var isTaken = false

  /// Gives the terminal back.
  package func leave() {
    TerminalRestorer.restore()
    isTaken = false
  }

  /// How large the terminal is.
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

  /// The next bytes that are typed, which are waited for; `nil` when nothing more can come.
  package static func read(_ input: FileDescriptor) -> [UInt8]? {
    do throws(Errno) {
      let bytes = try withErrno {
        try [UInt8](unsafeUninitializedCapacity: 4_096) { bytes, count in
          count = try input.read(into: UnsafeMutableRawBufferPointer(bytes))
        }
      }
      return bytes.isEmpty ? nil : bytes
    } catch {
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
