/// The keys of a player in words.
enum PlayerKeys {
  /// A key and what it does, for the list of all keys and, in a word, for the last line of the screen.
  struct Entry {
    let key: String
    let word: String
    let meaning: String
  }

  /// Those of the view of what plays, the most important first.
  static let playing = [
    Entry(key: "space", word: "pause", meaning: "pause, or go on; after an error, try again"),
    Entry(key: "n", word: "next", meaning: "the next episode"),
    Entry(key: "q", word: "quit", meaning: "end; the queue and the position are kept"),
    Entry(key: "p", word: "previous", meaning: "the episode that was heard before"),
    Entry(key: "↑↓", word: "queue", meaning: "the list of the queue"),
    Entry(key: "a", word: "add", meaning: "search the library, and add to the queue"),
    Entry(key: "/", word: "search", meaning: "search the library, and play at once"),
    Entry(key: "←→", word: "seek", meaning: "ten seconds back or on"),
    Entry(key: "s", word: "shuffle", meaning: "shuffle what is left of the round again"),
    Entry(key: "d", word: "remove", meaning: "take the episode out of the queue"),
    Entry(key: "u", word: "undo", meaning: "take back the last change of the queue"),
  ]

  static let queue = [
    Entry(key: "enter", word: "play", meaning: "play the chosen episode at once"),
    Entry(key: "d", word: "remove", meaning: "take the chosen episode out of the queue"),
    Entry(key: "esc", word: "back", meaning: "back to what plays"),
    Entry(key: "a", word: "add", meaning: "search the library, and add to the queue"),
    Entry(key: "e", word: "next", meaning: "make the chosen episode the next one"),
    Entry(key: "u", word: "undo", meaning: "take back the last change of the queue"),
    Entry(key: "space", word: "pause", meaning: "pause, or go on"),
  ]

  static func search(_ purpose: PlayerPanel.Purpose) -> [Entry] {
    [
      Entry(
        key: "enter", word: purpose == .add ? "add" : "play", meaning: "add the chosen episode, or play it at once"),
      Entry(key: "esc", word: "back", meaning: "back to where the search began"),
      Entry(key: "↑↓", word: "choose", meaning: "another episode"),
    ]
  }

  static let help = [Entry(key: "any key", word: "back", meaning: "")]

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
