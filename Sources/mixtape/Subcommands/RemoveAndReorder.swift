import ArgumentParser
import MixtapeModel

struct Remove: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove episodes from a playlist.",
    discussion: """
      A comment on the line of an episode is removed with it; `mixtape undo` restores both.

      Examples:
        mixtape remove morning-commute night-sky/042-auroras
        mixtape remove morning-commute 1 3
        mixtape remove focus 3-7
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Argument(
    help: ArgumentHelp(
      "Episodes by id (all occurrences), by position, as `mixtape show` numbers them, or by a range of positions such as `3-7`; `-` reads them from standard input, one per line.",
      valueName: "episode-or-position"))
  var episodes: [EpisodeReferenceArgument]

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws { try episodes.requirePositions() }

  func perform(in session: Session) throws -> ExitStatus {
    let references = try episodes.elements(in: session)
    return try session.perform(.remove(references, from: try playlist.id(in: session)), preview)
  }
}

struct Reorder: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "reorder",
    abstract: "Move episodes within a playlist.",
    discussion: """
      The episodes stay in their order, next to each other. Comments on their lines move with them.

      Examples:
        mixtape reorder morning-commute 4 --to 1
        mixtape reorder focus four-seasons/spring-2 four-seasons/winter-2 --to 3
        mixtape reorder focus 6-8 --to 1
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Argument(
    help: ArgumentHelp(
      "Episodes by id, by position, as `mixtape show` numbers them, or by a range of positions such as `3-7`; `-` reads them from standard input, one per line.",
      valueName: "episode-or-position"))
  var episodes: [EpisodeReferenceArgument]

  @Option(help: ArgumentHelp("New position of the first episode, counted from 1, or `end`.", valueName: "n"))
  var to: PositionArgument

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    try episodes.requirePositions()
    if case .number(let number) = to, number < 1 {
      throw ValidationError("--to requires a position; positions start at 1")
    }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let references = try episodes.elements(in: session)
    let id = try playlist.id(in: session)
    let destination: ReorderDestination =
      switch to {
      case .number(let number): .landing(at: number - 1)
      case .end: .before(offset: try session.currentStore().existing(id).episodes.count)
      }
    let operation = PlaylistOperation.reorder(id, references, to: destination)
    return try session.perform(operation, preview)
  }
}
