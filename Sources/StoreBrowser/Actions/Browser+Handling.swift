import MixtapeModel
import TerminalUI

extension Browser {
  /// Returns the effects at the start. The caller then watches the store, and sends ``BrowserEvent/storeChanged`` to read the
  /// present playlists, so that no later change is missed.
  package mutating func start() -> [BrowserEffect] { [.read(.lastPlaylists)] + scrollAndRead() }

  /// Handles an event.
  ///
  /// - Returns: The effects, in order.
  package mutating func handle(_ event: BrowserEvent) -> [BrowserEffect] {
    var effects: [BrowserEffect] = []
    switch event {
    case .key(let key): effects = press(key)
    case .resized(let columns, let rows): (self.columns, self.rows) = (columns, rows)
    case .storeChanged:
      stale = kind == .playlists ? [.library, .tags] : [.playlists]
      effects = savingMove() + reading
    case .idle: effects = savingMove()
    case .answer(let answer): effects = take(answer)
    case .outcome(let outcome): effects = take(outcome)
    case .message(let message): if let message { show(message) }
    case .progress(let text): job?.progress = text
    case .ended(let result): effects = take(result)
    case .player(let player): show(player)
    }
    showUnreadResult()
    return effects + scrollAndRead()
  }

  /// The reads of everything that is shown.
  private var reading: [BrowserEffect] {
    var queries: [BrowserQuery] = [kind == .playlists ? .playlists : .podcasts]
    if let source = listing.source {
      queries.append(.contents(source))
      if !listing.filter.isEmpty { queries.append(.filter(listing.filter, source)) }
    }
    switch dialog {
    case .rules(let editor): queries.append(.rules(editor.question))
    case .history(let page): queries.append(.history(page.item))
    case .assignment(let assignment): queries.append(.containing(assignment.episodes))
    case .details(let page):
      if let subject = page.subject, let width = page.width { queries.append(.details(subject, width: width)) }
    case .help, .form, .picker, .conflicts, .bringIn, .rating, .question, .filter, .find, nil: break
    }
    if hasAskedConflicts { queries.append(.conflicts) }
    return queries.map(BrowserEffect.read)
  }

  /// The source that the right pane should show.
  private var wantedSource: Listing.Source? {
    if let detached { return detached }
    switch sidebar.selected?.item {
    case .playlist(let id): return .playlist(id)
    case .podcast(let id): return .podcast(id)
    case .folder, .tag, nil: return nil
    }
  }

  /// Scrolls to the cursors, and returns the reads of what has become visible.
  private mutating func scrollAndRead() -> [BrowserEffect] {
    var effects: [BrowserEffect] = []
    let layout = BrowserLayout(self)
    if kind == .playlists, stale.remove(.playlists) != nil {
      effects.append(.read(.playlists))
    } else if kind != .playlists, !sidebar.isLoaded || stale.contains(kind), !isReadingPodcasts {
      stale.subtract([.library, .tags])
      isReadingPodcasts = true
      effects.append(.read(.podcasts))
    }
    sidebar.cursor.fit(count: sidebar.rows.count, height: layout.sidebarHeight)
    if wantedSource != listing.source {
      effects += savingMove()
      listing = Listing(reading: wantedSource)
      if let source = wantedSource { effects.append(.read(.contents(source))) }
    }
    listing.cursor.fit(count: listing.count, height: layout.listingHeight)
    let unknown = layout.listing == nil ? [] : listing.episodesWithoutText(height: layout.listingHeight)
    if !unknown.isEmpty, unknown != askedTexts {
      askedTexts = unknown
      effects.append(.read(.texts(unknown)))
    }
    return effects + scrollAndReadPage(layout) + scrollAndReadDialog(layout)
  }

  private mutating func scrollAndReadDialog(_ layout: BrowserLayout) -> [BrowserEffect] {
    switch dialog {
    case .picker(var picker):
      picker.cursor.fit(count: picker.found.count, height: layout.listHeight(besides: 2))
      dialog = .picker(picker)
      guard picker.field.text != picker.asked else { return [] }
      picker.asked = picker.field.text
      if picker.asked.isBlank { picker.show([], of: picker.asked) }
      dialog = .picker(picker)
      return picker.asked.isBlank ? [] : [.read(.search(picker.asked))]
    case .assignment(var assignment):
      assignment.cursor.fit(
        count: assignment.shown.count, height: layout.listHeight(besides: BrowserLayout.assignmentHead))
      dialog = .assignment(assignment)
      return []
    case .help(var scroll):
      scroll.scroll(by: 0, count: layout.helpLines.count, height: layout.listHeight(besides: 1))
      dialog = .help(scroll)
      return []
    case .details(var page):
      let width = max(1, columns - 2)
      let subject = page.fit(width: width)
      page.scroll(by: 0, height: layout.body.rows)
      dialog = .details(page)
      return subject.map { [.read(.details($0, width: width))] } ?? []
    case .history(let page): return scrollAndRead(page, layout)
    case .rules(let editor): return scrollAndRead(editor, layout)
    case .conflicts(var page):
      page.cursor.fit(count: page.conflicts.count, height: layout.conflictRows)
      dialog = .conflicts(page)
      return []
    case .bringIn(let line): return scrollAndRead(line)
    case .form, .rating, .question, .filter, .find, nil: return []
    }
  }
}
