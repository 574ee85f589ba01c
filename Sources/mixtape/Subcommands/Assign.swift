import ArgumentParser
import MixtapeModel
import MixtapeStore

struct Assign: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "assign",
    abstract: "Add episodes to several playlists and remove them from others, as one change.",
    discussion: """
      A playlist that already contains an episode does not get it again. --from removes all occurrences. --create makes \
      a playlist with the episodes; its id is made from the name. `containing` lists the playlists of an episode.

      Examples:
        mixtape assign night-sky/042-auroras --to focus --to ferry
        mixtape assign night-sky/042-auroras --from to-sort --create "Lights"
        mixtape search auroras --ids | mixtape assign - --to focus --dry-run
      """)

  @Argument(
    help: ArgumentHelp(
      "Episodes, as <podcast>/<episode>; `-` reads them from standard input, one per line.", valueName: "episode"))
  var episodes: [EpisodeArgument]

  @Option(help: ArgumentHelp("A playlist that gets the episodes; may be repeated.", valueName: "id"))
  var to: [PlaylistArgument] = []

  @Option(help: ArgumentHelp("A playlist that loses the episodes; may be repeated.", valueName: "id"))
  var from: [PlaylistArgument] = []

  @Option(help: ArgumentHelp("The name of a new playlist with the episodes; may be repeated.", valueName: "name"))
  var create: [String] = []

  @OptionGroup var absence: MissingOptions

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if to.isEmpty, from.isEmpty, create.isEmpty {
      throw ValidationError("no playlist is given; use --to, --from or --create")
    }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let ids = try episodes.elements(in: session).withoutRepetitions
    let (added, removed) = (try to.map { try $0.id(in: session) }, try from.map { try $0.id(in: session) })
    if let both = added.first(where: removed.contains) {
      throw CommandFailure(
        .usage, code: "invalid-arguments", "\(both) is given with --to and with --from", hints: "use one of them")
    }
    if !added.isEmpty || !create.isEmpty {
      try session.refuseMistyped(ids, unless: absence.missing, in: try session.currentStore())
    }
    do throws(MixtapeError) {
      let created = try create.map { (name) throws(MixtapeError) in
        try Playlist(id: try Create.suggestedID(for: name), name: name)
      }
      if !added.isEmpty || !created.isEmpty { try session.warnOfMissing(ids, in: try session.currentStore()) }
      return try session.perform(.assign(ids, to: added, from: removed, creating: created), preview)
    } catch {
      throw ErrorPresenter.withoutIDOption(
        error, hint: "use another name, or `--to` for an existing playlist; `mixtape create` has `--id`")
    }
  }
}
