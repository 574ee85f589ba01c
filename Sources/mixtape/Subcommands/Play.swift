import ArgumentParser
import MixtapeModel
import MixtapePlayer
import MixtapeStore
import StoreBrowser

struct Play: ShufflingCommand {

  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play a playlist, a podcast, an album, an episode, what a rule finds, or a queue that you fill.",
    discussion: """
      On a terminal, shows the player; `?` lists the keys. The queue holds up to 120 episodes. The queue and the \
      position are saved for the next session; --fresh starts over. At the end of the session, episodes that were \
      played to 90% or more are recorded in the library, as one commit. Other episodes of podcasts keep their positions \
      there, and resume on every computer; --positions selects others.

      If another program is playing the same playlist or queue, controls that player: on a terminal, by the commands \
      below; otherwise, prints its status.

      A playlist plays in its order, unless its file says `shuffle`. --shuffle shuffles it, and so does the key `s`. Lists with \
      more than 120 episodes play to their end, in a queue that is refilled.

      WHAT is an id, or a name or words of a title that only one playlist, podcast or episode has. Podcasts, albums and the \
      episodes of --where and --search play in order. An episode plays, and then those that follow it in its podcast or album.

      Without an argument, plays a queue that belongs to no playlist. It starts empty: `a` searches the library, and enter \
      adds an episode or removes it. The queue keeps its episodes and their order until you change them.

      Without a terminal, or with --json, prints a line for each event, and reads commands from standard input, one \
      per line:

        play  pause  toggle  next  previous  stop  seek 1:30  seek +2.5 s
        chapter next  chapter previous  chapter N  chapters
        speed 1.5  volume 80  sleep 30m  shuffle [NAME]  search WORDS
        now WHAT  next-up WHAT  enqueue WHAT  add WHAT  remove ID  clear  load ID  undo  status  queue  quit

      `now WHAT` plays episodes at once, `next-up WHAT` plays them next. `load ID` plays a playlist in \
      the queue without one. The end of the input ends the session if there was a command; otherwise the player \
      continues.

      On Linux, media keys and desktops control the player, too (MPRIS).

      Examples:
        mixtape play
        mixtape play morning-commute
        mixtape play "Parlour Rags"
        mixtape play night-sky/042-auroras
        mixtape play --where 'genre = "Ragtime"' --sort -rating
        mixtape play focus --shuffle --no-record
        printf 'next\\nstatus\\nquit\\n' | mixtape play focus --json
      """)

  @Argument(
    help: ArgumentHelp(
      "A playlist, a podcast, an album or an episode, by id or name (default: the queue that you fill).",
      valueName: "what"))
  var what: WhatArgument?

  @OptionGroup var finding: FindingOptions

  @OptionGroup var sorting: SortingOptions

  @Option(help: ArgumentHelp("The service that plays (default: mpv if it is installed).", valueName: "name"))
  var service: PlayerServiceName?

  @Option(
    help: ArgumentHelp(
      "Shuffle, as the playlist or mixtape.toml says, or by a name; `off` keeps the order (default: as the playlist says).",
      valueName: "name"))
  var shuffle: ShuffleArgument?

  @Flag(
    name: .customLong("repeat"), inversion: .prefixedNo,
    help: "Begin again after the last episode, or stop there (default: playlists and the queue repeat, all else stops)."
  )
  var repeats: Bool?

  @Option(
    help: ArgumentHelp(
      "The reaction to an episode that cannot be played: stop the player, or play the next one (default: stop). It plays the next one after a missing file.",
      valueName: "reaction"))
  var onError: ShufflePlayer.FailureReaction?

  @Option(
    help: ArgumentHelp("The seed of the order (default: the playlist's seed, or a new one).", valueName: "n"))
  var seed: Int64?

  @Option(
    help: ArgumentHelp("The speed of the simulator's clock (default: 1); 0 stops it.", valueName: "factor"))
  var speed: Double?

  @OptionGroup var mpv: MPVOptions

  @Option(
    help: ArgumentHelp(
      "The episodes that keep their positions in the library: podcasts, all, or none (default: podcasts).",
      valueName: "which"))
  var positions: PositionKeeping = .podcasts

  @Flag(help: "Do not record plays and positions.")
  var noRecord = false

  @Flag(help: "Start over instead of resuming the last session.")
  var fresh = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    guard (0...1e6).contains(speed ?? 1) else { throw ValidationError("--speed requires a number from 0 to 1000000") }
    if speed != nil, service == .mpv { throw ValidationError("--speed requires --service simulator") }
    try mpv.validate(for: service)
    if what != nil, !finding.isEmpty {
      throw ValidationError("name what to play, or find it by --where and --search, not both")
    }
    if finding.isEmpty, sorting.sort != nil || !sorting.limit.isEmpty {
      throw ValidationError("--sort and --limit require --where or --search")
    }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let list = try session.playedList(what, finding, try order(), in: store)
    let other = RunningPlayer(owner: list?.owner ?? .standalone, store: store)
    if let status = other.status() { return try session.control(other, status) }
    try store.requireEffect(ofSeed: seed, shuffle?.setting, of: list, sortsAtRandom: try sorting.isRandom)
    let chosen = try session.playerService(service, speed: speed, mpvOptions: mpv.arguments)
    let playing = try session.makePlayer(try start(of: list, on: chosen, in: store, session.context))
    // The screen hides the note.
    if chosen == .simulator, service == nil, speed == nil, playing.firstMessage == nil {
      playing.firstMessage = ScreenMessage("mpv is not installed, so nothing is heard", isRefusal: true)
    }
    return try session.play(playing)
  }

  /// Returns the order and the limit of what the options find, with the seed of the player.
  private func order() throws -> [CriteriaEdit] {
    finding.isEmpty ? [] : try sorting.edits() + [seed.map { CriteriaEdit.seed(.number($0)) }].compactMap(\.self)
  }

  private func start(
    of list: PlayedList?, on service: PlayerServiceName, in store: Store, _ context: CommandContext
  ) throws(MixtapeError) -> PlayerStart {
    var start = try PlayerStart(
      of: list, in: store, on: service, shuffle: shuffle?.setting, repeats: repeats, onFailure: onError ?? .stop,
      seed: seed, now: context.now)
    start.mpvOptions = mpv.arguments
    start.speed = speed ?? 1
    start.startsOver = fresh || seed != nil || list?.selection?.start != nil
    start.recordsPlays = !noRecord
    start.positions = positions
    return start
  }
}
