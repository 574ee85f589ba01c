import ArgumentParser
import MixtapeModel
import MixtapeStore

struct AddTag: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Give podcasts a tag, as one change.",
    discussion: """
      `mixtape podcast update ID --add-tag TAG` gives one podcast several.

      Example:
        mixtape tag add calm night-sky four-seasons
      """)

  @Argument(help: "The tag.")
  var tag: TagArgument

  @Argument(help: ArgumentHelp("The podcasts.", valueName: "podcast"))
  var podcasts: [PodcastArgument]

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    return try session.present(try store.library.tag(try podcasts.map { try $0.id }, tag.text), of: store)
  }
}
