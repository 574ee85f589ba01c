import MixtapePlayer
import TerminalUI

/// The keys of a player as text.
enum PlayerKeys {
  /// A key, with a label for the last line of the screen and a description for the help.
  typealias Entry = KeyHint

  /// Returns the keys of the player view, the most important first.
  static func playing(_ state: PlaybackState) -> [Entry] {
    [
      space(state), next, Entry(key: "q", word: "quit", meaning: "quit; the queue and the position are saved"),
      previous,
      Entry(key: "↑↓", word: "queue", meaning: "the list of the queue"), add, search, seek, chapter, chapters, shuffle,
      Entry(key: "d", word: "remove", meaning: "remove the episode from the queue"), undo, details, clear, speed,
      volume, sleep,
    ]
  }

  /// Returns the keys of the queue, the most important first.
  static func queue(_ state: PlaybackState) -> [Entry] {
    [
      Entry(key: "enter", word: "play", meaning: "play the selected episode now"),
      Entry(key: "d", word: "remove", meaning: "remove the selected episode from the queue"),
      Entry(key: "esc", word: "back", meaning: "back to the player (also q)"),
      Entry(key: "e", word: "next", meaning: "play the selected episode next"), undo, add,
      Entry(key: "K J", word: "move", meaning: "move the selected episode up or down"), details, clear, space(state),
      next,
      previous, search, seek, chapter, chapters, shuffle, speed, volume, sleep,
    ]
  }

  /// Returns all keys of a view, for the help.
  static func explained(in mode: PlayerPanel.Mode, _ state: PlaybackState) -> [Entry] {
    (mode == .queue ? queue(state) : playing(state)) + [
      Entry(key: "ctrl-c", word: "quit", meaning: "quit; the queue and the position are saved"),
      Entry(key: "ctrl-z", word: "suspend", meaning: "pause and suspend; `fg` resumes"),
    ]
  }

  private static let next = Entry(key: "n", word: "next", meaning: "the next episode")
  private static let previous = Entry(key: "p", word: "previous", meaning: "the previous episode")
  private static let add = Entry(key: "a", word: "add", meaning: "search the library to fill the queue")
  private static let search = Entry(key: "/", word: "search", meaning: "search the library and play")
  private static let seek = Entry(key: "←→", word: "seek", meaning: "seek 10 seconds back or forward")
  private static let chapter = Entry(key: "< >", word: "chapter", meaning: "the previous or the next chapter")
  private static let chapters = Entry(key: "l", word: "chapters", meaning: "the list of the chapters")
  private static let shuffle = Entry(
    key: "s", word: "shuffle", meaning: "shuffle the rest of the round, or shuffle it again; S keeps the order")
  private static let undo = Entry(key: "u", word: "undo", meaning: "undo the last change of the queue")

  private static let details = Entry(key: "i", word: "details", meaning: "all values of the episode, and its notes")
  private static let clear = Entry(key: "c", word: "clear", meaning: "empty the queue; u restores it")
  private static let speed = Entry(key: "[ ]", word: "speed", meaning: "slower or faster")
  private static let volume = Entry(key: "- +", word: "volume", meaning: "quieter or louder")
  private static let sleep = Entry(key: "t", word: "timer", meaning: "sleep timer: 15 to 90 minutes, then off")

  private static func space(_ state: PlaybackState) -> Entry {
    let word =
      switch state {
      case .loading, .playing: "pause"
      case .error: "try again"
      case .empty, .stopped, .paused: "play"
      }
    return Entry(key: "space", word: word, meaning: "pause or resume; retry after an error")
  }

  /// Returns the keys of a search.
  ///
  /// - Parameter isHeld: Whether the selected episode is in the queue.
  static func search(_ purpose: PlayerPanel.Purpose, isHeld: Bool) -> [Entry] {
    let word = purpose == .play ? "play" : isHeld ? "remove" : "add"
    return [
      Entry(key: "enter", word: word, meaning: "add the selected episode or remove it, or play it now"),
      Entry(key: "esc", word: "back", meaning: "back to the previous page"),
      Entry(key: "↑↓", word: "choose", meaning: "another episode"),
    ]
  }

  /// The keys of the list of chapters.
  static let chapterList = [
    Entry(key: "enter", word: "go", meaning: ""), Entry(key: "esc", word: "back", meaning: ""),
    Entry(key: "↑↓", word: "choose", meaning: ""),
  ]

  static let help = [Entry(key: "↑↓", word: "more", meaning: ""), Entry(key: "any other", word: "back", meaning: "")]
}
