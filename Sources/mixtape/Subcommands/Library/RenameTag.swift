import ArgumentParser
import MixtapeModel
import MixtapeStore

struct RenameTag: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Rename a tag in all podcasts, as one change.",
    discussion: """
      If a podcast already has a tag with the new name, the two are merged.

      Example:
        mixtape tag rename calm quiet
      """)

  @Argument(help: "The tag.")
  var tag: TagArgument

  @Argument(help: ArgumentHelp("The new name.", valueName: "name"))
  var name: String

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    return try session.present(try store.library.renameTag(tag.text, to: name), of: store)
  }
}
