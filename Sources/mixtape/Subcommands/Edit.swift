import ArgumentParser
import GitHistory
import MixtapeModel
import MixtapeStore
import StoreBrowser
import SystemPackage

struct Edit: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit the file of a playlist, a podcast or an album, and commit the changes.",
    discussion: """
      Opens the file in $VISUAL, else $EDITOR, and checks it afterwards. If it has errors, you can edit it again. A \
      file with errors is committed when the errors are fixed.

      Examples:
        mixtape edit morning-commute
        EDITOR="code --wait" mixtape edit night-sky
      """)

  @Argument(help: ArgumentHelp("The playlist, podcast or album.", valueName: "id"))
  var item: ItemArgument

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let item = try item.id(in: session)
    // The commits are the result of the edit, so they are not reported as notes.
    let store = try session.openStore { notice in
      switch notice {
      case .capturedHandEdit, .capturedHandEdits: false
      default: true
      }
    }
    let initialState = try store.repositoryState()
    if initialState == .clean {
      try store.finishInterruptedChange()
    } else {
      session.reporter.note(
        code: "not-committed",
        "\(ErrorPresenter.name(of: initialState)) is in progress; your edits will not be committed")
    }
    let file = EditedFile(path: try store.existingPath(of: item), item: item, store: store, session: session)
    let before = try Editor.content(of: file.path)
    try file.editUntilValid()
    // A merge may have begun or ended while the editor was open.
    let state = try store.repositoryState()
    guard state == .clean else {
      let changed = try Editor.content(of: file.path) != before
      try file.present(changed: changed, during: state)
      return changed ? .done : .nothingToDo
    }
    return try file.commit()
  }
}

/// The file of a playlist, a podcast or an album that the user edits.
private struct EditedFile {
  let path: FilePath
  let item: StoreItem
  let store: Store
  let session: Session

  /// Commits all edits by hand, and prints those of this file.
  func commit() throws -> ExitStatus {
    let captured = try store.captureHandEdits()
    if !captured.isEmpty { session.noteChange() }
    let own = captured.filter { edit in edit.paths.contains { store.directory.appending($0) == path } }
    session.print(json: JSONOutput.edit(item.id, changed: !own.isEmpty, captured, commit: own.last?.commit)) {
      for edit in captured { session.print("Committed \(edit.commit.abbreviated, .yellow): \(edit.subject).") }
      if own.isEmpty { session.remark("Nothing to change: \(item.id) is unchanged.") }
    }
    return own.isEmpty ? .nothingToDo : .done
  }

  /// Opens the editor, again if the file has errors and the user wants to fix them.
  func editUntilValid() throws {
    let editor = Editor(in: session.context)
    while true {
      try editor.open(path, outputIsReserved: session.wantsJSON)
      guard let result = try check() else { throw try missingFile() }
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

  /// Checks the file; returns `nil` if it does not exist any more.
  private func check() throws(MixtapeError) -> CheckResult? {
    do throws(MixtapeError) {
      return try store.check([path])
    } catch {
      guard error.code == .notFound else { throw error }
      return nil
    }
  }

  private func missingFile() throws(MixtapeError) -> Problem {
    let message = "\(path) is missing: the editor deleted or renamed it; nothing was committed"
    guard let checkout = try ErrorPresenter.checkout(of: path, in: store) else {
      return Problem(.notFound, code: "file-gone", message)
    }
    return Problem(
      .notFound, code: "file-gone", message, hints: "\(checkout) restores its last committed version",
      "otherwise, the next change commits the deletion or the new name; `mixtape undo` takes it back")
  }

  /// Prints the result of an edit during a merge or another git operation.
  func present(changed: Bool, during state: RepositoryState) throws(MixtapeError) {
    var file = path
    _ = file.removePrefix(store.directory)
    let (name, conflicts) = (file.string, try store.conflicts())
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
}
