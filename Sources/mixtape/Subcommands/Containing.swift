import ArgumentParser
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import TerminalUI

struct Containing: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "containing",
    abstract: "List the playlists that contain one or more of the episodes.",
    discussion: """
      `*` marks playlists whose files list the episode, and `+` playlists whose rules find it now. With several \
      episodes, `*` and `+` mark playlists with all of them, and `~` playlists with some.

      Examples:
        mixtape containing night-sky/042-auroras
        mixtape containing night-sky/042-auroras night-sky/040-comets --all
        mixtape search auroras --ids | mixtape containing -
      """)

  @Argument(
    help: ArgumentHelp(
      "Episodes, as <podcast>/<episode>; `-` reads them from standard input, one per line.", valueName: "episode"))
  var episodes: [EpisodeArgument]

  @Flag(help: "List all playlists, including those without the episodes.")
  var all = false

  @Flag(help: "Do not evaluate rules, which is faster.")
  var byHand = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let ids = try episodes.elements(in: session).withoutRepetitions
    guard !ids.isEmpty else {
      session.remark("Nothing to find: standard input contains no episode ids.")
      return .nothingToDo
    }
    let containments = try self.containments(of: ids, in: store, session).filter { all || $0.extent != .none }
    session.print(json: .array(containments.map(JSONOutput.containment))) {
      session.print(PlaylistContainment.table(of: containments).lines(within: session.width))
    }
    if containments.isEmpty { session.remark("No playlist contains \(ids.count == 1 ? "it" : "any of them").") }
    return .done
  }

  private func containments(of ids: [Episode.ID], in store: Store, _ session: Session) throws -> [PlaylistContainment] {
    let (playlists, held) = try store.summaries(containing: ids)
    try store.requireKnown(ids.filter { id in !held.values.contains { $0.contains(id) } })
    let found = try self.found(of: ids, among: playlists, in: store, session)
    return playlists.map { playlist in
      PlaylistContainment(
        playlist: playlist, contained: ids.filter { held[playlist.id]?.contains($0) == true },
        found: found.map { found in ids.filter { found[playlist.id]?.contains($0) == true } }, total: ids.count)
    }
  }

  /// Returns the episodes that rules find, by playlist; `nil` with `--by-hand`. Warns of rules that cannot be run.
  private func found(
    of ids: [Episode.ID], among playlists: [PlaylistSummary], in store: Store, _ session: Session
  ) throws -> [Playlist.ID: Set<Episode.ID>]? {
    if byHand { return nil }
    guard playlists.contains(where: \.isSmart) else { return [:] }
    let matching = try store.playlists(finding: ids)
    for (playlist, error) in matching.failures.sorted(by: { $0.key < $1.key }) {
      let problem = ErrorPresenter.problem(for: MixtapeError(.library, .playlist(playlist), cause: error))
      session.reporter.warn(
        code: problem.code, "the rules of \(playlist) cannot be run: \(problem.message)", hints: problem.hints)
    }
    return matching.found
  }
}
