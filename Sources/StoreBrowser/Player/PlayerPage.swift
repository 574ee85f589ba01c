package import MixtapeModel
package import MixtapePlayer
package import TerminalUI

/// The page of a player, with its views and the cursor. ``press(_:_:)`` handles keys, and ``PlayerView`` draws it.
///
/// The owner of the screen answers its questions: ``openQuery`` and ``asksDetails()``.
package struct PlayerPage: Equatable, Sendable {
  /// A view.
  package enum Mode: Equatable, Sendable {
    /// The current episode, and those before and after it.
    case playing
    case queue
    /// A search in the library.
    case search(Purpose)
    /// The chapters of the current episode.
    case chapters
    /// All values of an episode.
    case details(DetailsPage)
    /// The question for the rating of an episode, over the view behind it.
    case rating(Episode)
    case help(TextScroll)
  }

  /// The action on the chosen episode of a search.
  package enum Purpose: Equatable, Sendable { case add, play }

  /// The place of the page: a screen of its own, or a tab of the browser.
  package enum Place: Equatable, Sendable { case alone, inBrowser }

  /// The maximum number of episodes in the result of a search.
  package static let longestResult = 200

  package let place: Place
  package internal(set) var columns: Int
  package internal(set) var rows: Int
  package internal(set) var mode = Mode.playing
  /// The cursor in the queue, in the chapters, or in the result of the search.
  package internal(set) var cursor = ListCursor()
  /// The words of the search.
  package internal(set) var field = TextField()
  /// The result of the last search.
  package private(set) var found: [Episode] = []
  private var answeredQuery = ""
  package var message: ScreenMessage?
  /// The view behind the search, the chapters, the details or the help.
  package private(set) var home = Mode.playing

  package init(_ place: Place, columns: Int, rows: Int) {
    self.place = place
    self.columns = columns
    self.rows = rows
  }

  /// Adjusts the page to the size of its place.
  package mutating func resize(columns: Int, rows: Int) { (self.columns, self.rows) = (columns, rows) }

  /// Opens a view.
  package mutating func open(_ newMode: Mode) {
    switch newMode {
    case .playing, .queue: home = newMode
    case .search:
      field = TextField()
      setFound([])
    case .chapters, .details, .rating, .help: break
    }
    mode = newMode
    cursor = ListCursor()
  }

  /// Whether letters are text.
  var isTyping: Bool { if case .search = mode { true } else { false } }

  /// Whether the page takes digits and letters itself.
  var takesDigits: Bool { if case .rating = mode { true } else { isTyping } }

  // MARK: Questions

  /// The query that has no result yet; `nil` if each query has its result.
  package var openQuery: String? {
    guard !field.text.isBlank else { return nil }
    return field.text == answeredQuery ? nil : field.text
  }

  /// Shows the result of a query, if its words are still the ones that were typed.
  package mutating func show(_ episodes: [Episode], of query: String) {
    if query == field.text { setFound(episodes) }
  }

  /// Forgets the result of a query whose words are gone.
  mutating func followField() { if field.text.isBlank { setFound([]) } }

  private mutating func setFound(_ episodes: [Episode]) {
    (found, answeredQuery) = (episodes, field.text)
    cursor = ListCursor()
  }

  /// Returns the subject and the width of details that are to be read, once for each width.
  package mutating func asksDetails() -> (subject: DetailsPage.Subject, width: Int)? {
    guard case .details(var page) = mode else { return nil }
    let width = PlayerView.width(columns: columns)
    let subject = page.fit(width: width)
    mode = .details(page)
    return subject.map { ($0, width) }
  }

  /// Shows the lines of details, if they are still open.
  package mutating func show(_ lines: [StyledText], of subject: DetailsPage.Subject) {
    guard case .details(var page) = mode, page.subject == subject else { return }
    page.show(lines)
    mode = .details(page)
  }

  // MARK: Queue

  /// Returns the entry at the cursor in the queue; `nil` in other views.
  package func chosen(in player: PlayerSnapshot) -> PlayerEntry.ID? {
    let queue = player.queue
    return mode == .queue ? place(in: queue.count).map { queue[$0].entry.id } : nil
  }

  /// Moves the cursor to an entry of the queue, if it is there.
  package mutating func choose(_ id: PlayerEntry.ID, in player: PlayerSnapshot) {
    if let place = player.queue.firstIndex(where: { $0.entry.id == id }) { cursor.select(place) }
  }

  /// Returns the row of the cursor in a list that may have become shorter; `nil` for an empty list.
  func place(in count: Int) -> Int? { count > 0 ? min(cursor.row, count - 1) : nil }
}
