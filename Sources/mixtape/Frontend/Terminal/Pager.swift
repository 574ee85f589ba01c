import FileSystem
import SystemPackage

/// The program that shows long output page by page.
struct Pager {
  private let command: String
  private let context: CommandContext

  /// The pager for a text, or `nil` where none is wanted or there is none: the output is no terminal, or the text fits on
  /// it.
  init?(for text: String, in context: CommandContext) {
    let output = context.standardOutput
    guard output.isTerminal, context.standardInput.isTerminal, let rows = output.rows,
      text.takes(rows: rows, columns: output.columns), let command = Self.command(in: context)
    else { return nil }
    self.command = command
    self.context = context
  }

  /// The command of `PAGER`, where `cat` and nothing mean none, else the program that the system has.
  private static func command(in context: CommandContext) -> String? {
    guard let chosen = context.environment["PAGER"] else {
      return ["less", "more"].first { InstalledProgram.path(of: $0, in: context.environment) != nil }
    }
    return chosen.isBlank || chosen == "cat" ? nil : chosen
  }

  /// Shows the text and waits until the reader has seen enough.
  ///
  /// - Returns: `false` if the pager could not be started, so that nobody has seen anything.
  func show(_ text: String) throws(Errno) -> Bool {
    let (child, input): (ChildProcess, FileDescriptor)
    do throws(Errno) {
      (child, input) = try start()
    } catch {
      // The text can be shown without; that there is no pager is seen then.
      return false
    }
    try write(text, to: input)
    try withErrno { try input.close() }
    // What a shell answers that cannot run a command, or does not find it.
    return try ![126, 127].contains(child.wait())
  }

  /// The running pager and the end of the pipe that it reads from.
  private func start() throws(Errno) -> (ChildProcess, FileDescriptor) {
    var environment = context.environment
    // What git sets too: end at once if all fits, keep colors, leave the text on the screen.
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
      // The reader has closed the pager.
    }
  }
}

/// Runs a call of `FileDescriptor`, which throws nothing but `Errno` without saying so.
func withErrno<Result>(_ body: () throws -> Result) throws(Errno) -> Result {
  do {
    return try body()
  } catch {
    throw error as? Errno ?? .ioError
  }
}
