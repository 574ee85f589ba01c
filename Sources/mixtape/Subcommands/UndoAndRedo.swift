import ArgumentParser
import MixtapeModel
import MixtapeStore
import StoreBrowser

struct Undo: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last change, the last few, or the last change of one playlist or podcast.",
    discussion: """
      Each command and each hand edit is one step. Undo makes a commit and rewrites no history. `mixtape redo` \
      reverses it. Undo skips what the player recorded, and changes of others that a sync received: \
      `mixtape revert` takes those back.

      With a playlist or a podcast, undoes its last change, and keeps the later changes of others. Repeat it to undo earlier \
      changes of it. `mixtape undo` without an id reverses the last such undo.

      If others changed the same values, undo changes nothing. `mixtape undo --skip` skips that change.

      Examples:
        mixtape undo
        mixtape undo 3 --dry-run
        mixtape undo focus
      """)

  @Argument(
    help: ArgumentHelp(
      "The number of changes (default: 1), or a playlist or a podcast. For a playlist with a number as its id, write the name of its file: `2026.toml`.",
      valueName: "n-or-id"))
  var target: UndoTargetArgument?

  @Flag(help: "Change nothing, and let the next undo skip the newest change.")
  var skip = false

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if let count = target?.count { try StepOptions.requirePositive(count) }
    if skip, target != nil || preview.dryRun {
      throw ValidationError("--skip cannot be used with a number, an id or --dry-run")
    }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let item = try target?.item?.id(in: session)
    return try session.reportingNextSteps(in: store, of: item) { () throws(MixtapeError) in
      if skip { return session.present(skipped: try store.skipUndo()) }
      if let item { return try undo(item, in: store, session) }
      let count = target?.count ?? 1
      if preview.dryRun {
        return try session.present(try store.undoPreview(count), of: store, would: "Would undo")
      }
      let result = try store.undo(count)
      session.present(result, done: "Undone")
      session.hint(result.nextRedo == nil ? "`mixtape undo` undoes this" : "`mixtape redo` redoes it")
      let others = result.handEditCount - count
      if others > 0 { session.hint("`mixtape undo \(others)` also undoes the other \(counted(others, "hand edit"))") }
    }
  }

  private func undo(_ item: StoreItem, in store: Store, _ session: Session) throws(MixtapeError) {
    if preview.dryRun {
      return try session.present(try store.undoPreview(item), of: store, would: "Would undo")
    }
    session.present(try store.undo(item), done: "Undone")
    session.hint("`mixtape undo` undoes this")
  }
}

struct Redo: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Redo changes that were undone.",
    discussion: """
      Possible until another change is made.

      Examples:
        mixtape redo
        mixtape redo 3
        mixtape redo --dry-run
      """)

  @OptionGroup var steps: StepOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    return try session.reportingNextSteps(in: store) { () throws(MixtapeError) in
      if steps.preview.dryRun {
        return try session.present(try store.redoPreview(steps.count), of: store, would: "Would redo")
      }
      session.present(try store.redo(steps.count), done: "Redone")
    }
  }
}

struct Revert: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "revert",
    abstract: "Undo one earlier change, and keep the later ones.",
    discussion: """
      Reverts the whole change, or nothing. If a playlist was changed again later, each key is reverted separately: \
      added episodes are removed, and removed ones return to their places. If later changes conflict, prints the \
      conflicts and changes nothing. `mixtape undo` undoes the revert.

      With a playlist or a podcast, reverts only the part of the change in its file.

      Examples:
        mixtape history morning-commute
        mixtape revert 1a2b3c4d
        mixtape revert 1a2b3c4d morning-commute --dry-run
      """)

  @Argument(help: ArgumentHelp("The commit of the change, as `mixtape history` prints it.", valueName: "operation"))
  var operation: RevisionArgument

  @Argument(help: ArgumentHelp("A playlist or a podcast, to revert only its part of the change.", valueName: "id"))
  var item: ItemArgument?

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let item = try item?.id(in: session)
    if preview.dryRun {
      return try session.present(
        try store.revertPreview(operation.revision, of: item), of: store, operation: "revert",
        nothing: "Nothing to revert: the change has no effect any more.")
    }
    let result = try store.revert(operation.revision, of: item)
    session.print(json: JSONOutput.revert(result)) {
      if result.commit != nil {
        session.noteChange()
        session.print("Reverted: \(result.change.subject)")
        session.hint("`mixtape undo` undoes this")
      } else if result.touchesStore {
        session.remark("Nothing to revert: the change has no effect any more: \(result.change.subject)")
      } else {
        let place = item.map { $0.id } ?? "no file of the store"
        session.remark(
          "Nothing to revert: the change \(item == nil ? "affects" : "does not affect") \(place): \(result.change.subject)"
        )
      }
    }
    return result.commit == nil ? .nothingToDo : .done
  }
}

struct Restore: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "restore",
    abstract: "Restore an earlier version of a playlist, a podcast or an album, or a deleted one.",
    discussion: """
      Gives the file the content that it had at the revision. Without --at, restores the last version of a deleted \
      playlist or podcast. A deleted one returns to its folder; an existing one stays in its folder. `mixtape history ID` \
      lists the revisions, also of a deleted one.

      Examples:
        mixtape restore to-sort
        mixtape restore morning-commute --at 1a2b3c4d
        mixtape restore morning-commute --at HEAD~3 --dry-run
      """)

  @Argument(help: ArgumentHelp("The playlist, podcast or album.", valueName: "id"))
  var item: ItemArgument

  @Option(help: ArgumentHelp("The revision to restore from.", valueName: "rev"))
  var at: RevisionArgument?

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let deleted = try at == nil ? item.items.first(where: session.currentStore().wasDeleted) : nil
    let restored = try deleted ?? item.element(in: session, at: [at?.revision])
    return try session.restore(restored, at: at?.revision, preview)
  }
}
