import FileSystem
package import SystemPackage

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
package struct ChildProcess {
  private let process: SpawnedProcess
  private let interrupts: KeyboardInterrupts

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - input: What it reads as its standard input; this process's own if `nil`.
  ///   - closing: A descriptor that it must not hold open.
  package init(
    _ program: String, _ arguments: [String], environment: [String: String],
    input: FileDescriptor? = nil, closing: FileDescriptor? = nil
  ) throws(Errno) {
    interrupts = KeyboardInterrupts.ignore()
    do throws(Errno) {
      process = try SpawnedProcess(
        program, arguments, environment: environment, input: input, closing: closing.map { [$0] } ?? [],
        resettingSignals: KeyboardInterrupts.signals)
    } catch {
      interrupts.restore()
      throw error
    }
  }

  /// Starts a program that goes on by itself: it has nothing to read, nobody hears what it says, and no key on the terminal
  /// reaches it. Nobody waits for its end.
  package static func startDetached(_ program: String, _ arguments: [String], environment: [String: String])
    throws(Errno)
  {
    // A shell that ends at once leaves it to the system, which also takes note of its end.
    let command = "exec </dev/null >/dev/null 2>&1; \"$@\" &"
    _ = try ChildProcess("/bin/sh", ["-c", command, program, program] + arguments, environment: environment).wait()
  }

  /// Waits for the end of the program.
  ///
  /// - Returns: its exit status, or 128 and the number of the signal that ended it, as shells have it.
  package func wait() throws(Errno) -> Int32 {
    defer { interrupts.restore() }
    return try process.wait()
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
