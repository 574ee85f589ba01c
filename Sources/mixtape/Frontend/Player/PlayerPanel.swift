import MixtapeModel

/// What somebody looks at in a player, and where the cursor is.
struct PlayerPanel: Equatable, Sendable {
  /// What the screen is about.
  enum Mode: Equatable, Sendable {
    /// What plays.
    case playing
    /// The list of the queue.
    case queue
    /// A search in the library.
    case search(Purpose)
    /// The keys.
    case help
  }

  /// What becomes of an episode that is chosen from what a search finds.
  enum Purpose: Equatable, Sendable { case add, play }

  /// What was done last, or why it was not.
  struct Message: Equatable, Sendable {
    let text: String
    var isRefusal = false
  }

  /// How many episodes a search lists at most.
  static let longestResult = 200

  var mode = Mode.playing
  /// The place in the list of the queue, or among what was found.
  var cursor = 0
  private(set) var query = ""
  /// The episodes of the library for the query that was answered last.
  private(set) var found: [Episode] = []
  private var answeredQuery = ""
  var message: Message?
  /// What the panel goes back to from a search or from the keys.
  private(set) var home = Mode.playing

  /// Opens a view.
  mutating func open(_ newMode: Mode) {
    switch newMode {
    case .playing, .queue: home = newMode
    case .search:
      query = ""
      answer(with: [])
    case .help: break
    }
    mode = newMode
    cursor = 0
  }

  /// The query that is still to be answered.
  var openQuery: String? { query == answeredQuery ? nil : query }

  /// Takes in another query.
  mutating func ask(for text: String) {
    query = text
    if text.isBlank { answer(with: []) }
  }

  /// Takes in what a search for the query found.
  mutating func answer(with episodes: [Episode]) {
    (found, answeredQuery) = (episodes, query)
    cursor = 0
  }

  /// The place of the cursor in a list of some length, which may have become shorter.
  func place(in count: Int) -> Int? { count > 0 ? min(cursor, count - 1) : nil }
}
