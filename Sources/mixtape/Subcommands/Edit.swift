import ArgumentParser
import GitHistory
import MixtapeModel
import MixtapeStore
import SystemPackage

struct Edit: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit the file of a playlist, and commit what was changed.",
    discussion: """
      Opens the file in $VISUAL, else $EDITOR, and checks it afterwards. If it has errors you can go back to them; \
      what you wrote stays in the file in any case, and is committed when it has none.

      Example:
        EDITOR="code --wait" mixtape edit morning-commute
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    // What is committed is the result of this command, so it needs no notice.
    let store = try session.openStore { if case .capturedHandEdit = $0 { false } else { true } }
    let id = try playlist.id
    let path = try store.existingPath(of: id)
    try editUntilSound(path, in: store, session)
    let captured = try store.captureHandEdits()
    if !captured.isEmpty { session.noteChange() }
    let own = captured.filter { edit in edit.paths.contains { store.directory.appending($0) == path } }
    session.print(json: JSONOutput.edit(id, captured, own: own)) {
      for edit in captured { session.print("Committed \(edit.commit.abbreviated, .yellow): \(edit.subject).") }
      if own.isEmpty { session.remark("Nothing to change: \(id) is as it was.") }
    }
    return own.isEmpty ? .nothingToDo : .done
  }

  /// What is wrong with the file; `nil` if there is none any more.
  private static func check(_ path: FilePath, in store: Store) throws(MixtapeError) -> CheckResult? {
    do throws(MixtapeError) {
      return try store.check([path])
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }

  private static func isGone(_ path: FilePath, from store: Store) -> CommandFailure {
    var name = path
    _ = name.removePrefix(store.directory)
    let checkout =
      "git -C \(ErrorPresenter.shellWord(store.directory.string)) checkout -- \(ErrorPresenter.shellWord(name.string))"
    return CommandFailure(
      .notFound, code: "file-gone",
      "\(path) is gone: the editor removed it or gave it another name; nothing was committed",
      hints: "`\(checkout)` brings its last committed version back",
      "if it is to be gone, go on: the next change commits that, and `mixtape undo` takes it back")
  }

  /// Opens the editor, again and again if the user wants to go back to what is wrong.
  private func editUntilSound(_ path: FilePath, in store: Store, _ session: Session) throws {
    let editor = Editor(in: session.context)
    while true {
      try editor.open(path)
      guard let result = try Self.check(path, in: store) else { throw Self.isGone(path, from: store) }
      session.reporter.show(result.reports)
      guard result.hasErrors else { return }
      guard try session.confirms("Edit again?") else {
        throw CommandFailure(
          .invalid, code: "invalid-file", "the file has errors; nothing was committed",
          reports: session.wantsJSON ? result.reports : [],
          hints: "what you wrote is in \(path)", "until it is mended, the last committed version is used")
      }
    }
  }
}
