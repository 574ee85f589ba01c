import ArgumentParser

struct PodcastCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "podcast",
    abstract: "Show and change the podcasts and albums of the library.",
    subcommands: [
      ListPodcasts.self, ShowPodcast.self, AddPodcast.self, UpdatePodcast.self, RemovePodcast.self,
    ])
}
