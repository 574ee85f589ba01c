import ArgumentParser
import MixtapeModel
import MixtapeStore

struct AddTag: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add a tag to podcasts, as one change.",
    discussion: """
      `mixtape podcast update ID --add-tag TAG` gives one podcast several.

      Example:
        mixtape tag add calm night-sky four-seasons
      """)

  @OptionGroup var tagging: TaggingArguments

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    return try session.present(try store.library.tag(try tagging.ids, tagging.tag.text), of: store)
  }
}
