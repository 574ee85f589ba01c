import MixtapePlayer

/// The keys of a player in words.
enum PlayerKeys {
  /// A key and what it does, for the list of all keys and, in a word, for the last line of the screen.
  struct Entry {
    let key: String
    let word: String
    let meaning: String
  }

  /// Those of the view of what plays, the most important first.
  static func playing(_ state: PlaybackState) -> [Entry] {
    [
      space(state), next, Entry(key: "q", word: "quit", meaning: "end; the queue and the position are kept"), previous,
      Entry(key: "↑↓", word: "queue", meaning: "the list of the queue"), add, search, seek, shuffle,
      Entry(key: "d", word: "remove", meaning: "take the episode out of the queue"), undo,
    ]
  }

  /// Those of the list of the queue, the most important first.
  static func queue(_ state: PlaybackState) -> [Entry] {
    [
      Entry(key: "enter", word: "play", meaning: "play the chosen episode at once"),
      Entry(key: "d", word: "remove", meaning: "take the chosen episode out of the queue"),
      Entry(key: "esc", word: "back", meaning: "back to what plays; so does q"),
      Entry(key: "e", word: "next", meaning: "make the chosen episode the next one"), undo, add, space(state), next,
      previous, search, seek, shuffle,
    ]
  }

  /// All keys of a view, for those who ask.
  static func explained(in mode: PlayerPanel.Mode, _ state: PlaybackState) -> [Entry] {
    (mode == .queue ? queue(state) : playing(state)) + [
      Entry(key: "ctrl-c", word: "quit", meaning: "end; the queue and the position are kept"),
      Entry(key: "ctrl-z", word: "suspend", meaning: "pause, and leave it for the shell; `fg` comes back"),
    ]
  }

  private static let next = Entry(key: "n", word: "next", meaning: "the next episode")
  private static let previous = Entry(key: "p", word: "previous", meaning: "the episode that was heard before")
  private static let add = Entry(key: "a", word: "add", meaning: "search the library, and add to the queue")
  private static let search = Entry(key: "/", word: "search", meaning: "search the library, and play at once")
  private static let seek = Entry(key: "←→", word: "seek", meaning: "ten seconds back or on")
  private static let shuffle = Entry(key: "s", word: "shuffle", meaning: "shuffle what is left of the round again")
  private static let undo = Entry(key: "u", word: "undo", meaning: "take back the last change of the queue")

  private static func space(_ state: PlaybackState) -> Entry {
    let word =
      switch state {
      case .loading, .playing: "pause"
      case .error: "try again"
      case .empty, .stopped, .paused: "play"
      }
    return Entry(key: "space", word: word, meaning: "pause, or go on; after an error, try again")
  }

  static func search(_ purpose: PlayerPanel.Purpose) -> [Entry] {
    [
      Entry(
        key: "enter", word: purpose == .add ? "add" : "play", meaning: "add the chosen episode, or play it at once"),
      Entry(key: "esc", word: "back", meaning: "back to where the search began"),
      Entry(key: "↑↓", word: "choose", meaning: "another episode"),
    ]
  }

  static let help = [Entry(key: "↑↓", word: "more", meaning: ""), Entry(key: "any other", word: "back", meaning: "")]

  /// As many of the keys as fit on a line, and where the others are.
  static func line(_ entries: [Entry], width: Int, hasHelp: Bool) -> StyledText {
    let rest: StyledText = hasHelp ? "\("?", .cyan) keys" : ""
    var line = StyledText()
    for entry in entries {
      let item: StyledText = "\(entry.key, .cyan) \(entry.word)  "
      if line.width + item.width + rest.width > width { break }
      line += item
    }
    return line.width + rest.width <= width ? "\(line)\(rest)" : line
  }
}
