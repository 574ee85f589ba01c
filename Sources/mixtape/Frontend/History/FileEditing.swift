import FileSystem
import GitHistory
import MixtapeModel
import MixtapeStore
import SystemPackage
import StoreBrowser

/// An edit of the file of a playlist or a podcast in the user's editor, and its commit.
struct FileEditing {
  private let item: StoreItem
  private let session: Session
  private let store: Store

  init(_ item: StoreItem, in session: Session) throws {
    self.item = item
    self.session = session
    // The commits are the result of the edit, so they are not reported as notes.
    store = try session.openStore { notice in
      switch notice {
      case .capturedHandEdit, .capturedHandEdits: false
      default: true
      }
    }
  }

  /// Opens the editor, commits the result and prints it.
  func perform() throws -> ExitStatus {
    let initialState = try store.repositoryState()
    if initialState == .clean {
      try store.finishInterruptedChange()
    } else {
      session.reporter.note(code: "not-committed", "\(Self.busy(initialState)); your edits will not be committed")
    }
    let path = try store.existingPath(of: item)
    let before = try Self.bytes(at: path)
    try editUntilValid(path)
    // A merge may have begun or ended while the editor was open.
    let state = try store.repositoryState()
    guard state == .clean else {
      let changed = try Self.bytes(at: path) != before
      try present(path, changed: changed, during: state)
      return changed ? .done : .nothingToDo
    }
    let captured = try store.captureHandEdits()
    if !captured.isEmpty { session.noteChange() }
    let own = captured.filter { edit in edit.paths.contains { store.directory.appending($0) == path } }
    session.print(json: JSONOutput.edit(item.id, changed: !own.isEmpty, captured, commit: own.last?.commit)) {
      for edit in captured { session.print("Committed \(edit.commit.abbreviated, .yellow): \(edit.subject).") }
      if own.isEmpty { session.remark("Nothing to change: \(item.id) is unchanged.") }
    }
    return own.isEmpty ? .nothingToDo : .done
  }

  /// Prints the result of an edit during a merge or another git operation.
  private func present(
    _ path: FilePath, changed: Bool, during state: RepositoryState
  ) throws(MixtapeError) {
    let (name, conflicts) = (Self.name(of: path, in: store), try store.conflicts())
    session.print(json: JSONOutput.edit(item.id, changed: changed)) {
      guard changed else { return session.remark("Nothing to change: \(item.id) is unchanged.") }
      session.print("Saved \(name); it is not committed.")
    }
    if conflicts.contains(name) {
      session.hint("`\(ErrorPresenter.git(in: store)) add -- \(ErrorPresenter.shellWord(name))` marks it as resolved")
    }
    let hints = ErrorPresenter.ending(state, hasConflicts: conflicts.contains { $0 != name })
    for hint in hints { session.hint(hint) }
  }

  private static func busy(_ state: RepositoryState) -> String { "\(ErrorPresenter.name(of: state)) is in progress" }

  /// Returns the bytes of a file; `nil` if it does not exist or cannot be a file of a store.
  static func bytes(at path: FilePath) throws -> [UInt8]? {
    do throws(FileAccess.Failure) {
      return try FileAccess.read(path)
    } catch {
      guard case .system(let error) = error else { return nil }
      throw error
    }
  }

  private static func name(of path: FilePath, in store: Store) -> String {
    var name = path
    _ = name.removePrefix(store.directory)
    return name.string
  }

  /// Checks the file; returns `nil` if it does not exist any more.
  private static func check(_ path: FilePath, in store: Store) throws(MixtapeError) -> CheckResult? {
    do throws(MixtapeError) {
      return try store.check([path])
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }

  private static func missingFile(_ path: FilePath, from store: Store) throws(MixtapeError) -> Problem {
    let message = "\(path) is missing: the editor deleted or renamed it; nothing was committed"
    guard let checkout = try ErrorPresenter.checkout(of: path, in: store) else {
      return Problem(.notFound, code: "file-gone", message)
    }
    return Problem(
      .notFound, code: "file-gone", message, hints: "\(checkout) restores its last committed version",
      "otherwise, the next change commits the deletion; `mixtape undo` restores the file")
  }

  /// Opens the editor, again if the file has errors and the user wants to fix them.
  private func editUntilValid(_ path: FilePath) throws {
    let editor = Editor(in: session.context)
    while true {
      try editor.open(path, outputIsReserved: session.wantsJSON)
      guard let result = try Self.check(path, in: store) else { throw try Self.missingFile(path, from: store) }
      session.reporter.show(result.reports)
      guard result.hasErrors else { return }
      guard try session.confirms("Edit again?") else {
        let used = try store.isCommitted(path) ? "the last committed version is used" : "the file is ignored"
        throw Problem(
          .invalid, code: "invalid-file", "the file has errors; nothing was committed",
          reports: session.wantsJSON ? result.reports : [],
          hints: "\(path) contains your edits", "\(used) until the errors are fixed")
      }
    }
  }
}

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
