import MixtapeModel
import MixtapePlayer
import TerminalUI

// The meaning of keys. ``PlayerKeys`` describes them to users.

extension PlayerPanel {
  /// The time that an arrow key seeks.
  static let stride = Duration.seconds(10)
  /// The number of rows that a page key moves.
  private static let page = 10

  /// Handles a key. Enter in a search chooses from ``found``, so the caller must answer ``openQuery`` first.
  ///
  /// - Returns: The action on the player, if any.
  mutating func press(_ key: Key, _ player: PlayerSnapshot) -> PlayerAction? {
    message = nil
    switch key {
    case .control("c"): return .quit
    case .control("z"): return .suspend
    default: break
    }
    switch mode {
    case .playing: return pressWhilePlaying(key, player)
    case .queue: return pressInQueue(key, player)
    case .search(let purpose): return pressInSearch(key, purpose)
    case .help:
      // Any other key closes the help.
      if moveCursor(key, in: PlayerKeys.explained(in: home, player.state).count) { return nil }
      mode = home
      cursor = 0
      return nil
    }
  }

  private mutating func pressWhilePlaying(_ key: Key, _ player: PlayerSnapshot) -> PlayerAction? {
    switch key {
    case .up, .down, .tab, .enter, .pageUp, .pageDown:
      open(.queue)
      return nil
    case .character("d"), .delete: return player.state.currentEpisode.map { .remove($0.id) }
    case .character("q"): return .quit
    default: return pressAnywhere(key)
    }
  }

  private mutating func pressInQueue(_ key: Key, _ player: PlayerSnapshot) -> PlayerAction? {
    let queue = player.queue
    if moveCursor(key, in: queue.count) { return nil }
    let chosen = place(in: queue.count).map { queue[$0].episode }
    switch key {
    case .enter: return chosen.map(PlayerAction.playNow)
    case .character("e"): return chosen.map(PlayerAction.playNext)
    case .character("d"), .delete: return chosen.map { .remove($0.id) }
    case .escape, .tab, .character("q"):
      open(.playing)
      return nil
    default: return pressAnywhere(key)
    }
  }

  /// Handles the keys that are the same in all views without text input.
  private mutating func pressAnywhere(_ key: Key) -> PlayerAction? {
    switch key {
    case .character(" "): return .toggle
    case .character("n"): return .next
    case .character("p"): return .previous
    case .left: return .seekBy(.zero - Self.stride)
    case .right: return .seekBy(Self.stride)
    case .character("s"): return .shuffle(nil)
    case .character("u"): return .undo
    case .character("a"): open(.search(.add))
    case .character("/"): open(.search(.play))
    case .character("?"): open(.help)
    default: break
    }
    return nil
  }

  private mutating func pressInSearch(_ key: Key, _ purpose: Purpose) -> PlayerAction? {
    if key != .home, key != .end, moveCursor(key, in: found.count) { return nil }
    switch key {
    case .escape, .control("g"): close()
    case .enter:
      guard let place = place(in: found.count) else { return nil }
      if purpose == .add { return .add(found[place]) }
      open(.playing)
      return .playNow(found[place])
    case .character(let character): ask(for: query + String(character))
    case .pasted(let text): ask(for: query + text)
    case .backspace: ask(for: String(query.dropLast()))
    case .control("u"): ask(for: "")
    case .control("w"): ask(for: Self.withoutLastWord(query))
    default: break
    }
    return nil
  }

  private mutating func close() {
    mode = home
    cursor = 0
  }

  private static func withoutLastWord(_ text: String) -> String {
    let trimmed = text.lastIndex { $0 != " " }.map { text[...$0] } ?? ""
    return trimmed.lastIndex(of: " ").map { String(trimmed[...$0]) } ?? ""
  }

  /// Moves the cursor in a list; returns `false` if the key does not move it.
  private mutating func moveCursor(_ key: Key, in count: Int) -> Bool {
    let place = place(in: count) ?? 0
    let target: Int
    switch key {
    case .up: target = place - 1
    case .down: target = place + 1
    case .pageUp: target = place - Self.page
    case .pageDown: target = place + Self.page
    case .home: target = 0
    case .end: target = count - 1
    default: return false
    }
    cursor = max(0, min(target, count - 1))
    return true
  }
}
