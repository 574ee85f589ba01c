import ArgumentParser
import MixtapeModel
import MixtapeStore

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
        to: "add", by: found.finding.noun, or: episodes, operation: PlaylistOperation.Kind.add.rawValue)
    }
    let operation = PlaylistOperation.add(ids, to: try playlist.id(in: session), at: at.map { $0 - 1 }, again: again)
    if preview.dryRun { return try session.preview(operation, in: store) }
    let plan = try store.change(operation)
    let status = try session.present(plan, of: store)
    if plan.changesNothing || plan.refused.contains(where: plan.episodes.contains) {
      session.hint("`--again` adds an episode that is already there")
    }
    try session.warnOfMissing(plan.episodes, in: store)
    return status
  }
}

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
      throw Problem(
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

struct Remove: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "remove",
    abstract: "Remove episodes from a playlist.",
    discussion: """
      A podcast or an album, by id or name, stands for its episodes in the playlist. A comment on the line of an episode \
      is removed with it; `mixtape undo` restores both.

      Examples:
        mixtape remove morning-commute night-sky/042-auroras
        mixtape remove morning-commute 1 3
        mixtape remove focus 3-7
        mixtape remove focus "Parlour Rags"
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Argument(
    help: ArgumentHelp(
      "Episodes, podcasts or albums by id or name (all occurrences), by position, as `mixtape show` numbers them, or by a range of positions such as `3-7`; `-` reads them from standard input, one per line.",
      valueName: "episode-or-position"))
  var episodes: [EpisodeReferenceArgument]

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws { try episodes.requirePositions() }

  func perform(in session: Session) throws -> ExitStatus {
    let id = try playlist.id(in: session)
    return try session.perform(.remove(try episodes.references(in: id, session), from: id), preview)
  }
}

struct Reorder: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "reorder",
    abstract: "Move episodes within a playlist.",
    discussion: """
      The episodes stay in their order, next to each other. Comments on their lines move with them. A podcast or an \
      album, by id or name, stands for its episodes in the playlist.

      Examples:
        mixtape reorder morning-commute 4 --to 1
        mixtape reorder focus four-seasons/spring-2 four-seasons/winter-2 --to 3
        mixtape reorder focus 6-8 --to 1
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Argument(
    help: ArgumentHelp(
      "Episodes, podcasts or albums by id or name, by position, as `mixtape show` numbers them, or by a range of positions such as `3-7`; `-` reads them from standard input, one per line.",
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
    let id = try playlist.id(in: session)
    let references = try episodes.references(in: id, session)
    let destination: ReorderDestination =
      switch to {
      case .number(let number): .landing(at: number - 1)
      case .end: .before(offset: try session.currentStore().existing(id).episodes.count)
      }
    let operation = PlaylistOperation.reorder(id, references, to: destination)
    return try session.perform(operation, preview)
  }
}

/// A position in a playlist, counted from 1, or its end.
enum PositionArgument: ExpressibleByArgument {
  case number(Int)
  case end

  init?(argument: String) {
    if argument == "end" {
      self = .end
    } else {
      guard let number = Int(argument) else { return nil }
      self = .number(number)
    }
  }
}
