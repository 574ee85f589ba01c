import ArgumentParser
import MixtapeModel
import MixtapeStore
import TerminalUI

struct Add: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "add",
    abstract: "Add episodes to a playlist.",
    discussion: """
      Skips episodes that are already in the playlist, without --again. Warns if an episode is missing from the library, \
      and refuses an id that is near to exactly one of the library. The exit status is 1 if nothing was added. \
      A podcast, an album or a playlist stands for its episodes, in its order. \
      A name stands for the only playlist, podcast or episode that has it, or whose title has all of its words.

      --where and --search add the episodes that they find now, after those that are named, in the order of --sort. The playlist keeps them when they do not match any more; `conditions --add` makes a playlist that follows \
      a rule.

      Examples:
        mixtape add morning-commute night-sky/040-comets
        mixtape add focus --at 1 four-seasons/spring-1 four-seasons/spring-2
        mixtape add focus "Parlour Rags"
        grep -v stories ids.txt | mixtape add focus -
        mixtape add focus --where 'genre = "Ragtime"' --sort -rating,title --limit 5
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Argument(
    help: ArgumentHelp(
      "Episodes, podcasts, albums or playlists, by id or name; `-` reads them from standard input, one per line. Empty lines and lines that begin with # are ignored.",
      valueName: "what"))
  var episodes: [WhatArgument] = []

  @OptionGroup var found: WhereOptions

  @Option(help: ArgumentHelp("Position of the first added episode, counted from 1 (default: the end).", valueName: "n"))
  var at: Int?

  @Flag(help: "Also add episodes that are already in the playlist. They then play as often as they are listed.")
  var again = false

  @OptionGroup var absence: MissingOptions

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if let at, at < 1 { throw ValidationError("--at requires a position; positions start at 1") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    try found.require(or: episodes, of: "add")
    let named = try episodes.elements(in: session).flatMap { try store.episodeIDs(of: $0) }
    try session.refuseMistyped(named, unless: absence.missing, in: store)
    let ids = named + (try found.episodes(in: store, session))
    guard !ids.isEmpty else {
      return session.printNothingFound(
        to: "add", by: found.finding.noun, operation: PlaylistOperation.Kind.add.rawValue)
    }
    let operation = PlaylistOperation.add(ids, to: try playlist.id(in: session), at: at.map { $0 - 1 }, again: again)
    if preview.dryRun { return try session.preview(operation, in: store) }
    let plan = try store.change(operation)
    let status = try session.present(plan, of: store)
    if plan.changesNothing { session.hint("`--again` adds an episode that is already there") }
    try session.warnOfMissing(plan.episodes, in: store)
    return status
  }
}
