import ArgumentParser
import MixtapeModel
import MixtapeStore

/// The episodes that a command changes, and whether it only shows what would change.
struct EpisodeSelection: ParsableArguments {
  @Argument(
    help: ArgumentHelp(
      "Episodes, podcasts, albums or playlists, by id or name; `-` reads them from standard input, one per line.",
      valueName: "what"))
  var episodes: [WhatArgument] = []

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
    try found.require(or: episodes, of: command)
    let store = try session.openStore()
    let ids = try session.episodes(episodes, found, in: store)
    guard !ids.isEmpty else {
      return session.printNothingFound(to: verb, by: found.finding.noun, operation: kind.rawValue)
    }
    return try session.perform(try operation(ids), preview, in: store)
  }
}
