package import MixtapeModel
package import MixtapePlayer

/// An action on a player, by a key or a line of input.
package enum PlayerAction: Hashable, Sendable {
  case play, pause, toggle, next, previous, stop
  /// Seeks forward, or back.
  case seekBy(Duration)
  case seekTo(Duration)
  /// Seeks to another chapter.
  case chapter(ChapterStep)
  /// Shuffles the rest of the round again. A named shuffle replaces the current one.
  case shuffle(ShuffleAlgorithm?)
  case speed(PlaybackSpeed)
  /// Changes the speed by an amount.
  case speedBy(Double)
  case volume(Volume)
  /// Changes the volume by an amount.
  case volumeBy(Int)
  /// Sets the sleep timer, or cancels it.
  case sleep(Duration?)
  /// Sets the sleep timer to the next of the usual times.
  case sleepLonger
  case add(Episode)
  /// Removes all entries of an episode.
  case remove(Episode.ID)
  /// Adds an episode, or removes one that is in the queue.
  case addOrRemove(Episode)
  /// An action on one entry of the queue.
  case entry(EntryAction, PlayerEntry)
  /// Removes all episodes.
  case clear
  case playNow(Episode)
  case playNext(Episode)
  /// Plays an episode at the end of the round.
  case playLast(Episode)
  /// Plays the first episodes of a list, which has `count`, instead of those in the queue. Begins `from` a place or else as the
  /// order says, with another shuffle if there is one.
  case load([Episode], of: String, count: Int, from: Int?, shuffle: ShuffleAlgorithm?)
  /// Puts the first episodes of a list, which has `count`, into the queue.
  case insert([Episode], of: String, count: Int, QueuePosition)
  /// Rates an episode of the library, or removes its rating.
  case rate(Episode, Int64?)
  /// Undoes the last change of the queue.
  case undo
  case suspend
  /// Leaves the page of the player.
  case leave
  /// Ends the player.
  case quit

  package enum EntryAction: Hashable, Sendable {
    case play, playNext, remove
    /// Moves the entry in the rest of the round.
    case move(by: Int)
  }

  /// The place of episodes in the rest of the round.
  package enum QueuePosition: Hashable, Sendable {
    case now, next, last
    /// A place that suits the shuffle.
    case anywhere
  }

  /// Returns the action of the key that pauses or resumes. It also pauses an episode that loads, on which ``toggle`` has no effect.
  package static func toggling(_ state: PlaybackState) -> PlayerAction {
    if case .loading = state { .pause } else { .toggle }
  }
}

/// The keys that control a player. They are the same in the trees and lists of the browser and on the page of the player.
enum PlayerKeys {
  /// Keys with actions that belong together, and their description.
  private struct Control {
    let hint: KeyHint
    let actions: [Character: PlayerAction]
  }

  /// The time that a key seeks.
  static let stride = Duration.seconds(10)
  private static let speedStep = 0.1
  private static let volumeStep = 5

  /// The controls, the most important first.
  private static let controls = [
    Control(hint: KeyHint("space", "pause", "pause or resume; retry after an error"), actions: [" ": .toggle]),
    Control(hint: KeyHint("> <", "skip", "the next or the previous episode"), actions: [">": .next, "<": .previous]),
    Control(
      hint: KeyHint(". ,", "seek", "10 seconds forward or back; also → ← on the page of the player"),
      actions: [".": .seekBy(stride), ",": .seekBy(.zero - stride)]),
    Control(
      hint: KeyHint("+ -", "volume", "louder or quieter"),
      actions: ["+": .volumeBy(volumeStep), "=": .volumeBy(volumeStep), "-": .volumeBy(-volumeStep)]),
    Control(
      hint: KeyHint("] [", "speed", "faster or slower"),
      actions: ["]": .speedBy(speedStep), "[": .speedBy(-speedStep)]),
    Control(hint: KeyHint("t", "timer", "sleep timer: 15 to 90 minutes, then off"), actions: ["t": .sleepLonger]),
    Control(
      hint: KeyHint("} {", "chapter", "the next or the previous chapter"),
      actions: ["}": .chapter(.next), "{": .chapter(.previous)]),
    Control(hint: KeyHint("S", "in order", "play the rest of the queue in order"), actions: ["S": .shuffle(.off)]),
  ]

