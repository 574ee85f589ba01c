import MixtapeModel
import MixtapePlayer
import StoreBrowser

/// A command to a player, as a line of input.
enum PlayerCommand: Equatable {
  case action(PlayerAction)
  /// An action on an episode, by its id.
  case episode(Verb, Episode.ID)
  /// An action on the only item that a text names, for a text that is no id of an episode.
  case named(Verb, String)
  /// An action on the episodes that a rule or a search finds.
  case found(Verb, Query)
  /// Plays a playlist in the queue without a playlist.
  case load(Playlist.ID)
  /// Finds episodes of the library.
  case search(String)
  /// Prints the state.
  case status
  /// Prints the rest of the round.
  case queue
  /// Prints the chapters of the current episode.
  case chapters
  case quit
  /// An empty line, or a comment.
  case nothing

  enum Verb: Equatable { case play, add, next, enqueue, remove }

  /// A query for episodes, as it was typed.
  enum Query: Equatable {
    case rule(String)
    case search(String)

    var text: String {
      switch self {
      case .rule(let text), .search(let text): text
      }
    }
  }

  struct InvalidLine: Error, Equatable {
    let message: String
  }

  static let names = [
    "play", "pause", "toggle", "next", "previous", "seek", "chapter", "chapters", "stop", "speed", "volume", "sleep",
    "shuffle", "search", "now", "next-up", "enqueue", "add", "remove", "clear", "load", "undo", "status", "queue",
    "quit",
  ]

  init(_ line: String) throws(InvalidLine) {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let name = words.first, !name.hasPrefix("#") else {
      self = .nothing
      return
    }
    let rest = words.dropFirst().joined(separator: " ")
    self = try rest.isEmpty ? Self.plain(name) : Self.detailed(name, rest)
  }

  private static func plain(_ name: String) throws(InvalidLine) -> PlayerCommand {
    switch name {
    case "play": return .action(.play)
    case "pause": return .action(.pause)
    case "toggle": return .action(.toggle)
    case "next": return .action(.next)
    case "previous": return .action(.previous)
    case "stop": return .action(.stop)
    case "shuffle": return .action(.shuffle(nil))
    case "clear": return .action(.clear)
    case "undo": return .action(.undo)
    case "status": return .status
    case "queue": return .queue
    case "chapters": return .chapters
    case "quit": return .quit
    default:
      guard let requirement = requirements[name] else { throw unknown(name) }
      throw InvalidLine(message: "`\(name)` requires \(requirement)")
    }
  }

  /// The arguments of the commands that are not complete without one.
  private static let requirements = [
    "seek": "a time: `seek 1:30`, `seek +30 s`, `seek -10 s`",
    "chapter": "a number, `next` or `previous`; `chapters` lists them",
    "speed": "a factor: `speed 1.5`, `speed +0.1`, `speed -0.1`",
    "volume": "a percentage: `volume 80`, `volume +5`, `volume -5`",
    "sleep": "a time or `off`: `sleep 30m`, `sleep 1:30:00`, `sleep off`",
    "search": "words: `search aurora`", "load": "the id of a playlist", "remove": "an episode id",
    "now": anything, "next-up": anything, "enqueue": anything, "add": anything,
  ]
  private static let anything = "a playlist, a podcast, an album or an episode, by id or name"

  private static func detailed(_ name: String, _ rest: String) throws(InvalidLine) -> PlayerCommand {
    switch name {
    case "seek": return .action(try seek(rest))
    case "chapter": return .action(.chapter(try chapter(rest)))
    case "speed": return .action(try speed(rest))
    case "volume": return .action(try volume(rest))
    case "sleep": return .action(try sleep(rest))
    case "shuffle": return .action(.shuffle(try shuffle(rest)))
    case "search": return .search(rest)
    case "load": return .load(try playlist(rest))
    case "now": return try episode(.play, rest)
    case "add": return try episode(.add, rest)
    case "next-up": return try episode(.next, rest)
    case "enqueue": return try episode(.enqueue, rest)
    case "remove": return try episode(.remove, rest)
    case "play": throw InvalidLine(message: "`play` takes no argument; `now` plays something at once")
    case "next": throw InvalidLine(message: "`next` takes no argument; `next-up` plays something next")
    case _ where names.contains(name): throw InvalidLine(message: "`\(name)` takes no argument")
    default: throw unknown(name)
    }
  }

  /// Splits a text into its sign, if it has one, and the rest.
  private static func signed(_ text: String) -> (sign: Character?, rest: Substring) {
    let sign = text.first.flatMap { "+-".contains($0) ? $0 : nil }
    return (sign, sign == nil ? text[...] : text.dropFirst().drop { $0 == " " })
  }

  private static func speed(_ text: String) throws(InvalidLine) -> PlayerAction {
    let (sign, rest) = signed(text)
    // `Double` also reads `inf`, `nan` and hexadecimal numbers.
    guard rest.allSatisfy({ $0.isASCII && ($0.isNumber || $0 == ".") }), let factor = Double(rest) else {
      throw InvalidLine(message: "\(ErrorPresenter.quoted(text)) is not a valid speed: `1.5`, `+0.1` or `-0.1`")
    }
    if let sign { return .speedBy(sign == "-" ? -factor : factor) }
    guard let speed = PlaybackSpeed(rawValue: factor) else {
      let range = PlaybackSpeed.range
      throw InvalidLine(message: "the speed must be from \(range.lowerBound) to \(Int(range.upperBound))")
    }
    return .speed(speed)
  }

