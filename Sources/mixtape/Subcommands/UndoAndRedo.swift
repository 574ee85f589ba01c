import ArgumentParser
import MixtapeModel
import MixtapeStore

struct Undo: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "undo",
    abstract: "Undo the last change, or the last few.",
    discussion: """
      Each command and each hand edit is one step. Undo makes a commit and rewrites no history. `mixtape redo` \
      reverses it. Changes of others that a sync received are skipped, unless --any is given.

      Examples:
        mixtape undo
        mixtape undo 3
        mixtape undo 3 --dry-run
      """)

  @OptionGroup var steps: StepOptions

  @Flag(help: "Also undo changes of others that a sync received.")
  var any = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    return try session.reportingNextSteps(in: store) { () throws(MixtapeError) in
      if steps.preview.dryRun {
        return try session.present(try store.undoPreview(steps.count, any: any), of: store, would: "Would undo")
      }
      session.present(try store.undo(steps.count, any: any), done: "Undone")
      session.hint("`mixtape redo` redoes it")
    }
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
