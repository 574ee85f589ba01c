import ArgumentParser
import MixtapeStore

struct Redo: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "redo",
    abstract: "Do again what was undone.",
    discussion: """
      Possible until the next change of another kind.

      Examples:
        mixtape redo
        mixtape redo 3
        mixtape redo --dry-run
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
      try session.present(try store.redoPreview(count), of: store, would: "Would do again")
    } else {
      session.present(try store.redo(count), done: "Done again")
    }
    return .done
  }
}
