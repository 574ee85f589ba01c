import ArgumentParser
import MixtapeModel
import MixtapeStore

struct RateEpisode: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "rate",
    abstract: "Rate an episode.",
    discussion: """
      The rating is stored in the file of the podcast; updates from the feed keep it.

      Examples:
        mixtape episode rate night-sky/042-auroras 5
        mixtape episode rate night-sky/042-auroras none
      """)

  @Argument(help: ArgumentHelp("The episode, as <podcast>/<episode>.", valueName: "episode"))
  var episode: EpisodeArgument

  @Argument(help: ArgumentHelp("From 0 to 5, or `none` to remove the rating.", valueName: "rating"))
  var rating: RatingArgument

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    return try session.present(try store.library.rate([try episode.id], try rating.rating), of: store)
  }
}
