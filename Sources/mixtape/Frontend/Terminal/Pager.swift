import SystemPackage

/// The program that shows long output page by page.
struct Pager {
  private let command: String
  private let context: CommandContext

  /// The pager for a text, or `nil` where none is wanted: the output is no terminal, the text fits on it, or `PAGER` is
  /// `cat` or empty.
  init?(for text: String, in context: CommandContext) {
    guard context.standardOutput.isTerminal, context.standardInput.isTerminal, let rows = context.standardOutput.rows
    else { return nil }
    guard text.utf8.count(where: { $0 == UInt8(ascii: "\n") }) >= rows else { return nil }
    command = context.environment["PAGER"] ?? "less"
    guard !command.isEmpty, command != "cat" else { return nil }
    self.context = context
  }

  /// Shows the text and waits until the reader has seen enough.
  ///
  /// - Returns: `false` if there is no such program, so that nobody has seen anything.
  func show(_ text: String) throws(Errno) -> Bool {
    var environment = context.environment
    // What git sets too: end at once if all fits, keep colors, leave the text on the screen.
    if environment["LESS"] == nil { environment["LESS"] = "FRX" }
    let pipe = try withErrno { try FileDescriptor.pipe() }
    let child = try ChildProcess(
      "/bin/sh", ["-c", command], environment: environment, input: pipe.readEnd, closing: pipe.writeEnd)
    try withErrno { try pipe.readEnd.close() }
    try write(text, to: pipe.writeEnd)
    try withErrno { try pipe.writeEnd.close() }
    // What a shell answers that cannot run a command, or does not find it.
    return try ![126, 127].contains(child.wait())
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
