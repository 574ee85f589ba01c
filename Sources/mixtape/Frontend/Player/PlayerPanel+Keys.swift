import MixtapeModel
import MixtapePlayer
import TerminalUI

// The meaning of keys. ``PlayerKeys`` describes them to users.

extension PlayerPanel {
  /// The time that an arrow key seeks.
  static let stride = Duration.seconds(10)
  /// The amount by which a key changes the speed.
  static let speedStep = 0.1
  /// The amount by which a key changes the volume.
  static let volumeStep = 5
  /// The number of rows of a page. A page key moves by one less.
  private static let page = 11

  /// The keys that move the cursor in a list below a text, which takes letters, home and end.
  private static let listKeys: Set<Key> = [.up, .down, .pageUp, .pageDown]

  /// Returns whether a key acts on the result of a search. The caller then answers ``openQuery`` before ``press(_:_:)``.
  func actsOnResult(_ key: Key) -> Bool {
    guard case .search = mode else { return false }
    return key == .enter || Self.listKeys.contains(key)
  }

  /// Handles a key.
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
    case .chapters: return pressInChapters(key, player)
    case .help, .details:
      // Any other key closes the page.
      if Self.listKeys.union([.home, .end]).contains(key), moveCursor(key, in: textRows) { return nil }
      close()
      return nil
    }
  }

  private mutating func pressWhilePlaying(_ key: Key, _ player: PlayerSnapshot) -> PlayerAction? {
    switch key {
    case .up, .down, .tab, .enter, .pageUp, .pageDown:
      open(.queue)
      return nil
    case .character("d"), .delete:
      return player.state.currentEpisode == nil ? nil : player.current.map { .entry(.remove, $0) }
    case .character("i"):
      openDetails(of: player.shownEpisode)
      return nil
    case .character("q"): return .quit
    default: return pressAnywhere(key, player)
    }
  }

  private mutating func pressInQueue(_ key: Key, _ player: PlayerSnapshot) -> PlayerAction? {
    let queue = player.queue
    if moveCursor(key, in: queue.count) { return nil }
    let chosen = place(in: queue.count).map { queue[$0].entry }
    switch key {
    case .enter: return chosen.map { .entry(.play, $0) }
    case .character("e"): return chosen.map { .entry(.playNext, $0) }
    case .character("d"), .delete: return chosen.map { .entry(.remove, $0) }
    case .character("i"):
      openDetails(of: chosen?.episode)
      return nil
    case .character("K"): return chosen.flatMap { move($0, by: -1, player) }
    case .character("J"): return chosen.flatMap { move($0, by: 1, player) }
    case .escape, .tab, .character("q"):
      open(.playing)
      return nil
    default: return pressAnywhere(key, player)
    }
  }

  /// Moves an entry of the rest of the round. The cursor follows it.
  private mutating func move(_ entry: PlayerEntry, by distance: Int, _ player: PlayerSnapshot) -> PlayerAction? {
    guard let place = player.upNext.firstIndex(where: { $0.id == entry.id }) else {
      message = Message(text: "Only upcoming episodes can be moved", isRefusal: true)
      return nil
    }
    guard player.upNext.indices.contains(place + distance) else { return nil }
    cursor.select(cursor.row + distance)
    return .entry(.move(by: distance), entry)
  }

  /// Handles the keys that are the same in all views without text input.
  private mutating func pressAnywhere(_ key: Key, _ player: PlayerSnapshot) -> PlayerAction? {
    switch key {
    case .character(" "), .character("n"):
      guard !player.entries.isEmpty else {
        message = Message(text: "The queue is empty; a adds episodes from the library", isRefusal: true)
        return nil
      }
      return key == .character("n") ? .next : .toggling(player.state)
    case .character("p"): return .previous
    case .left: return .seekBy(.zero - Self.stride)
    case .right: return .seekBy(Self.stride)
    case .character("<"): return .chapter(.previous)
    case .character(">"): return .chapter(.next)
    case .character("["): return .speedBy(-Self.speedStep)
    case .character("]"): return .speedBy(Self.speedStep)
    case .character("-"): return .volumeBy(-Self.volumeStep)
    case .character("+"), .character("="): return .volumeBy(Self.volumeStep)
    case .character("t"): return .sleepLonger
    case .character("c"): return .clear
    case .character("s"): return .shuffle(nil)
    case .character("S"): return .shuffle(.off)
    case .character("u"): return .undo
    case .character("a"): open(.search(.add))
    case .character("/"): open(.search(.play))
    case .character("l"): openChapters(player)
    case .character("?"): open(.help)
    default: break
    }
    return nil
  }

  private mutating func pressInSearch(_ key: Key, _ purpose: Purpose) -> PlayerAction? {
    if Self.listKeys.contains(key), moveCursor(key, in: found.count) { return nil }
    switch key {
    case _ where key.isCancel: close()
    case .enter:
      guard let place = place(in: found.count) else { return nil }
      if purpose == .add { return .addOrRemove(found[place]) }
      open(.playing)
      return .playNow(found[place])
    case .character(let character): ask(for: query + String(character))
    case .pasted(let text): ask(for: query + text)
    case .backspace: ask(for: String(query.dropLast()))
    case .control("u"): ask(for: "")
    case .control("w"): ask(for: query.withoutLastWord)
    default: break
    }
    return nil
  }

  private mutating func openDetails(of episode: Episode?) {
    if let episode { open(.details(episode)) } else { message = Message(text: "There is no episode", isRefusal: true) }
  }

  /// Opens the list of chapters at the current one.
  private mutating func openChapters(_ player: PlayerSnapshot) {
    guard !player.chapters.isEmpty else { return message = Message(text: "No chapters are known", isRefusal: true) }
    open(.chapters)
    cursor.select(player.chapter.map { $0.number - 1 } ?? 0)
  }

  private mutating func pressInChapters(_ key: Key, _ player: PlayerSnapshot) -> PlayerAction? {
    let count = player.chapters.chapters.count
    if moveCursor(key, in: count) { return nil }
    switch key {
    case .enter:
      guard let place = place(in: count) else { return nil }
      close()
      return .chapter(.number(place + 1))
    case .escape, .character("l"), .character("q"):
      close()
      return nil
    default: return pressAnywhere(key, player)
    }
  }

  private mutating func close() {
    mode = home
    cursor = ListCursor()
  }

  /// Moves the cursor in a list, which may have become shorter; returns `false` if the key does not move it.
  private mutating func moveCursor(_ key: Key, in count: Int) -> Bool {
    var moved = cursor
    moved.fit(count: count, height: count)
    guard moved.move(key, count: count, page: Self.page) else { return false }
    cursor = moved
    return true
  }
}
