import ArgumentParser
import MixtapeModel
import MixtapeStore
import TerminalUI

struct Add: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add episodes to a playlist.",
    discussion: """
      Skips episodes that are already in the playlist. Warns if an episode is missing from the library. \
      The exit status is 1 if nothing was added.

      Examples:
        mixtape add morning-commute night-sky/040-comets
        mixtape add focus --at 1 four-seasons/spring-1 four-seasons/spring-2
        grep -v stories ids.txt | mixtape add focus -
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Argument(
    help: ArgumentHelp(
      "Episodes, as <podcast>/<episode>; `-` reads them from standard input, one per line. Empty lines and lines that begin with # are ignored.",
      valueName: "episode"))
  var episodes: [EpisodeArgument]

  @Option(help: ArgumentHelp("Position of the first added episode, counted from 1 (default: the end).", valueName: "n"))
  var at: Int?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if let at, at < 1 { throw ValidationError("--at requires a position; positions start at 1") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let ids = try EpisodeList(episodes, input: session.context.standardInput).ids
    guard !ids.isEmpty else {
      session.remark("Nothing to add: standard input contains no episode ids.")
      return .nothingToDo
    }
    let plan = try store.change(.add(ids, to: try playlist.id, at: at.map { $0 - 1 }))
    let status = try session.present(plan, of: store)
    try session.warnOfMissing(plan.episodes, in: store)
    return status
  }
}