  private static let actions = Dictionary(
    controls.flatMap { $0.actions.map { ($0.key, $0.value) } }, uniquingKeysWith: { first, _ in first })

  /// Returns the action of a key; `nil` for a key that does not control the player.
  static func action(of key: Key) -> PlayerAction? {
    if case .character(let character) = key { actions[character] } else { nil }
  }

  static let hints = controls.map(\.hint)

  /// Returns the controls as text, with the effect of space in a state.
  static func hints(in state: PlaybackState) -> [KeyHint] {
    let word =
      switch state {
      case .loading, .playing: "pause"
      case .error: "try again"
      case .empty, .stopped, .paused: "play"
      }
    return [KeyHint(hints[0].key, word, hints[0].meaning)] + hints.dropFirst()
  }

  static let chapters = KeyHint("l", "chapters", "the list of the chapters; enter goes to one")
  static let end = KeyHint("X", "end", "end the player, and record plays")
}

// MARK: - The page of the player

extension PlayerKeys {
  /// Returns the keys of the view of the player, the most important first.
  static func playing(_ state: PlaybackState, in place: PlayerPage.Place) -> [KeyHint] {
    let controls = hints(in: state)
    let leave =
      place == .alone
      ? KeyHint("q", "quit", "quit; the queue and the position are saved")
      : KeyHint("esc", "back", "back to the lists (also q, and 1 to 4)")
    return controls.prefix(2) + [
      KeyHint("↑↓", "queue", "the list of the queue"), leave, add, search, shuffle,
    ] + controls.dropFirst(2) + [
      chapters, KeyHint("d", "remove", "remove the episode from the queue"), undo, details, rate,
      clear,
    ] + ending(in: place)
  }

  /// Returns the keys of the queue, the most important first.
  static func queue(_ state: PlaybackState, in place: PlayerPage.Place) -> [KeyHint] {
    [
      KeyHint("enter", "play", "play the selected episode now"),
      KeyHint("d", "remove", "remove the selected episode from the queue"),
      KeyHint("esc", "back", "back to the player (also q)"),
      KeyHint("o", "next", "play the selected episode next"), undo, add,
      KeyHint("J K", "move", "move the selected episode down or up"), details, rate, clear,
    ] + hints(in: state) + [search, shuffle, chapters] + ending(in: place)
  }

  /// Returns all keys of a view, for the help.
  static func explained(_ page: PlayerPage, _ state: PlaybackState) -> [KeyHint] {
    (page.home == .queue ? queue(state, in: page.place) : playing(state, in: page.place)) + [
      KeyHint(
        "ctrl-c", "quit", page.place == .alone ? "quit; the queue and the position are saved" : "quit the browser"),
      KeyHint("ctrl-z", "suspend", "pause and suspend; `fg` resumes"),
    ]
  }

  private static func ending(in place: PlayerPage.Place) -> [KeyHint] { place == .alone ? [] : [end] }

  private static let add = KeyHint("a", "add", "search the library to fill the queue")
  private static let search = KeyHint("f", "find", "search the library and play")
  private static let shuffle = KeyHint("s", "shuffle", "shuffle the rest of the round, or shuffle it again")
  private static let undo = KeyHint("u", "undo", "undo the last change of the queue")
  private static let details = KeyHint("i", "details", "all values of the episode, and its notes")
  private static let rate = KeyHint("R", "rate", "rate the episode: a digit from 0 to 5 follows")
  private static let clear = KeyHint("C", "clear", "empty the queue; u restores it")

  /// Returns the keys of a search.
  static func search(_ purpose: PlayerPage.Purpose, isHeld: Bool) -> [KeyHint] {
    let word = purpose == .play ? "play" : isHeld ? "remove" : "add"
    return [KeyHint("enter", word), KeyHint("esc", "back"), KeyHint("↑↓", "choose")]
  }

  static let chapterList = [KeyHint("enter", "go"), KeyHint("esc", "back"), KeyHint("↑↓", "choose")]

  /// The keys of texts, which any other key closes.
  static let text = [KeyHint("↑↓", "scroll"), KeyHint("any other", "back")]
}
