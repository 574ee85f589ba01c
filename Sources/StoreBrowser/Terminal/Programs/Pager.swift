import FileSystem
package import SystemPackage

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// A program that shows long output page by page.
package struct Pager {
  private let command: String
  private let environment: [String: String]

  /// Creates the pager for a text; `nil` if the text fits on the terminal, if the environment asks for no pager (`PAGER` is empty
  /// or `cat`), or if none is installed.
  package init?(for text: String, rows: Int, columns: Int?, environment: [String: String]) {
    guard text.takes(rows: rows, columns: columns), let command = Self.command(in: environment) else { return nil }
    self.command = command
    self.environment = environment
  }

  private static func command(in environment: [String: String]) -> String? {
    guard let chosen = environment["PAGER"] else {
      return ["less", "more"].first { InstalledProgram.path(of: $0, in: environment) != nil }
    }
    return chosen.allSatisfy(\.isWhitespace) || chosen == "cat" ? nil : chosen
  }

  /// Shows the text, and waits until the reader quits the pager.
  ///
  /// - Returns: `false` if the pager could not be started and nothing was shown.
  package func show(_ text: String) throws(Errno) -> Bool {
    let (child, input): (ChildProcess, FileDescriptor)
    do throws(Errno) {
      (child, input) = try start()
    } catch {
      // The caller prints the text without a pager.
      return false
    }
    try write(text, to: input)
    try withErrno { try input.close() }
    // The statuses of a shell that cannot run a command, or does not find it.
    return try ![126, 127].contains(child.wait())
  }

  /// Starts the pager and returns it with the end of the pipe to write to.
  private func start() throws(Errno) -> (ChildProcess, FileDescriptor) {
    var environment = environment
    // The defaults of git: exit if the text fits on a screen, keep colors, leave the text on the screen.
    if environment["LESS"] == nil { environment["LESS"] = "FRX" }
    let pipe = try withErrno { try FileDescriptor.pipe() }
    do throws(Errno) {
      let child = try ChildProcess(
        "/bin/sh", ["-c", command], environment: environment, input: pipe.readEnd, closing: pipe.writeEnd)
      try withErrno { try pipe.readEnd.close() }
      return (child, pipe.writeEnd)
    } catch {
      try withErrno {
        try pipe.readEnd.close()
        try pipe.writeEnd.close()
      }
      throw error
    }
  }

  private func write(_ text: String, to end: FileDescriptor) throws(Errno) {
    do {
      try withErrno { _ = try end.writeAll(text.utf8) }
    } catch .brokenPipe {
      // The reader quit the pager.
    }
  }
}

extension String {
  /// Returns whether the text takes at least the given number of rows. A line that is wider than the terminal takes several rows.
  ///
  /// - Parameter columns: The width of the terminal. If it is unknown, each line counts as one row.
  func takes(rows: Int, columns: Int?) -> Bool {
    var left = rows
    for line in utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).dropLast() {
      left -= columns.map { max(1, (Substring(line).screenWidth + $0 - 1) / $0) } ?? 1
      if left <= 0 { return true }
    }
    return false
  }
}

extension Substring {
  /// The number of columns of a line of output. Tabs go to the next multiple of 8.
  fileprivate var screenWidth: Int {
    var column = 0
    for (index, part) in withoutStyles.split(separator: "\t", omittingEmptySubsequences: false).enumerated() {
      if index > 0 { column = (column / 8 + 1) * 8 }
      column += part.displayWidth
    }
    return column
  }

  /// The line without escape sequences. Output has only those of styles, which end with `m`.
  private var withoutStyles: String {
    let parts = utf8.split(separator: 0x1B, omittingEmptySubsequences: false)
    let texts = parts.dropFirst().map { $0.drop { $0 != UInt8(ascii: "m") }.dropFirst() }
    return ([Substring(parts[0])] + texts.map { Substring($0) }).joined()
  }
}

/// A program that runs in the foreground: a pager or an editor.
///
/// While it runs, this process ignores interrupts from the keyboard.
package struct ChildProcess {
  private let process: SpawnedProcess
  private let interrupts: KeyboardInterrupts

  /// Starts a program, which does not keep `closing` open. Without `input`, it has the standard input of this process.
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
