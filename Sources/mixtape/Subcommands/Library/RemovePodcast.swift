import ArgumentParser
import MixtapeModel
import MixtapeStore

struct RemovePodcast: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Take a podcast or an album out of the library. `mixtape undo` brings it back.",
    discussion: """
      Playlists keep its episodes, which are missing then, and are found again as soon as the podcast is back.

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
