/// The keys of the browser, as text.
package enum BrowserKeys {
  /// Returns the keys of the pane with the cursor, the most important first. While something plays, those of the player follow the
  /// first one.
  static func panes(of browser: Browser) -> [KeyHint] {
    let keys = browser.focus == .sidebar ? sidebar(of: browser) : listing(browser.listing)
    guard let player = browser.player else { return keys }
    let controls = PlayerKeys.hints(in: player.state)
    return keys.prefix(1) + controls.prefix(2) + [page] + controls.dropFirst(2) + keys.dropFirst()
  }

  /// Returns the keys of a tree. Only playlists can be created and deleted, and only podcasts with a feed updated.
  private static func sidebar(of browser: Browser) -> [KeyHint] {
    if browser.kind == .playlists { return [open, play, shuffle, pane, filter, new, delete, undo, quit] }
    let updates = browser.sidebar.selectedWithoutFeed == nil ? [update] : []
    return [open, play, shuffle, pane, filter, info] + updates + [tags, undo, quit]
  }

  /// Returns the keys of a list. Only the episodes of playlists can be removed and moved.
  private static func listing(_ listing: Listing) -> [KeyHint] {
    listing.playlist == nil && !listing.isLoading
      ? [playFrom, shuffle, next, mark, assign, rate, played, info, filter, undo, back, quit]
      : [playFrom, shuffle, next, mark, remove, add, move, undo, filter, back, quit]
  }

  /// All keys, for the help.
  static let help: [KeyHint] =
    [
      KeyHint("↑ ↓ j k", "choose", "the next or previous row; also page up and down, g and G"), pane,
      KeyHint("1 2 3", "trees", "playlists, library, tags"),
      KeyHint("4", "new", "the new episodes of subscribed podcasts, the last published first"), open, filter,
      KeyHint("f", "find", "find episodes in the whole library, as you type"), mark,
      KeyHint("*", "all", "mark all rows of the list, or none"), remove, move, add,
      assign, rate, played, KeyHint("w W", "download", "download the episodes; W removes the downloads"), undo,
      KeyHint("ctrl-r", "redo", "redo the change that was undone last"),
      KeyHint("r", "rename", "name, description, folder and settings in one form"), new, delete,
      KeyHint("N", "new smart", "create a playlist with rules, as one change"),
      KeyHint("y", "duplicate", "copy the playlist under another name"),
      KeyHint(
        "c", "conditions",
        "the rules, the search, the order and the limit of the playlist, with the episodes that they find as you type"),
      KeyHint("h", "history", "the changes of the playlist or podcast, and the playlist as it was; R restores it"),
      KeyHint("H", "all history", "the changes of the store, and the next undo and redo before you press u or ctrl-r"),
      KeyHint("!", "conflicts", "the values that both sides of a sync changed; m takes yours, t theirs"),
      update, KeyHint("I", "bring in", "add a feed, scan a directory of music, or import a list"), tags,
      edit, info, play, shuffle, next, last, page,
    ] + PlayerKeys.hints + [
      PlayerKeys.chapters, PlayerKeys.end, back,
      KeyHint("ctrl-l", "redraw", "draw the screen again"), KeyHint("ctrl-z", "suspend", "suspend; `fg` resumes"),
      quit,
    ]

  /// The keys of ``help`` with a word each, in lines of at most 72 columns.
  package static var overview: [String] {
    var (lines, width): ([String], Int) = ([], 0)
    for hint in help {
      // The same key has another action in the tree.
      let place = hint == delete ? " (tree)" : hint == remove ? " (list)" : ""
      let entry = "\(hint.key)  \(hint.word)\(place)"
      if let last = lines.last, width + 3 + entry.displayWidth <= 72 {
        lines[lines.count - 1] = "\(last)   \(entry)"
        width += 3 + entry.displayWidth
      } else {
        lines.append(entry)
        width = entry.displayWidth
      }
    }
    return lines
  }

  private static let open = KeyHint(
    "enter", "open", "open a folder, or go to the list; in the list, play from the row on")
  private static let pane = KeyHint("tab", "pane", "the other pane")
  private static let filter = KeyHint("/", "filter", "show only rows with some words, as you type")
  private static let mark = KeyHint("m", "mark", "mark the row; d J K A R x w W o O then act on all marked rows")
  private static let remove = KeyHint("d", "remove", "remove the episodes from the playlist")
  private static let move = KeyHint("J K", "move", "move the episodes down or up")
  private static let add = KeyHint("a", "add", "search the library, and add episodes to the playlist")
  private static let undo = KeyHint("u", "undo", "undo the last change of the store")
  private static let assign = KeyHint(
    "A", "assign", "add the episodes to several playlists, remove them from others, or create one")
  private static let edit = KeyHint("e", "edit", "open the file in your editor, at the line of the episode")
  private static let info = KeyHint(
    "i", "details", "description, notes and all values of the episode; in the tree, of the playlist or podcast")
  private static let new = KeyHint("n", "new", "create a playlist")
  private static let delete = KeyHint(
    "d", "delete", "in the tree: delete the playlists or the folder, after a question")
  private static let play = KeyHint("p", "play", "play the playlist or the podcast; in the list, play from the row on")
  private static let playFrom = KeyHint("enter", "play")
  private static let shuffle = KeyHint("s", "shuffle", "play the playlist, the podcast or the list shuffled")
  private static let next = KeyHint("o", "next", "play the episodes next")
  private static let last = KeyHint("O", "enqueue", "play the episodes at the end of the queue")
  private static let page = KeyHint("5", "player", "the page of the player, with the queue")
  private static let back = KeyHint("esc", "back", "remove marks or the filter, then back to the tree")
  private static let quit = KeyHint("q", "quit", "quit")

  private static let rate = KeyHint("R", "rate", "rate the episodes: a digit from 0 to 5 follows, - removes the rating")
  private static let played = KeyHint("x", "played", "mark the episodes as played, or as never played if they all were")
  private static let update = KeyHint(
    "U", "update", "fetch the feeds of all subscribed podcasts; in the tree, of the podcast")
  private static let tags = KeyHint("T", "tags", "change the tags of the podcast")

  static let picker: [KeyHint] = [
    KeyHint("enter", "add or remove"), KeyHint("tab", "mark"), KeyHint("↑↓", "choose"),
    KeyHint("esc", "done"),
  ]
  static let assignment: [KeyHint] = [
    KeyHint("enter", "save"), KeyHint("tab", "toggle"), KeyHint("ctrl-n", "new with this name"),
    KeyHint("esc", "cancel"),
  ]
  static let history: [KeyHint] = [
    KeyHint("↑↓", "choose"), KeyHint("tab", "as it was"), KeyHint("R", "restore"),
    KeyHint("pgdn", "scroll"), KeyHint("esc", "back"),
  ]
  static let podcastHistory: [KeyHint] = history.filter { $0.key != "tab" }
  static let storeHistory: [KeyHint] = [
    KeyHint("↑↓", "choose"), KeyHint("u", "undo"), KeyHint("ctrl-r", "redo"),
    KeyHint("pgdn", "scroll"), KeyHint("esc", "back"),
  ]
  static let conflicts: [KeyHint] = [
    KeyHint("m", "take mine"), KeyHint("t", "take theirs"), KeyHint("↑↓", "choose"),
    KeyHint("esc", "back"),
  ]
  static let rating: [KeyHint] = [KeyHint("0–5", "rate"), KeyHint("-", "no rating"), KeyHint("any other", "cancel")]
  static let form: [KeyHint] = [KeyHint("enter", "save"), KeyHint("tab", "next field"), KeyHint("esc", "cancel")]
  static let rules: [KeyHint] = [
    KeyHint("s", "save"), KeyHint("a", "add"), KeyHint("enter", "edit"), KeyHint("d", "remove"),
    KeyHint("m", "all/any/none"), KeyHint("esc", "cancel"),
  ]
  static let typedRule: [KeyHint] = [KeyHint("enter", "done"), KeyHint("tab", "complete"), KeyHint("esc", "cancel")]
  static let question: [KeyHint] = [KeyHint("y", "yes"), KeyHint("any other", "no")]
  static let input: [KeyHint] = [KeyHint("enter", "done"), KeyHint("esc", "cancel")]
  static let closing: [KeyHint] = [KeyHint("↑↓", "more"), KeyHint("any other", "back")]
}
