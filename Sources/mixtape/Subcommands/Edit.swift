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
    session.print(json: JSONOutput.edit(id, captured, changed: !own.isEmpty)) {
      for edit in captured { session.print("Committed \(edit.commit.abbreviated, .yellow): \(edit.subject).") }
      if own.isEmpty { session.remark("Nothing to change: \(id) is as it was.") }
    }
    return own.isEmpty ? .nothingToDo : .done
  }

  /// Opens the editor, again and again if the user wants to go back to what is wrong.
  private func editUntilSound(_ path: FilePath, in store: Store, _ session: Session) throws {
    let editor = Editor(in: session.context)
    while true {
      try editor.open(path)
      let result = try store.check([path])
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
