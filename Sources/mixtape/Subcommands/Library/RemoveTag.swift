import ArgumentParser
import MixtapeModel
import MixtapeStore

struct RemoveTag: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Take a tag from podcasts, as one change.",
    discussion: """
      Example:
        mixtape tag remove calm night-sky four-seasons
      """)

  @Argument(help: "The tag.")
  var tag: TagArgument

  @Argument(help: ArgumentHelp("The podcasts.", valueName: "podcast"))
  var podcasts: [PodcastArgument]

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    return try session.present(try store.library.untag(try podcasts.map { try $0.id }, tag.text), of: store)
  }
}
