import ArgumentParser
import MixtapeLibrary
import MixtapeModel
import MixtapeStore

struct Containing: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "containing",
    abstract: "List every playlist, with a mark at those that hold an episode.",
    discussion: """
      `*` marks those whose files name the episode, `+` those whose rules find it now. That takes a moment for each smart \
      playlist that has a limit; --by-hand looks at files alone.

      Example:
        mixtape containing night-sky/042-auroras
      """)

  @Argument(help: ArgumentHelp("The episode, as <podcast>/<episode>.", valueName: "episode"))
  var episode: EpisodeArgument

  @Flag(help: "Do not look at what rules find.")
  var byHand = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let id = try episode.id
    let (playlists, holders) = try store.summaries(holding: id)
    if try holders.isEmpty && store.episodes([id]).isEmpty {
      throw try store.notFound(id)
    }
    let finders = try self.finders(of: id, among: playlists, in: store, session)
    let entries = playlists.map { playlist in
      Entry(playlist: playlist, isHolder: holders.contains(playlist.id), isFinder: finders.contains(playlist.id))
    }
    session.print(
      json: .array(
        entries.map { JSONOutput.containing($0.playlist, isHolder: $0.isHolder, isFinder: byHand ? nil : $0.isFinder) })
    ) {
      session.print(Self.table(of: entries).lines(within: session.width))
    }
    return .done
  }

  private struct Entry {
    let playlist: PlaylistSummary
    let isHolder: Bool
    let isFinder: Bool
  }

  /// The playlists whose rules find the episode. Of those whose rules cannot be run it is told that nobody knows.
  private func finders(
    of id: Episode.ID, among playlists: [PlaylistSummary], in store: Store, _ session: Session
  ) throws -> Set<Playlist.ID> {
    guard !byHand, playlists.contains(where: \.isSmart) else { return [] }
    let finders = try store.finders(of: id)
    for (playlist, error) in finders.failures.sorted(by: { $0.key < $1.key }) {
      let problem = ErrorPresenter.problem(for: MixtapeError(.library, .playlist(playlist), cause: error))
      session.reporter.warn(
        code: problem.code, "the rules of \(playlist) cannot be run: \(problem.message)", hints: problem.hints)
    }
    return finders.playlists
  }

  private static func table(of entries: [Entry]) -> TextTable {
    var table = TextTable(freeText: [2])
    for entry in entries {
      let mark = entry.isHolder ? "*" : entry.isFinder ? "+" : " "
      table.append(
        StyledText(mark, .green), StyledText(entry.playlist.id, mark == " " ? nil : .green),
        StyledText(entry.playlist.name))
    }
    return table
  }
}
