public import MixtapeModel

/// A script for a simulated player: timed commands and expectations.
///
/// Each line is one step. A comment begins with `#`.
///
///     play
///     at 10:00 skip
///     wait 3 min
///     expect playing night-sky/042-auroras
public struct Script: Sendable {
  /// An error in a script, or an expectation that was not met.
  public struct Fault: Error, Hashable, Sendable {
    /// The bytes of the script that the fault is about.
    public let range: Range<Int>
    /// The text of the fault, found and expected, without a full stop.
    public let message: String
    /// A hint, if there is one.
    public let note: String?
  }

  struct Step: Sendable {
    /// The time of the step, from the start of the simulation.
    let time: Duration
    let action: Action
    /// The bytes of the step in the script.
    let range: Range<Int>
  }

  enum Action: Sendable {
    case play, pause, toggle, stop, skip, back, clear, wait
    case seek(Duration)
    case add(Episode), remove(Episode), playNow(Episode), enqueue(Episode), enqueueNext(Episode)
    case shuffle(ShuffleAlgorithm?)
    case fail, breakEpisode(Episode), mendEpisode(Episode)
    case expect(Expectation)
  }

  /// An expectation about the player.
  enum Expectation: Sendable {
    case state(PlaybackState.Kind, Episode?)
    case next(Episode)
    case previous(Episode)
    case count(Int)
    case round(Int)
  }

  /// The steps, in order of their times.
  let steps: [Step]
}

extension Script {
  /// Parses a script, or finds all its faults, in the order of the lines.
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
      guard let state = PlaybackState.Kind(rawValue: word.text) else {
        let names = PlaybackState.Kind.allCases.map(\.rawValue) + ["next", "last", "count", "round"]
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

struct ScriptLine {
  /// A word and its bytes in the script.
  struct Word {
    let text: String
    let range: Range<Int>

    /// Returns the fault that the word is not one of `names`, with the nearest of them.
    func unknown(_ message: String, among names: [String]) -> Script.Fault {
      let near = NearestNames.of(text, among: names, limit: 1).first
      return Script.Fault(
        range: range, message: "\(message) `\(text)`",
        note: near.map { "did you mean `\($0)`?" } ?? "expected one of: \(names.joined(separator: ", "))")
    }
  }

  private var words: ArraySlice<Word>
  /// The bytes of all words of the line; `nil` for an empty line or a comment.
  let range: Range<Int>?
  /// The offset after the last word.
  private let end: Int

  init(_ source: [UInt8], _ line: Range<Int>) {
    let all = Self.words(in: source, line)
    words = all[...]
    end = all.last?.range.upperBound ?? line.upperBound
    range = all.first.map { $0.range.lowerBound..<(all.last ?? $0).range.upperBound }
  }

  /// Splits a line into words, up to a word that begins with `#`.
  private static func words(in source: [UInt8], _ line: Range<Int>) -> [Word] {
    source[line].split { $0 == UInt8(ascii: " ") || $0 == UInt8(ascii: "\t") || $0 == UInt8(ascii: "\r") }
      .prefix { $0.first != UInt8(ascii: "#") }
      .map { Word(text: String(decoding: $0, as: UTF8.self), range: $0.startIndex..<$0.endIndex) }
  }

  var isAtEnd: Bool { words.isEmpty }

  /// The bytes of the next word, or the end of the line.
  var nextRange: Range<Int> { words.first?.range ?? end..<end }

  /// Reads the next word if it equals `text`, and returns whether it does.
  mutating func accept(_ text: String) -> Bool {
    guard words.first?.text == text else { return false }
    words.removeFirst()
    return true
  }

  mutating func word(_ expected: String) throws(Script.Fault) -> Word {
    guard let word = words.popFirst() else {
      throw Script.Fault(range: nextRange, message: "expected \(expected), found the end of the line", note: nil)
    }
    return word
  }

  mutating func number() throws(Script.Fault) -> Int {
    let word = try word("a number")
    if let number = Int(word.text), number >= 0 { return number }
    throw Script.Fault(range: word.range, message: "`\(word.text)` is not a number", note: nil)
  }

  /// Reads a time of one or several words.
  ///
  /// - Parameter untilEnd: Whether all words up to the end of the line belong to the time.
  mutating func time(untilEnd: Bool) throws(Script.Fault) -> Duration {
    let first = try word("a time")
    var taken = [first]
    while let next = words.first, untilEnd || Self.isPartOfTime(next.text) {
      taken.append(next)
      words.removeFirst()
    }
    let text = taken.map(\.text).joined(separator: " ")
    if let time = Duration(playingTime: text) { return time }
    throw Self.invalidTime(text, first, taken.last, note: "write `10:00`, `1:02:03`, `3 min`, `90 s` or `1.5 h`")
  }

  /// Reads a position in an episode from all remaining words; a number alone is seconds.
  mutating func position() throws(Script.Fault) -> Duration {
    let first = try word("a time")
    let taken = [first] + words
    words = []
    let text = taken.map(\.text).joined(separator: " ")
    if let position = Duration(position: text) { return position }
    throw Self.invalidTime(text, first, taken.last, note: "write `1:30`, `90`, `2.9`, `3 min` or `90 s`")
  }

  private static func invalidTime(_ text: String, _ first: Word, _ last: Word?, note: String) -> Script.Fault {
    Script.Fault(
      range: first.range.lowerBound..<(last ?? first).range.upperBound, message: "`\(text)` is not a time", note: note)
  }

  /// Returns whether a word can continue a time: a unit, or another number with its unit.
  private static func isPartOfTime(_ word: String) -> Bool {
    Quantity.Unit.isTimeWord(word)
      || word.utf8.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } == true
  }

  func expectEnd() throws(Script.Fault) {
    guard let first = words.first, let last = words.last else { return }
    throw Script.Fault(
      range: first.range.lowerBound..<last.range.upperBound, message: "expected the end of the line",
      note: "write each step on a separate line; a comment begins with `#`")
  }
}

extension [UInt8] {
  /// The lines, without their line feeds.
  var lineRanges: [Range<Int>] {
    split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).map { $0.startIndex..<$0.endIndex }
  }
}
