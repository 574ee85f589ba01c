import ArgumentParser

struct EpisodeCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "episode",
    abstract: "Show and rate the episodes of the library.",
    subcommands: [ListEpisodes.self, ShowEpisode.self, RateEpisode.self])
}
