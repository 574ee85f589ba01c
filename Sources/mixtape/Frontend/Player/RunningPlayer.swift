import MixtapeModel
import MixtapePlayer
import MixtapeStore
import StoreBrowser

/// A player that another program runs, and that receives commands.
struct RunningPlayer {
  let owner: StorePlayer
  let store: Store

  /// Returns a line as the player reads it.
  static func line(_ words: [String]) -> String { words.isEmpty ? "status" : words.joined(separator: " ") }

  /// Sends a command. Returns `nil` if the player is not running.
  func send(_ line: String) throws -> PlayerReply? {
    guard let text = try PlayerControl.send(line, to: owner, of: store) else { return nil }
    guard let reply = PlayerReply(text) else {
      throw Problem(.unavailable, code: "no-reply", "the player did not reply", hints: "it may be suspended")
    }
    return reply
  }

  /// Returns the reply to `status`; `nil` if the player is not running, or does not reply.
  func status() -> PlayerReply? {
    do {
      return try send("status")
    } catch {
      // The player may be suspended. Its lock then keeps another one from starting, with an error.
      return nil
    }
  }

  /// The name of what the player plays, and the option that selects it.
  var wording: (name: String, option: String) {
    switch owner {
    case .playlist(let id): (id.rawValue, "--playlist \(id)")
    case .standalone: ("the queue", "--queue")
    case .selection: ("a selection", "--selection")
    }
  }
}

/// The reply of a player to another program: a line that says whether the command was refused, the event as JSON, and the event as
/// text.
struct PlayerReply {
  private static let done = "done"
  private static let refused = "refused"

  let isRefusal: Bool
  let json: JSONNode
  /// The event as text.
  let lines: [String]

  fileprivate var text: [StyledText] { lines.map { StyledText($0) } }

  /// Returns the reply as the player sends it.
  static func text(for event: PlayerEvent) -> String {
    let json = JSONNode.object(event.json).compact
    let text = event.lines.map { $0.rendered(colored: false) }
    return ([event.isRefusal ? refused : done, json] + text).joined(separator: "\n")
  }

  /// Reads a reply; `nil` if it is incomplete or damaged.
  init?(_ text: String) {
    let parts = text.split(separator: "\n", omittingEmptySubsequences: false).map(String.init)
    guard parts.count >= 3, [Self.done, Self.refused].contains(parts[0]) else { return nil }
    isRefusal = parts[0] == Self.refused
    lines = Array(parts[2...])
    do throws(JSONReader.Failure) {
      json = try JSONReader.read(Array(parts[1].utf8))
    } catch {
      return nil
    }
  }
}

extension Session {
  func print(_ reply: PlayerReply) {
    if wantsJSON { print(raw: "\(reply.json.compact)\n") } else { print(reply.text) }
  }

  /// Controls a player that another program runs. On a terminal, sends it the lines that the user types, until ctrl-D or `quit`.
  /// Otherwise, prints its status.
  func control(_ player: RunningPlayer, _ status: PlayerReply) throws -> ExitStatus {
    let (name, option) = player.wording
    guard !wantsJSON, context.standardInput.isTerminal, context.standardOutput.isTerminal else {
      print(status)
      reporter.note(
        code: "already-playing",
        "another player is playing \(name); `mixtape player \(option)` controls it")
      return .done
    }
    reporter.show(["Another player is playing \(name). Type its commands; ctrl-D leaves it running, `quit` ends it."])
    reporter.show(status.text)
    while let line = try answer(to: "\(">", .bold) ").map({ RunningPlayer.line([$0]) }) {
      guard let reply = try player.send(line) else {
        reporter.show(["The player has ended."])
        return .done
      }
      reporter.show(reply.text)
      if line == "quit" { return .done }
    }
    return .done
  }
}
