import MixtapeModel
import MixtapePlayer

// The player: what plays, the queue, and the page.

extension Browser {
  /// Shows a state of the player.
  mutating func show(_ player: PlayerSnapshot?) {
    self.player = player
    guard player == nil, let page else { return }
    message = page.message ?? message
    self.page = nil
  }

  /// Shows a message of the player, where the user looks.
  mutating func show(_ message: Message) {
    if page == nil { self.message = message } else { page?.message = message }
  }

  // MARK: Lists

  /// Plays the list from the selected entry on, or in the tree the selected list where it was left.
  mutating func play() -> [BrowserEffect] {
    let start = focus == .listing ? listing.selected.map(listing.entry) : nil
    return play(from: start, isShuffled: false)
  }

  /// Plays the list shuffled.
  mutating func shufflePlay() -> [BrowserEffect] { play(from: nil, isShuffled: true) }

  private mutating func play(from start: ListEntry?, isShuffled: Bool) -> [BrowserEffect] {
    guard let list = playedList else {
      refuse("Select a playlist, a podcast or a list of episodes first")
      return []
    }
    guard focus == .sidebar || listing.count > 0 else {
      refuse("There is nothing to play here")
      return []
    }
    return [.play(BrowserEffect.Play(list: list, start: start, isShuffled: isShuffled))]
  }

  /// The list of the right pane; `nil` while nothing is selected.
  private var playedList: BrowserEffect.List? {
    switch listing.source {
    case .playlist(let id): .playlist(id)
    case .podcast(let id) where listing.filtered == nil: .podcast(id)
    case .podcast(let id): shownList("podcast \(id)")
    case .search(let text): shownList("search \(text)")
    case .new: shownList("new")
    case nil: nil
    }
  }

  /// Returns the list as it is shown.
  private func shownList(_ source: String) -> BrowserEffect.List {
    let words = listing.filter.isEmpty ? source : "\(source), \(listing.filter)"
    let shown = (0..<listing.count).map { listing.entries[listing.offset(ofRow: $0)].id }
    return .shown(shown, name: listing.title, words: words)
  }

  /// Puts the chosen episodes, or in the tree all of the selected list, into the queue.
  mutating func enqueue(_ place: PlayerAction.QueuePosition) -> [BrowserEffect] {
    let offsets = focus == .listing ? listing.chosen : Array(listing.entries.indices)
    guard !offsets.isEmpty else {
      refuse(focus == .listing ? "Select an episode first" : "The selected row has no episodes")
      return []
    }
    listing.marks = []
    return [
      .enqueue(
        BrowserEffect.Enqueuing(
          episodes: offsets.map { listing.entries[$0].id }, name: listing.playlist?.name ?? listing.title, place: place)
      )
    ]
  }

  // MARK: Keys

  /// Controls the player from the trees and lists.
  mutating func control(_ action: PlayerAction) -> [BrowserEffect] {
    guard let player = requirePlayer() else { return [] }
    if let refusal = player.refusal(of: action, filling: "O adds the selected episode") {
      refuse(refusal)
      return []
    }
    return [.player(player.resolved(action))]
  }

  /// Ends the player.
  mutating func endPlayer() -> [BrowserEffect] { requirePlayer() == nil ? [] : [.endPlayer] }

  private mutating func requirePlayer() -> PlayerSnapshot? {
    if player == nil { refuse("Nothing is playing here; p plays, and `mixtape player` controls other players") }
    return player
  }

  // MARK: Page

  /// Opens the page of the player.
  mutating func openPage() {
    guard page == nil, requirePlayer() != nil else { return }
    page = PlayerPage(.inBrowser, columns: 0, rows: 0)
    showsChaptersOnly = false
  }

  /// Opens the list of chapters, which closes after its use.
  mutating func openChapters() {
    guard let player = requirePlayer() else { return }
    guard !player.chapters.isEmpty else { return refuse("No chapters are known") }
    openPage()
    page?.openChapters(player)
    showsChaptersOnly = true
  }

  /// Handles a key on the page of the player.
  mutating func press(_ key: Key, on old: PlayerPage, _ player: PlayerSnapshot) -> [BrowserEffect] {
    if !old.takesDigits, case .show(let tab)? = PaneAction(key) { return perform(.show(tab), key) }
    var new = old
    let action = new.press(key, player)
    page = showsChaptersOnly && new.mode == new.home ? nil : new
    switch action {
    case .leave?: page = nil
    case .quit?: return [.endPlayer]
    case let action?: return [.player(action)]
    case nil: break
    }
    return []
  }

  /// Fits the page of the player to the screen, and returns the reads that it needs.
  mutating func scrollAndReadPage(_ layout: BrowserLayout) -> [BrowserEffect] {
    guard var page else { return [] }
    defer { self.page = page }
    page.resize(columns: layout.page.columns, rows: layout.page.rows)
    if let details = page.asksDetails() { return [.read(.details(details.subject, width: details.width))] }
    guard page.openQuery != askedPageQuery else { return [] }
    askedPageQuery = page.openQuery
    return page.openQuery.map { [.read(.playable($0))] } ?? []
  }
}
