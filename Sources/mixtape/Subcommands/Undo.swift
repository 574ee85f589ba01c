import ArgumentParser
import MixtapeStore

struct Undo: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last change, or the last few.",
    discussion: """
      One command is one step, also where it changed many files. What was edited by hand is a step too. Undoing is \
      itself a commit: nothing is lost, and `mixtape redo` does it again.

      Examples:
        mixtape undo
        mixtape undo 3
        mixtape undo 3 --dry-run
      """)

  @Argument(help: ArgumentHelp("How many changes.", valueName: "n"))
  var count = 1

  @OptionGroup var rehearsal: RehearsalOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    guard count > 0 else { throw ValidationError("the number of changes starts at 1") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    if rehearsal.dryRun {
      try session.present(try store.undoPreview(count), of: store, would: "Would undo")
      return .done
    }
    let result = try store.undo(count)
    session.present(result, done: "Undone")
    session.hint("`mixtape redo` does it again")
    return .done
  }
}
