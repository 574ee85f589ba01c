import ArgumentParser
import MixtapeModel
import MixtapeStore

struct Remove: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove episodes from a playlist.",
    discussion: """
      A comment on an episode's line is removed with it; `mixtape undo` restores both.

      Examples:
        mixtape remove morning-commute night-sky/042-auroras
        mixtape remove morning-commute 1 3
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Argument(
    help: ArgumentHelp(
      "Episodes by id, each wherever it occurs, or by position as `mixtape show` numbers them.",
      valueName: "episode-or-position"))
  var episodes: [EpisodeReferenceArgument]

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let references = try episodes.map { try $0.reference }
    return try session.perform(.remove(references, from: try playlist.id))
  }
}
