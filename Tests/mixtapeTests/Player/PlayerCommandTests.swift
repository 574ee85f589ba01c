import MixtapeModel
import MixtapePlayer
import StoreBrowser
import Testing

@testable import mixtape

@Suite struct PlayerCommandTests {
  @Test func `lines are parsed as commands`() throws {
    let id = try Episode.ID(validating: "night-sky/auroras")
    let cases: [(String, PlayerCommand)] = [
      ("play", .action(.play)), (" pause ", .action(.pause)), ("toggle", .action(.toggle)), ("next", .action(.next)),
      ("previous", .action(.previous)), ("stop", .action(.stop)), ("undo", .action(.undo)),
      ("seek 1:30", .action(.seekTo(.seconds(90)))), ("seek 90", .action(.seekTo(.seconds(90)))),
      ("seek 2.9", .action(.seekTo(.milliseconds(2900)))), ("seek 1:30.25", .action(.seekTo(.milliseconds(90_250)))),
      ("seek +0.5", .action(.seekBy(.milliseconds(500)))), ("seek -2.5 s", .action(.seekBy(.milliseconds(-2500)))),
      ("chapter next", .action(.chapter(.next))), ("chapter previous", .action(.chapter(.previous))),
      ("chapter 12", .action(.chapter(.number(12)))), ("chapters", .chapters),
      ("seek +2 min", .action(.seekBy(.seconds(120)))), ("seek -10", .action(.seekBy(.seconds(-10)))),
      ("shuffle", .action(.shuffle(nil))), ("shuffle off", .action(.shuffle(.off))),
      ("now night-sky/auroras", .episode(.play, id)), ("add night-sky/auroras", .episode(.add, id)),
      ("next-up night-sky/auroras", .episode(.next, id)), ("enqueue night-sky/auroras", .episode(.enqueue, id)),
      ("remove night-sky/auroras", .episode(.remove, id)),
      ("now Gamma Chapters", .named(.play, "Gamma Chapters")),
      ("add \"Alpha Tone\"", .named(.add, "Alpha Tone")), ("enqueue low-tide", .named(.enqueue, "low-tide")),
      ("now --where artist = \"Ann\"", .found(.play, .rule("artist = \"Ann\""))),
      ("next-up --search \"night sky\"", .found(.next, .search("night sky"))),
      ("speed 1.5", .action(.speed(PlaybackSpeed(clamping: 1.5)))), ("speed +0.25", .action(.speedBy(0.25))),
      ("speed - 1", .action(.speedBy(-1))), ("volume 80", .action(.volume(Volume(clamping: 80)))),
      ("volume 80%", .action(.volume(Volume(clamping: 80)))), ("volume +5", .action(.volumeBy(5))),
      ("volume -5%", .action(.volumeBy(-5))), ("sleep 30m", .action(.sleep(.seconds(1800)))),
      ("sleep 90 s", .action(.sleep(.seconds(90)))), ("sleep 1:30:00", .action(.sleep(.seconds(5400)))),
      ("sleep 24h", .action(.sleep(.seconds(86_400)))), ("sleep off", .action(.sleep(nil))),
      ("search  night sky ", .search("night sky")), ("clear", .action(.clear)),
      ("load morning", .load(try Playlist.ID(validating: "morning"))),
      ("status", .status), ("queue", .queue), ("quit", .quit), ("", .nothing), ("# a comment", .nothing),
    ]
    for (line, command) in cases { #expect(try PlayerCommand(line) == command) }
  }

  @Test(arguments: [
    ("sek 1", "there is no command \"sek\"; did you mean `seek`?"),
    ("load", "`load` requires the id of a playlist"),
    ("seek", "`seek` requires a time: `seek 1:30`, `seek +30 s`, `seek -10 s`"),
    ("seek 1h30", "\"1h30\" is not a valid time; a time is like `1:30`, `90 s`, `2.9` or `+2 min`"),
    ("seek 2.9.1", "\"2.9.1\" is not a valid time; a time is like `1:30`, `90 s`, `2.9` or `+2 min`"),
    ("seek 1:75", "\"1:75\" is not a valid time; a time is like `1:30`, `90 s`, `2.9` or `+2 min`"),
    ("chapter", "`chapter` requires a number, `next` or `previous`; `chapters` lists them"),
    ("chapter 0", "\"0\" is not a valid chapter: `next`, `previous` or a number from 1"),
    ("chapter -1", "\"-1\" is not a valid chapter: `next`, `previous` or a number from 1"),
    (
      "chapter 99999999999999999999",
      "\"99999999999999999999\" is not a valid chapter: `next`, `previous` or a number from 1"
    ),
    ("chapters 2", "`chapters` takes no argument"),
    ("add", "`add` requires a playlist, a podcast, an album or an episode, by id or name"),
    ("remove", "`remove` requires an episode id"),
    ("speed", "`speed` requires a factor: `speed 1.5`, `speed +0.1`, `speed -0.1`"),
    ("speed fast", "\"fast\" is not a valid speed: `1.5`, `+0.1` or `-0.1`"),
    ("speed inf", "\"inf\" is not a valid speed: `1.5`, `+0.1` or `-0.1`"),
    ("speed 0", "the speed must be from 0.25 to 4"), ("speed 4.01", "the speed must be from 0.25 to 4"),
    ("volume", "`volume` requires a percentage: `volume 80`, `volume +5`, `volume -5`"),
    ("volume 101", "the volume must be from 0 to 100"),
    ("volume 99999999999999999999", "\"99999999999999999999\" is not a valid volume: `80`, `+5` or `-5`"),
    ("volume 8.5", "\"8.5\" is not a valid volume: `80`, `+5` or `-5`"),
    ("sleep", "`sleep` requires a time or `off`: `sleep 30m`, `sleep 1:30:00`, `sleep off`"),
    ("sleep soon", "\"soon\" is not a valid time; a time is like `30m`, `90 s`, `1:30:00` or `off`"),
    ("sleep 25h", "the maximum is `sleep 24h`"),
    ("sleep -5m", "\"-5m\" is not a valid time; a time is like `30m`, `90 s`, `1:30:00` or `off`"),
    ("search", "`search` requires words: `search aurora`"), ("clear all", "`clear` takes no argument"),
    ("shuffle x", "there is no shuffle \"x\"; the shuffles are uniform, spread, weighted, grouped, off"),
    ("quit now", "`quit` takes no argument"),
    ("add -comets", "\"-comets\" is not a valid id: the form of an episode id is <podcast>/<episode>"),
    (
      "\u{1B}[31m",
      "there is no command \"\u{1B}[31m\"; the commands are `play`, `pause`, `toggle`, `next`, `previous`, `seek`, `chapter`, `chapters`, `stop`, `speed`, `volume`, `sleep`, `shuffle`, `search`, `now`, `next-up`, `enqueue`, `add`, `remove`, `clear`, `load`, `undo`, `status`, `queue`, `quit`"
    ),
  ])
  func `invalid lines are refused with a reason`(_ line: String, _ message: String) {
    #expect(throws: PlayerCommand.InvalidLine(message: message)) { try PlayerCommand(line) }
  }
}
