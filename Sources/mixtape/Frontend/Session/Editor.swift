import SystemPackage
import TerminalUI

/// The user's editor.
struct Editor {
  private let command: String
  private let context: CommandContext

  /// The editor of `VISUAL` or `EDITOR`, else the system's.
  init(in context: CommandContext) {
    command = context.commandLine(in: "VISUAL") ?? context.commandLine(in: "EDITOR") ?? Self.fallback
    self.context = context
  }

  /// Debian and its kin let `editor` stand for the one that was chosen.
  private static let fallback = "$(command -v editor || echo vi)"

  /// Opens a file and waits until the editor is closed.
  ///
  /// - Throws: `Errno`, or a ``CommandFailure`` if the editor fails.
  func open(_ path: FilePath) throws {
    // The value may hold options, so a shell takes it apart; the path goes past the shell untouched.
    let child = try ChildProcess(
      "/bin/sh", ["-c", "\(command) \"$@\"", command, path.string], environment: context.environment)
    let status = try child.wait()
    guard status == 0 else {
      throw CommandFailure(
        .inputOutput, code: "editor-failed",
        "the editor `\(command)` ended with status \(status); nothing was committed",
        hints: "the saved text is in \(path)", "$VISUAL or $EDITOR names another editor")
    }
  }
}
