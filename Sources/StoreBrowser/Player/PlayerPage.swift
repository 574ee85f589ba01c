package import MixtapeModel
package import MixtapePlayer

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

// The meaning of keys. ``PlayerKeys`` describes them to users.

extension PlayerPage {
  /// The number of rows of a page. A page key moves by one less.
  private static let page = 11

  /// The keys that move the cursor in a list below a text, which takes letters, home and end.
  private static let listKeys: Set<Key> = [.up, .down, .pageUp, .pageDown]

  /// Returns whether a key acts on the result of a search that is not there yet. The caller then answers ``openQuery`` before
  /// ``press(_:_:)``.
  package func mustWait(for key: Key) -> Bool {
    isTyping && openQuery != nil && (key == .enter || Self.listKeys.contains(key))
  }

  /// Handles a key, which may ask for an action.
  package mutating func press(_ key: Key, _ player: PlayerSnapshot) -> PlayerAction? {
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
    case .help(var scroll):
      let view = PlayerView(player, self)
      // Any other key closes the page.
      guard scroll.scroll(key, count: view.helpLines.count, height: view.textHeight) else { return close() }
      mode = .help(scroll)
    case .rating(let episode):
      close()
      return RatingAnswer(key).map { .rate(episode, $0.rating) }
    case .details(var page):
      guard page.scroll(key, height: PlayerView(player, self).textHeight) else { return close() }
      mode = .details(page)
    }
    return nil
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
    case .character("R"):
      askRating(of: player.shownEpisode)
      return nil
    case .character("q"): return .leave
    // Escape does not end the music.
    case .escape: return place == .alone ? nil : .leave
    default: return pressAnywhere(key, player)
    }
  }

  private mutating func pressInQueue(_ key: Key, _ player: PlayerSnapshot) -> PlayerAction? {
    let queue = player.queue
    if moveCursor(key, in: queue.count) { return nil }
    let chosen = place(in: queue.count).map { queue[$0].entry }
    switch key {
    case .enter: return chosen.map { .entry(.play, $0) }
    case .character("o"): return chosen.map { .entry(.playNext, $0) }
    case .character("d"), .delete: return chosen.map { .entry(.remove, $0) }
    case .character("i"):
      openDetails(of: chosen?.episode)
      return nil
    case .character("R"):
      askRating(of: chosen?.episode)
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
      message = ScreenMessage("Only upcoming episodes can be moved", isRefusal: true)
      return nil
    }
    guard player.upNext.indices.contains(place + distance) else { return nil }
    cursor.select(cursor.row + distance)
    return .entry(.move(by: distance), entry)
  }

  /// Handles the keys that are the same in all views without text input.
  private mutating func pressAnywhere(_ key: Key, _ player: PlayerSnapshot) -> PlayerAction? {
    if let action = PlayerKeys.action(of: key) {
      if let refusal = player.refusal(of: action, filling: "a adds episodes from the library") {
        message = ScreenMessage(refusal, isRefusal: true)
        return nil
      }
      return player.resolved(action)
    }
    switch key {
    case .left: return .seekBy(.zero - PlayerKeys.stride)
    case .right: return .seekBy(PlayerKeys.stride)
    case .character("C"): return .clear
    case .character("s"): return .shuffle(nil)
    case .character("u"): return .undo
    case .character("X"): return place == .alone ? nil : .quit
    case .character("a"): open(.search(.add))
    case .character("f"): open(.search(.play))
    case .character("l"): openChapters(player)
    case .character("?"): open(.help(TextScroll()))
    default: break
    }
    return nil
  }

  private mutating func pressInSearch(_ key: Key, _ purpose: Purpose) -> PlayerAction? {
    if Self.listKeys.contains(key), moveCursor(key, in: found.count) { return nil }
    switch key {
    case _ where key.isCancel: return close()
    case .enter:
      guard let place = place(in: found.count) else { return nil }
      if purpose == .add { return .addOrRemove(found[place]) }
      open(.playing)
      return .playNow(found[place])
    default:
      if field.press(key) { followField() }
      return nil
    }
  }

  private mutating func askRating(of episode: Episode?) {
    guard let episode else { return message = ScreenMessage("There is no episode", isRefusal: true) }
    let place = cursor
    open(.rating(episode))
    cursor = place
    let question = RatingAnswer.question(about: episode.title)
    message = ScreenMessage(question.text + question.removal)
  }

  private mutating func openDetails(of episode: Episode?) {
    if let episode {
      open(.details(DetailsPage(.episode(episode.id))))
    } else {
      message = ScreenMessage("There is no episode", isRefusal: true)
    }
  }

  mutating func openChapters(_ player: PlayerSnapshot) {
    guard !player.chapters.isEmpty else { return message = ScreenMessage("No chapters are known", isRefusal: true) }
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
    case .escape, .character("l"), .character("q"): return close()
    default: return pressAnywhere(key, player)
    }
  }

  /// Goes back to the view behind the present one, which is no action on the player.
  @discardableResult
  package mutating func close() -> PlayerAction? {
    // The question for a rating is over the view, whose cursor stays.
    if case .rating = mode {} else { cursor = ListCursor() }
    mode = home
    return nil
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

extension PlayerSnapshot {
  /// Returns the reason why an action of a key would do nothing; `nil` if it has an effect.
  ///
  /// - Parameter way: A way to fill an empty queue.
  func refusal(of action: PlayerAction, filling way: String) -> String? {
    guard entries.isEmpty else { return nil }
    return switch action {
    case .toggle, .next, .previous, .seekBy: "The queue is empty; \(way)"
    default: nil
    }
  }

  /// Returns the action of a key in this state: the key that pauses also pauses an episode that loads.
  func resolved(_ action: PlayerAction) -> PlayerAction { action == .toggle ? .toggling(state) : action }
}