  private static func volume(_ text: String) throws(InvalidLine) -> PlayerAction {
    let (sign, rest) = signed(text.last == "%" ? String(text.dropLast()) : text)
    guard rest.allSatisfy({ $0.isASCII && $0.isNumber }), let percent = Int(rest), percent <= 1_000 else {
      throw InvalidLine(message: "\(ErrorPresenter.quoted(text)) is not a valid volume: `80`, `+5` or `-5`")
    }
    if let sign { return .volumeBy(sign == "-" ? -percent : percent) }
    guard let volume = Volume(rawValue: percent) else {
      throw InvalidLine(message: "the volume must be from \(Volume.range.lowerBound) to \(Volume.range.upperBound)")
    }
    return .volume(volume)
  }

  private static func sleep(_ text: String) throws(InvalidLine) -> PlayerAction {
    if text == "off" { return .sleep(nil) }
    guard let time = IntervalArgument(argument: text)?.duration else {
      throw InvalidLine(
        message: "\(ErrorPresenter.quoted(text)) is not a valid time; a time is like `30m`, `90 s`, `1:30:00` or `off`")
    }
    guard time <= PlayerSession.longestSleep else { throw InvalidLine(message: "the maximum is `sleep 24h`") }
    return .sleep(time)
  }

  private static func seek(_ text: String) throws(InvalidLine) -> PlayerAction {
    let (sign, time) = signed(text)
    guard let duration = Duration(position: time) else {
      throw InvalidLine(
        message: "\(ErrorPresenter.quoted(text)) is not a valid time; a time is like `1:30`, `90 s`, `2.9` or `+2 min`")
    }
    return sign.map { .seekBy($0 == "-" ? .zero - duration : duration) } ?? .seekTo(duration)
  }

  private static func chapter(_ text: String) throws(InvalidLine) -> ChapterStep {
    if text == "next" { return .next }
    if text == "previous" { return .previous }
    guard text.allSatisfy({ $0.isASCII && $0.isNumber }), let number = Int(text), number > 0 else {
      throw InvalidLine(
        message: "\(ErrorPresenter.quoted(text)) is not a valid chapter: `next`, `previous` or a number from 1")
    }
    return .number(number)
  }

  private static func shuffle(_ text: String) throws(InvalidLine) -> ShuffleAlgorithm {
    if let algorithm = ShuffleAlgorithm(rawValue: text) { return algorithm }
    let names = ShuffleAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")
    throw InvalidLine(message: "there is no shuffle \(ErrorPresenter.quoted(text)); the shuffles are \(names)")
  }

  private static func episode(_ verb: Verb, _ text: String) throws(InvalidLine) -> PlayerCommand {
    if verb != .remove, let query = query(text) { return .found(verb, query) }
    let name = unquoted(text)
    do throws(MixtapeError) {
      return .episode(verb, try EpisodeArgument(text: name).id)
    } catch {
      if NameLookup.canBeName(name), !name.contains("/") || name.hasSuffix(".toml") { return .named(verb, name) }
      throw InvalidLine(message: ErrorPresenter.problem(for: error).message)
    }
  }

  /// Reads `--where RULE` or `--search WORDS`; `nil` for any other text.
  private static func query(_ text: String) -> Query? {
    let parts = text.split(separator: " ", maxSplits: 1).map(String.init)
    guard parts.count == 2 else { return nil }
    return switch parts[0] {
    case "--where": .rule(parts[1])
    case "--search": .search(unquoted(parts[1]))
    default: nil
    }
  }

  /// Returns a text without the quotes around it: a line is not read by a shell, which would remove them.
  private static func unquoted(_ text: String) -> String {
    let isQuoted = text.count > 2 && text.hasPrefix("\"") && text.hasSuffix("\"")
    return isQuoted ? String(text.dropFirst().dropLast()) : text
  }

  private static func playlist(_ text: String) throws(InvalidLine) -> Playlist.ID {
    do throws(MixtapeError) {
      return try Playlist.ID(validating: text)
    } catch {
      throw InvalidLine(message: ErrorPresenter.problem(for: error).message)
    }
  }

  private static func unknown(_ name: String) -> InvalidLine {
    let near = ErrorPresenter.didYouMean(NearestNames.of(name, among: names).map { "`\($0)`" })
    let list = names.map { "`\($0)`" }.joined(separator: ", ")
    return InvalidLine(
      message: "there is no command \(ErrorPresenter.quoted(name)); \(near ?? "the commands are \(list)")")
  }
}

extension Completions {
  /// Returns the commands to a player, or the arguments of the one that is typed.
  func playerWords(_ prefix: String) -> [String] {
    let typed = words.drop { $0 != "player" }.dropFirst().filter { !$0.hasPrefix("-") }
    guard let command = typed.first, typed.count > 1 || command != prefix else {
      return PlayerCommand.names.filter { $0.hasPrefix(prefix) }
    }
    let choices: [String]
    switch command {
    case "now", "next-up", "enqueue", "add":
      return prefix.contains("/") ? episodes(prefix) : playlists(prefix) + podcasts(prefix)
    case "remove": return episodes(prefix)
    case "load": return playlists(prefix)
    case "chapter": choices = ["next", "previous"]
    case "shuffle": choices = ShuffleAlgorithm.allCases.map(\.rawValue)
    case "sleep": choices = ["off"]
    default: choices = []
    }
    return choices.filter { $0.hasPrefix(prefix) }
  }
}
