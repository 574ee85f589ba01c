import ArgumentParser
import MixtapeModel
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

  @OptionGroup var steps: StepOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    return try session.tellingWhatIsNext(in: store) { () throws(MixtapeError) in
      if steps.preview.dryRun {
        return try session.present(try store.undoPreview(steps.count), of: store, would: "Would undo")
      }
      session.present(try store.undo(steps.count), done: "Undone")
      session.hint("`mixtape redo` does it again")
    }
  }
}
