import ArgumentParser
import MixtapeModel
import MixtapeStore

struct Redo: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Redo changes that were undone.",
    discussion: """
      Redo is possible until the next other change.

      Examples:
        mixtape redo
        mixtape redo 3
        mixtape redo --dry-run
      """)

  @OptionGroup var steps: StepOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    return try session.tellingWhatIsNext(in: store) { () throws(MixtapeError) in
      if steps.preview.dryRun {
        return try session.present(try store.redoPreview(steps.count), of: store, would: "Would do again")
      }
      session.present(try store.redo(steps.count), done: "Done again")
    }
  }
}
