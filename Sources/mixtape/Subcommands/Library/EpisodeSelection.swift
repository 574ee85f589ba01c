import ArgumentParser
import MixtapeModel
import MixtapeStore

/// The episodes that a command changes, and whether it only shows what would change.
struct EpisodeSelection: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Episodes, as <podcast>/<episode>; `-` reads them from standard input, one per line.", valueName: "episode"))
  var episodes: [EpisodeArgument] = []

  @OptionGroup var found: WhereOptions

  @OptionGroup var preview: DryRunOptions

  /// Makes a change of the episodes, and prints the result.
  ///
  /// - Parameters:
  ///   - kind: The kind of the change.
  ///   - command: The command, for a hint.
  ///   - verb: The action, for the remark that there are no episodes.
  func perform(
    _ kind: PodcastOperation.Kind, of command: String, in session: Session, verb: String = "change",
    _ operation: ([Episode.ID]) throws -> PodcastOperation
  ) throws -> ExitStatus {
    try found.rules.require(or: episodes, of: command)
    let store = try session.openStore()
    let ids = try session.episodes(episodes, found, in: store)
    guard !ids.isEmpty else { return session.printNothingFound(to: verb, found.rules, operation: kind.rawValue) }
    return try session.perform(try operation(ids), preview, in: store)
  }
}
