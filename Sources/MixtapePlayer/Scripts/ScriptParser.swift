public import MixtapeModel

extension Script {
  /// Parses a script.
  ///
  /// - Parameter library: The episodes that the script may name.
  /// - Returns: The script, or all its faults, in the order of the lines.
  public static func parse(
    _ source: [UInt8], library: [Episode.ID: Episode]
  ) -> Result<Script, ScriptFaults> {
    var parser = ScriptParser(library: library)
    for line in source.lineRanges { parser.read(ScriptLine(source, line)) }
    return parser.faults.isEmpty
      ? .success(Script(steps: parser.steps)) : .failure(ScriptFaults(faults: parser.faults))
  }
}

/// The faults of a script that cannot be run.
public struct ScriptFaults: Error, Hashable, Sendable {
  /// The faults, in the order of the lines. There is at least one.
  public let faults: [Script.Fault]
}

/// Parses a script line by line.
struct ScriptParser {
  let library: [Episode.ID: Episode]
  private(set) var steps: [Script.Step] = []
  private(set) var faults: [Script.Fault] = []
  /// The time of the next step.
  private var time = Duration.zero

  init(library: [Episode.ID: Episode]) { self.library = library }

  mutating func read(_ line: ScriptLine) {
    var line = line
    guard let whole = line.range else { return }
    do throws(Script.Fault) {
      let action = try readTime(&line) ? try action(&line) : .wait
      steps.append(Script.Step(time: time, action: action, range: whole))
      try line.expectEnd()
    } catch {
      faults.append(error)
    }
  }

  /// Reads `at` or `wait` with its time, if the line begins with it, and returns whether a command follows.
  private mutating func readTime(_ line: inout ScriptLine) throws(Script.Fault) -> Bool {
    if line.accept("wait") {
      time += try line.time(untilEnd: true)
      return false
    }
    guard line.accept("at") else { return true }
    let start = line.nextRange
    let named = try line.time(untilEnd: false)
    if named < time {
      throw Script.Fault(
        range: start, message: "this time is before \(time.playingTime), the time of the previous step",
        note: "times count from the start of the simulation, in ascending order")
    }
    time = named
    return !line.isAtEnd
  }

  private func action(_ line: inout ScriptLine) throws(Script.Fault) -> Script.Action {
    let word = try line.word("a command")
    switch word.text {
    case "play": return line.isAtEnd ? .play : .playNow(try episode(&line))
    case "pause": return .pause
    case "toggle": return .toggle
    case "stop": return .stop
    case "skip": return .skip
    case "back": return .back
    case "clear": return .clear
    case "seek": return .seek(try line.position())
    case "add": return .add(try episode(&line))
    case "remove": return .remove(try episode(&line))
    case "queue": return line.accept("next") ? .enqueueNext(try episode(&line)) : .enqueue(try episode(&line))
    case "shuffle": return .shuffle(line.isAtEnd ? nil : try algorithm(&line))
    case "fail": return .fail
    case "break": return .breakEpisode(try episode(&line))
    case "mend": return .mendEpisode(try episode(&line))
    case "expect": return .expect(try expectation(&line))
    case "at", "wait":
      throw Script.Fault(
        range: word.range, message: "`\(word.text)` must be the first word of a line",
        note: "write it on a separate line")
    default: throw word.unknown("there is no command", among: Self.commands)
    }
  }

  private static let commands = [
    "play", "pause", "toggle", "stop", "skip", "back", "clear", "seek", "add", "remove", "queue", "shuffle", "fail",
    "break", "mend", "expect", "at", "wait",
  ]

  private func expectation(_ line: inout ScriptLine) throws(Script.Fault) -> Script.Expectation {
    let word = try line.word("a state, or `next`, `last`, `count` or `round`")
    switch word.text {
    case "next": return .next(try episode(&line))
    case "last": return .previous(try episode(&line))
    case "count": return .count(try line.number())
    case "round": return .round(try line.number())
    default:
      guard let state = Script.StateName(rawValue: word.text) else {
        let names = Script.StateName.allCases.map(\.rawValue) + ["next", "last", "count", "round"]
        throw word.unknown("unknown expectation", among: names)
      }
      let takesEpisode = state != .empty && state != .stopped
      return .state(state, takesEpisode && !line.isAtEnd ? try episode(&line) : nil)
    }
  }

  private func algorithm(_ line: inout ScriptLine) throws(Script.Fault) -> ShuffleAlgorithm {
    let word = try line.word("the name of a shuffle")
    if let algorithm = ShuffleAlgorithm(rawValue: word.text) { return algorithm }
    throw word.unknown("there is no shuffle", among: ShuffleAlgorithm.allCases.map(\.rawValue))
  }

  private func episode(_ line: inout ScriptLine) throws(Script.Fault) -> Episode {
    let word = try line.word("an episode, <podcast>/<episode>")
    if let id = Episode.ID(rawValue: word.text), let episode = library[id] { return episode }
    let near = NearestNames.of(word.text, among: library.keys.map(\.rawValue), limit: 1).first
    throw Script.Fault(
      range: word.range, message: "the library has no episode `\(word.text)`",
      note: near.map { "did you mean `\($0)`?" })
  }
}
