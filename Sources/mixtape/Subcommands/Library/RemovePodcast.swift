import ArgumentParser
import MixtapeModel
import MixtapeStore

struct RemovePodcast: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove a podcast or an album from the library. `mixtape undo` restores it.",
    discussion: """
      Playlists keep the ids of its episodes, which are then shown as missing until the podcast is back.

      Example:
        mixtape podcast remove night-sky
      """)

  @Argument(help: ArgumentHelp("The podcast.", valueName: "id"))
  var podcast: PodcastArgument

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let status = try session.present(try store.library.remove(id: try podcast.id), of: store)
    session.hint("`mixtape undo` brings it back")
    return status
  }
}
