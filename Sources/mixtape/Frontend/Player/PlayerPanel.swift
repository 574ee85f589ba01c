import MixtapeModel
import MixtapePlayer
import TerminalUI

/// The view of a player, with the cursor.
struct PlayerPanel: Equatable, Sendable {
  /// A view.
  enum Mode: Equatable, Sendable {
    /// The player.
    case playing
    case queue
    /// A search in the library.
    case search(Purpose)
    /// The chapters of the current episode.
    case chapters
    /// All values of an episode.
    case details(Episode)
    case help
  }

  /// The action on the chosen episode of a search.
  enum Purpose: Equatable, Sendable { case add, play }

  /// The result of the last action, or the reason why it was refused.
  struct Message: Equatable, Sendable {
    let text: String
    var isRefusal = false
  }

  /// The maximum number of episodes in the result of a search.
  static let longestResult = 200

  var mode = Mode.playing
  /// The cursor in the queue, in the chapters, or in the result of the search; the first visible row of the help and the details.
  var cursor = ListCursor()
  private(set) var query = ""
  /// The result of the last search.
  private(set) var found: [Episode] = []
  private var answeredQuery = ""
  var message: Message?
  /// The number of rows to which the help or the details can be scrolled; set by the owner of the screen.
  var textRows = 1
  /// The view behind the search, the chapters, the details or the help.
  private(set) var home = Mode.playing

  /// Opens a view.
  mutating func open(_ newMode: Mode) {
    switch newMode {
    case .playing, .queue: home = newMode
    case .search:
      query = ""
      setFound([])
    case .chapters, .details, .help: break
    }
    mode = newMode
    cursor = ListCursor()
  }

  /// The query that has no result yet; `nil` if each query has its result.
  var openQuery: String? { query == answeredQuery ? nil : query }

  /// Sets the query.
  mutating func ask(for text: String) {
    query = text
    if text.isBlank { setFound([]) }
  }

  /// Sets the result of the query.
  mutating func setFound(_ episodes: [Episode]) {
    (found, answeredQuery) = (episodes, query)
    cursor = ListCursor()
  }

  /// Returns the entry at the cursor in the queue.
  func chosen(in player: PlayerSnapshot) -> PlayerEntry.ID? {
    let queue = player.queue
    return place(in: queue.count).map { queue[$0].entry.id }
  }

  /// Moves the cursor to an entry of the queue, if it is there.
  mutating func choose(_ id: PlayerEntry.ID, in player: PlayerSnapshot) {
    if let place = player.queue.firstIndex(where: { $0.entry.id == id }) { cursor.select(place) }
  }

  /// Returns the row of the cursor in a list that may have become shorter; `nil` for an empty list.
  func place(in count: Int) -> Int? { count > 0 ? min(cursor.row, count - 1) : nil }
}
