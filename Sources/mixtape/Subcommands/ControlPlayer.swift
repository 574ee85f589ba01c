import ArgumentParser
import MixtapeModel
import MixtapeStore

struct ControlPlayer: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "player",
    abstract: "Control a running player from another terminal or program.",
    discussion: """
      Sends a command to a player of this store that this user has started with `mixtape play`, and prints the answer. \
      If several are running, --playlist, --queue or --selection selects one.

      Commands:

        status  play  pause  toggle  next  previous  stop  seek TIME
        chapter next  chapter previous  chapter N  chapters
        speed FACTOR  volume PERCENT  sleep TIME  shuffle [NAME]  search WORDS
        now WHAT  next-up WHAT  enqueue WHAT  add WHAT  remove ID  clear  undo
        load ID  queue  quit

      WHAT is a playlist, a podcast, an album or an episode, by id or name, or `--where RULE` or `--search WORDS`. `now` plays it \
      at once, `next-up` plays it next, and `enqueue` at the end of this round. The player of a selection, such as an album, \
      plays with `now` the new one instead. `mixtape play` reads the same commands from standard input.

      Examples:
        mixtape player toggle
        mixtape player seek +30 s
        mixtape player chapter next
        mixtape player status --json
        mixtape player enqueue night-sky/042-auroras --playlist focus
        mixtape player now "Parlour Rags"
      """)

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("The command, with its arguments (default: status).", valueName: "command"),
    completion: .ofStore { $0.playerWords($1) })
  var words: [String] = []

  @Option(help: ArgumentHelp("The player of this playlist.", valueName: "id"))
  var playlist: PlaylistArgument?

  @Flag(help: "The player of the queue without a playlist.")
  var queue = false

  @Flag(help: "The player of a podcast, an album, an episode or a search.")
  var selection = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if [playlist != nil, queue, selection].count(where: \.self) > 1 {
      throw ValidationError("only one of --playlist, --queue and --selection can be used")
    }
    do throws(PlayerCommand.InvalidLine) {
      _ = try PlayerCommand(RunningPlayer.line(words))
    } catch {
      throw ValidationError(error.message)
    }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let owner = try player(of: store, in: session)
    let player = RunningPlayer(owner: owner, store: store)
    guard let reply = try player.send(RunningPlayer.line(words)) else { throw Self.notRunning(owner) }
    session.print(reply)
    return reply.isRefusal ? .nothingToDo : .done
  }

  private func player(of store: Store, in session: Session) throws -> StorePlayer {
    if queue { return .standalone }
    if selection { return .selection }
    if let playlist { return .playlist(try playlist.id(in: session)) }
    let running = try store.runningPlayers()
    guard let first = running.first else { throw Self.notRunning(nil) }
    guard running.count > 1 else { return first }
    let names = running.map { "`\(RunningPlayer(owner: $0, store: store).wording.option)`" }.joined(separator: ", ")
    throw Problem(
      .usage, code: "several-players", "\(running.count) players are running", hints: "select one: \(names)")
  }

  private static func notRunning(_ player: StorePlayer?) -> Problem {
    let name =
      switch player {
      case .playlist(let id)?: " of \(id)"
      case .standalone?: " of the queue"
      case .selection?: " of a selection"
      case nil: ""
      }
    return Problem(
      .notFound, code: "not-playing", "no player\(name) is running",
      hints: "`mixtape play\(player?.playlist.map { " \($0)" } ?? "")` starts one")
  }
}
