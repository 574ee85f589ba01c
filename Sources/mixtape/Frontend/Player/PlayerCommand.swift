import MixtapeModel
import MixtapePlayer

/// A command to a player, as a line of input.
enum PlayerCommand: Equatable {
  case action(PlayerAction)
  /// An action on an episode, by its id.
  case episode(Verb, Episode.ID)
  /// Prints the state.
  case status
  /// Prints the rest of the round.
  case queue
  case quit
  /// An empty line, or a comment.
  case nothing

  enum Verb: Equatable { case play, add, next, remove }

  /// The error of an invalid line.
  struct Fault: Error, Equatable {
    let message: String
  }

  /// The names of the commands.
  static let names = [
    "play", "pause", "toggle", "next", "previous", "seek", "stop", "shuffle", "add", "remove", "undo", "status",
    "queue",
    "quit",
  ]

  /// Parses a line.
  init(_ line: String) throws(Fault) {
    let words = line.split(whereSeparator: \.isWhitespace).map(String.init)
    guard let name = words.first, !name.hasPrefix("#") else {
      self = .nothing
      return
    }
    let rest = words.dropFirst().joined(separator: " ")
    self = try rest.isEmpty ? Self.plain(name) : Self.detailed(name, rest)
  }

  private static func plain(_ name: String) throws(Fault) -> PlayerCommand {
    switch name {
    case "play": return .action(.play)
    case "pause": return .action(.pause)
    case "toggle": return .action(.toggle)
    case "next": return .action(.next)
    case "previous": return .action(.previous)
    case "stop": return .action(.stop)
    case "shuffle": return .action(.shuffle(nil))
    case "undo": return .action(.undo)
    case "status": return .status
    case "queue": return .queue
    case "quit": return .quit
    case "seek": throw Fault(message: "`seek` requires a time: `seek 1:30`, `seek +30 s`, `seek -10 s`")
    case "add", "remove": throw Fault(message: "`\(name)` requires an episode id")
    default: throw unknown(name)
    }
  }

  private static func detailed(_ name: String, _ rest: String) throws(Fault) -> PlayerCommand {
    switch name {
    case "seek": return .action(try seek(rest))
    case "shuffle": return .action(.shuffle(try shuffle(rest)))
    case "play": return .episode(.play, try id(rest))
    case "add": return .episode(.add, try id(rest))
    case "next": return .episode(.next, try id(rest))
    case "remove": return .episode(.remove, try id(rest))
    case _ where names.contains(name): throw Fault(message: "`\(name)` takes no argument")
    default: throw unknown(name)
    }
  }

  private static func seek(_ text: String) throws(Fault) -> PlayerAction {
    let sign = text.first.flatMap { "+-".contains($0) ? $0 : nil }
    let time = sign == nil ? text[...] : text.dropFirst().drop { $0 == " " }
    guard let duration = Duration(position: time) else {
      throw Fault(message: "\(ErrorPresenter.quoted(text)) is not a valid time: `1:30`, `90 s`, `2.9` or `+2 min`")
    }
    return sign.map { .seekBy($0 == "-" ? .zero - duration : duration) } ?? .seekTo(duration)
  }

  private static func shuffle(_ text: String) throws(Fault) -> ShuffleAlgorithm {
    if let algorithm = ShuffleAlgorithm(rawValue: text) { return algorithm }
    let names = ShuffleAlgorithm.allCases.map(\.rawValue).joined(separator: ", ")
    throw Fault(message: "there is no shuffle \(ErrorPresenter.quoted(text)); the shuffles are \(names)")
  }

  private static func id(_ text: String) throws(Fault) -> Episode.ID {
    do throws(MixtapeError) {
      return try Episode.ID(validating: text)
    } catch {
      throw Fault(message: ErrorPresenter.problem(for: error as any Error).message)
    }
  }

  private static func unknown(_ name: String) -> Fault {
    let near = ErrorPresenter.didYouMean(NearestNames.of(name, among: names).map { "`\($0)`" })
    let list = names.map { "`\($0)`" }.joined(separator: ", ")
    return Fault(
      message: "there is no command \(ErrorPresenter.quoted(name)); \(near ?? "the commands are \(list)")")
  }
}
