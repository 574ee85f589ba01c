import ArgumentParser
import FileSystem
import MixtapeModel
import MixtapePlayer
import MixtapeStore
import TerminalUI

struct Play: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "play",
    abstract: "Play a playlist, shuffled.",
    discussion: """
      On a terminal it fills the screen; `?` shows the keys. Queue and position are kept for the next time, which \
      --fresh does without. At most 120 episodes are in the queue. What is heard to its end, or 90% of it, is recorded \
      in the library when the session ends, as one commit.

      Without a terminal, or with --json, it prints a line for everything that happens, and takes commands from \
      standard input, one a line:
        play [ID]  pause  toggle  next [ID]  previous  stop  seek 1:30  seek +30 s
        shuffle [NAME]  add ID  remove ID  undo  status  queue  quit
      `play ID` plays an episode at once, `next ID` makes it the next one. The end of the input ends it if there was a \
      command in it; otherwise it plays until it is interrupted.

      Examples:
        mixtape play morning-commute
        mixtape play focus --shuffle weighted --no-record
        printf 'next\\nstatus\\nquit\\n' | mixtape play focus --json
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Option(help: ArgumentHelp("The service that plays (default: mpv if it is installed).", valueName: "name"))
  var service: PlayerServiceName?

  @Option(
    help: ArgumentHelp("How to shuffle (default: as the playlist says, or mixtape.toml).", valueName: "name"))
  var shuffle: ShuffleAlgorithm?

  @Option(
    help: ArgumentHelp("The seed of the order (default: the playlist's seed, or a new one).", valueName: "n"))
  var seed: Int64?

  @Option(
    help: ArgumentHelp("The speed of the simulator's clock (default: 1); 0 stops it.", valueName: "factor"))
  var speed: Double?

  @Option(help: ArgumentHelp("Another option for mpv, such as --mpv-option=--audio-device=pulse.", valueName: "option"))
  var mpvOption: [String] = []

  @Flag(help: "Do not record plays.")
  var noRecord = false

  @Flag(help: "Start over instead of resuming the last session.")
  var fresh = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    guard (0...1e6).contains(speed ?? 1) else { throw ValidationError("--speed is a number from 0 to 1000000") }
    if speed != nil, service == .mpv { throw ValidationError("--speed requires --service simulator") }
    if !mpvOption.isEmpty, service == .simulator { throw ValidationError("--mpv-option requires --service mpv") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let playlist = try store.existing(try playlist.id, withTimes: false)
    let service = service ?? usualService(in: session)
    if service == .mpv { try requireMPV(in: session.context) }
    let start = ContinuousClock.now
    let setup = PlayerSetup(
      store: store, playlist: playlist, episodes: try session.playableEpisodes(of: playlist, in: store),
      service: service,
      shuffle: try store.shuffle(asked: shuffle, of: playlist),
      seed: playlist.seed(asked: seed), speed: speed ?? 1, records: !noRecord,
      isFresh: fresh || seed != nil, environment: session.context.environment, mpvOptions: mpvOption,
      now: session.context.now, elapsed: { ContinuousClock.now - start })
    let playing = try PlayerSession(setup)
    // On a terminal, episodes can be added from the library.
    if playing.player.count == 0, !session.isOnTerminal { throw session.nothingToPlay(in: playlist) }
    return try session.play(playing)
  }

  private func requireMPV(in context: CommandContext) throws {
    guard InstalledProgram.path(of: "mpv", in: context.environment) == nil else { return }
    throw CommandFailure(
      .unavailable, code: "mpv-missing", "mpv is not installed, or not in $PATH",
      hints: "https://mpv.io/installation explains how to install it", "`--service simulator` plays without sound")
  }

  /// mpv if it is there; without it nothing can be heard.
  private func usualService(in session: Session) -> PlayerServiceName {
    if speed != nil { return .simulator }
    if !mpvOption.isEmpty || InstalledProgram.path(of: "mpv", in: session.context.environment) != nil { return .mpv }
    session.reporter.note(
      code: "no-sound",
      "mpv is not installed, so nothing can be heard (https://mpv.io/installation); with `--service simulator` this is not said"
    )
    return .simulator
  }
}

extension PlayerServiceName: ExpressibleByArgument {}
