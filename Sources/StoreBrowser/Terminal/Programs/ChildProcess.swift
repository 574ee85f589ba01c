import FileSystem
package import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A program that runs in the foreground: a pager or an editor.
///
/// While it runs, this process ignores interrupts from the keyboard.
package struct ChildProcess {
  private let process: SpawnedProcess
  private let interrupts: KeyboardInterrupts

  /// Starts a program.
  ///
  /// - Parameters:
  ///   - program: The path of the program.
  ///   - input: The standard input of the program; that of this process if `nil`.
  ///   - closing: A descriptor that the program must not keep open.
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

  /// Starts a program in the background, without input, output and signals of the terminal, and does not wait for it.
  package static func startDetached(_ program: String, _ arguments: [String], environment: [String: String])
    throws(Errno)
  {
    // The shell exits at once. The program then belongs to the system, which collects its exit status.
    let command = "exec </dev/null >/dev/null 2>&1; \"$@\" &"
    _ = try ChildProcess("/bin/sh", ["-c", command, program, program] + arguments, environment: environment).wait()
  }

  /// Waits for the end of the program.
  ///
  /// - Returns: The exit status, or 128 plus the number of the signal that ended it, as in shells.
  package func wait() throws(Errno) -> Int32 {
    defer { interrupts.restore() }
    return try process.wait()
  }
}

private struct KeyboardInterrupts {
  static let signals = [SIGINT, SIGQUIT]

  private let handlers: [(signal: Int32, handler: sighandler_t?)]

  /// Ignores interrupts from now on.
  static func ignore() -> KeyboardInterrupts {
    KeyboardInterrupts(handlers: signals.map { ($0, signal($0, SIG_IGN)) })
  }

  /// Restores the earlier handlers.
  func restore() {
    for (number, handler) in handlers { signal(number, handler) }
  }
}
