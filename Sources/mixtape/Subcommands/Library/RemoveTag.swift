import ArgumentParser
import MixtapeModel
import MixtapeStore

struct RemoveTag: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a tag from podcasts, as one change.",
    discussion: """
      Example:
        mixtape tag remove calm slow-pieces sleepy-atlas
      """)

  @OptionGroup var tagging: TaggingArguments

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    return try session.present(try store.library.untag(try tagging.ids, tagging.tag.text), of: store)
  }
}
