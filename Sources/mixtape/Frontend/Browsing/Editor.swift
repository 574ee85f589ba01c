import FileSystem
import StoreBrowser
import SystemPackage

/// The user's editor.
struct Editor {
  private let command: String
  /// The command in messages.
  private let title: String
  private let context: CommandContext

  /// Finds the editor: `$VISUAL`, else `$EDITOR`, else the default of the system.
  init(in context: CommandContext) {
    let chosen = context.commandLine(in: "VISUAL") ?? context.commandLine(in: "EDITOR")
    command = chosen ?? Self.fallback
    title = chosen.map { "the editor `\($0)`" } ?? "the default editor"
    self.context = context
  }

  /// The default of the system. On Debian, `editor` is the editor that the user has chosen.
  private static let fallback = "$(command -v editor || echo vi)"

  /// Returns the content of a file to edit; `nil` if it does not exist or cannot be a file of a store.
  static func content(of path: FilePath) throws -> [UInt8]? {
    do throws(FileAccess.Failure) {
      return try FileAccess.read(path)
    } catch {
      guard case .system(let error) = error else { return nil }
      throw error
    }
  }

  /// Opens a file at a line, if the editor's option for that is known, and waits until the editor ends. If standard output is
  /// reserved for JSON, the editor writes to standard error.
  func open(_ path: FilePath, line: Int? = nil, outputIsReserved: Bool = false) throws {
    let arguments = line.map { Self.arguments(for: path.string, line: $0, of: command) } ?? [path.string]
    // The command may contain options, so a shell splits it. The path is passed as one argument.
    let redirection = outputIsReserved ? "exec >&2; " : ""
    let child = try ChildProcess(
      "/bin/sh", ["-c", "\(redirection)\(check)\(command) \"$@\"", command] + arguments,
      environment: context.environment)
    let status = try child.wait()
    guard status == 0 else {
      // The browser shows the message without the hints.
      let isStarted = Self.isStarted(status)
      let reason =
        isStarted ? "ended with status \(status)" : status == 127 ? "is not installed" : "could not be started"
      throw Problem(
        .inputOutput, code: "editor-failed", "\(title) \(reason); nothing was committed",
        hints: isStarted ? "\(path) contains what the editor saved" : "\(path) is unchanged",
        "set $VISUAL or $EDITOR to use another editor")
    }
  }

  /// Shell code that ends with the status of a missing program before the shell reports it in its own words. A command with other
  /// parts of the shell's language is left to the shell.
  private var check: String {
    guard command == Self.fallback || !command.contains(where: "|&;<>()`$#*?[".contains) else { return "" }
    return """
      for word in \(command); do case "$word" in *=*) continue;; esac
      command -v "$word" >/dev/null 2>&1 || exit 127; break; done

      """
  }

  /// Returns whether the shell has started a program that ended with a status. Its own statuses for a missing program
  /// and for one that is not executable are 127 and 126.
  private static func isStarted(_ status: Int32) -> Bool { status != 126 && status != 127 }

  /// Returns the arguments that open a file at a line.
  static func arguments(for path: String, line: Int, of command: String) -> [String] {
    let program = command.split(separator: " ").first?.split(separator: "/").last.map(String.init) ?? ""
    switch program {
    case "vi", "vim", "nvim", "view", "nano", "pico", "emacs", "emacsclient", "mg", "jed", "joe", "micro", "kak", "ne",
      "editor",
      "$(command":
      return ["+\(line)", path]
    case "hx", "helix", "subl", "zed": return ["\(path):\(line)"]
    case "code", "codium", "code-insiders": return ["--goto", "\(path):\(line)"]
    default: return [path]
    }
  }
}
