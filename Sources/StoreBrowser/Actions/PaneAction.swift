import MixtapeModel
import MixtapePlayer

/// The action of a key in the panes. ``BrowserKeys`` describes the keys to users.
enum PaneAction: Equatable {
  case quit, help, switchPane, filter, find, undo, redo
  case create, editHead, editRules, add, assign, history, editFile, details
  case updateFeeds, bringIn, rate, togglePlayed, download, forget, tags, createSmart, duplicate, storeHistory, conflicts
  case play, shufflePlay, chapters, endPlayer
  /// Puts the episodes into the queue.
  case enqueue(PlayerAction.QueuePosition)
  case show(BrowserTab)
  case player(PlayerAction)
  case moveCursor, open, left, right, back, mark, markAll, remove, moveDown, moveUp

  /// Makes the action of a key; `nil` for a key without one.
  init?(_ key: Key) {
    switch key {
    case .character(let character):
      guard let action = Self.letters[character] ?? PlayerKeys.action(of: key).map(Self.player) else { return nil }
      self = action
    case .tab, .backTab: self = .switchPane
    case .control("r"): self = .redo
    case .control("b"), .control("f"), .up, .down, .pageUp, .pageDown, .home, .end: self = .moveCursor
    case .enter: self = .open
    case .left: self = .left
    case .right: self = .right
    case .escape: self = .back
    case .delete: self = .remove
    default: return nil
    }
  }

  private static let letters: [Character: PaneAction] = [
    "q": .quit, "?": .help,
    "1": .show(.playlists), "2": .show(.library), "3": .show(.tags), "4": .show(.new), "5": .show(.player),
    "/": .filter, "f": .find,
    "u": .undo, "n": .create, "r": .editHead, "c": .editRules, "a": .add, "A": .assign, "h": .history, "e": .editFile,
    "i": .details, "p": .play, "s": .shufflePlay, "o": .enqueue(.next), "O": .enqueue(.last), "l": .chapters,
    "X": .endPlayer, "j": .moveCursor, "k": .moveCursor, "g": .moveCursor, "G": .moveCursor, "m": .mark, "*": .markAll,
    "d": .remove, "J": .moveDown, "K": .moveUp,
    "U": .updateFeeds, "I": .bringIn, "R": .rate, "x": .togglePlayed, "w": .download, "W": .forget, "T": .tags,
    "N": .createSmart, "y": .duplicate, "H": .storeHistory, "!": .conflicts,
  ]

  /// The rows on which an action acts.
  enum Rows {
    case tree
    /// The rows of the list. They depend on the tree.
    case list
  }

  /// Returns the rows on which the action acts in a pane; `nil` if it acts on none.
  func rows(in pane: Browser.Pane) -> Rows? {
    switch self {
    case .quit, .help, .switchPane, .find, .undo, .redo, .show, .player, .chapters, .endPlayer, .back: nil
    case .bringIn, .storeHistory, .conflicts: nil
    case .updateFeeds: pane == .sidebar ? .tree : nil
    case .create, .createSmart, .filter, .tags: .tree
    case .rate, .togglePlayed, .download, .forget, .duplicate: .list
    case .editHead, .editRules, .add, .assign, .play, .shufflePlay, .enqueue: .list
    case .left, .right: pane == .sidebar ? .tree : nil
    case .history, .editFile, .details, .moveCursor, .open, .mark, .markAll, .remove, .moveDown, .moveUp:
      pane == .sidebar ? .tree : .list
    }
  }
}
