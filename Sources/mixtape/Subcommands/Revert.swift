import ArgumentParser
import MixtapeStore
import TerminalUI

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
