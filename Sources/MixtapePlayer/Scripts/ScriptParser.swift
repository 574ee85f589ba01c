public import MixtapeModel

extension Script {
  /// Reads a script.
  ///
  /// - Parameter library: The episodes that it may speak of.
  /// - Returns: The script, or all that is wrong with it, in order of the lines.
  public static func parse(
    _ source: [UInt8], library: [Episode.ID: Episode]
  ) -> Result<Script, ScriptFaults> {
    var parser = ScriptParser(library: library)
    for line in source.lineRanges { parser.read(ScriptLine(source, line)) }
    return parser.faults.isEmpty
      ? .success(Script(steps: parser.steps)) : .failure(ScriptFaults(faults: parser.faults))
  }
}

/// Why a script cannot be run.
public struct ScriptFaults: Error, Hashable, Sendable {
  /// All that is wrong, in order of the lines; at least one.
  public let faults: [Script.Fault]
}

/// Reads the lines of a script, one after the other.
struct ScriptParser {
  let library: [Episode.ID: Episode]
  private(set) var steps: [Script.Step] = []
  private(set) var faults: [Script.Fault] = []
  /// When the next step is done.
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

  /// Reads `at` or `wait`, if the line begins with it; `false` if there is nothing more in the line then.
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
        range: start, message: "this is before \(time.playingTime), which the script has come to",
        note: "times count from the start, and go forward")
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
    case "seek": return .seek(try line.time(untilEnd: true))
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
        range: word.range, message: "`\(word.text)` begins a line", note: "put it into a line of its own")
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
        throw word.unknown("a script cannot expect", among: names)
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
