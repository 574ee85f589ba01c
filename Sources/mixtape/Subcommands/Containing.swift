import ArgumentParser
import MixtapeModel
import MixtapeStore

struct Containing: MixtapeCommand {
  static let opensRepository = false

  static let configuration = CommandConfiguration(
    commandName: "containing",
    abstract: "List every playlist, with a mark at those that hold an episode.",
    discussion: """
      What rules find is not looked at: an episode is held by a playlist whose file names it.

      Example:
        mixtape containing night-sky/042-auroras
      """)

  @Argument(help: ArgumentHelp("The episode, as <podcast>/<episode>.", valueName: "episode"))
  var episode: EpisodeArgument

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let id = try episode.id
    let (playlists, holders) = try store.summaries(holding: id)
    if try holders.isEmpty && store.episodes([id]).isEmpty {
      throw MixtapeError(.notFound, .episode(id), candidates: try store.episodeIDs().map(\.rawValue))
    }
    session.print(json: .array(playlists.map { JSONOutput.containing($0, isHolder: holders.contains($0.id)) })) {
      session.print(Self.table(of: playlists, marking: holders).lines(within: session.width))
    }
    return .done
  }

  private static func table(of playlists: [PlaylistSummary], marking holders: Set<Playlist.ID>) -> TextTable {
    var table = TextTable(freeText: [2])
    for playlist in playlists {
      let isHolder = holders.contains(playlist.id)
      table.append(
        StyledText(isHolder ? "*" : " ", .green), StyledText(playlist.id, isHolder ? .green : nil),
        StyledText(playlist.name))
    }
    return table
  }
}
