import MixtapeModel

extension Browser {
  /// Returns the effects at the start. The caller then watches the store, and sends ``BrowserEvent/storeChanged`` to read the
  /// present playlists, so that no later change is missed.
  package mutating func start() -> [BrowserEffect] { [.read(.lastPlaylists)] + scrollAndRead() }

  /// Handles an event.
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

// Answers of the store, and results of effects.

extension Browser {
  /// Shows an answer. One to an earlier question is ignored.
  mutating func take(_ answer: BrowserAnswer) -> [BrowserEffect] {
    switch answer {
    case .lastPlaylists(let contents): if sidebars[.playlists]?.isLoaded != true { show(contents, in: .playlists) }
    case .playlists(let contents):
      show(contents, in: .playlists)
      if let item = awaited, contents.leaves.contains(where: { $0.item == item }) {
        sidebars[.playlists]?.select(item)
        awaited = nil
      }
      return askForConflicts()
    case .podcasts(let byFolder, let byTag):
      isReadingPodcasts = false
      show(byFolder, in: .library)
      show(byTag, in: .tags)
    case .contents(let source, let contents): if source == listing.source { show(contents) }
    case .texts(let ids, let texts): listing.describe(ids, texts)
    case .filter(let text, let source, let ids):
      if source == listing.source, text == listing.filter { listing.filter(by: text, ids) }
    case .playable(let text, let found): page?.show(found, of: text)
    case .details(let subject, let lines) where page != nil: page?.show(lines, of: subject)
    case .conflicts(let found): show(found)
    case .search, .containing, .history, .change, .details, .rules, .bringIn: showInDialog(answer)
    case .failure(let query, let reason): take(failure: query, reason)
    }
    return []
  }

  /// Shows an answer in the dialog that asked for it, if that is still open.
  private mutating func showInDialog(_ answer: BrowserAnswer) {
    switch (answer, dialog) {
    case (.search(let text, let found), .picker(var picker)):
      picker.show(found, of: text)
      dialog = .picker(picker)
    case (.containing(let ids, let playlists, let held), .assignment(var assignment)) where assignment.episodes == ids:
      assignment.show(playlists, held: held)
      dialog = .assignment(assignment)
    case (.history(let item, let contents), .history(var page)) where page.item == item:
      page.show(contents)
      dialog = .history(page)
    case (.change(let change, let detail, let lines), .history(var page)):
      page.show(lines, of: change, detail)
      dialog = .history(page)
    case (.details(let subject, let lines), .details(var page)) where page.subject == subject:
      page.show(lines)
      dialog = .details(page)
    case (.bringIn(let text, let way), .bringIn(var line)):
      line.show(way, of: text)
      dialog = .bringIn(line)
    case (.rules(let question, let preview), .rules(var editor)):
      editor.show(preview, of: question)
      dialog = .rules(editor)
    default: break
    }
  }

  private mutating func show(_ contents: SidebarContents, in kind: Sidebar.Kind) {
    var sidebar = sidebars[kind] ?? Sidebar()
    sidebar.show(contents)
    sidebars[kind] = sidebar
  }

  private mutating func show(_ contents: Listing.Contents) {
    // A move that waits has the newest arrangement; it is checked when it is saved.
    guard listing.move == nil else { return }
    listing.show(contents)
    askedTexts = []
    if case .picker(var picker) = dialog, let playlist = contents.playlist, playlist.id == picker.playlist {
      picker.held = Set(playlist.episodes)
      dialog = .picker(picker)
    }
    if case .rules(var editor) = dialog, let playlist = contents.playlist, playlist.id == editor.playlist {
      editor.follow(playlist.criteria)
      dialog = .rules(editor)
    }
  }

  private mutating func take(failure query: BrowserQuery, _ reason: String) {
    switch query {
    case .contents(let source): if source == listing.source { listing.show(failure: reason) }
    case .podcasts:
      isReadingPodcasts = false
      message = Message(reason, isRefusal: true)
    // The present playlists follow.
    case .lastPlaylists: break
    case .playable(let text):
      page?.show([], of: text)
      show(Message(reason, isRefusal: true))
    case .details where page != nil:
      page?.close()
      show(Message(reason, isRefusal: true))
    case .details: if case .details = dialog { close(because: reason) }
    case .containing: if case .assignment = dialog { close(because: reason) }
    case .history: if case .history = dialog { close(because: reason) }
    case .search(let text):
      if case .picker(var picker) = dialog {
        picker.show([], of: text)
        dialog = .picker(picker)
      }
      message = Message(reason, isRefusal: true)
    case .filter(let text, let source):
      if source == listing.source, text == listing.filter { listing.filter(by: "", nil) }
      message = Message(reason, isRefusal: true)
    case .conflicts: if case .conflicts = dialog { close(because: reason) }
    case .playlists, .texts, .change, .rules, .bringIn: message = Message(reason, isRefusal: true)
    }
  }

  /// Closes a dialog whose contents cannot be read.
  private mutating func close(because reason: String) {
    dialog = nil
    message = Message(reason, isRefusal: true)
  }

  /// Shows the result of an effect, and reads what may have changed.
  mutating func take(_ outcome: BrowserOutcome) -> [BrowserEffect] {
    message = outcome.message
    finishSaving(outcome)
    // A new playlist that was not created, or that was removed again, never appears.
    if outcome.message.isRefusal || outcome.playlist.map({ SidebarRow.Item.playlist($0.id) }) != awaited {
      awaited = nil
    }
    if let question = outcome.question { dialog = .question(question) }
    if let playlist = outcome.playlist {
      if listing.playlist?.id == playlist.id {
        listing.show(playlist)
      } else if sidebars[.playlists]?.rows.contains(where: { $0.item == .playlist(playlist.id) }) == false {
        awaited = .playlist(playlist.id)
      }
      if case .picker(var picker) = dialog, picker.playlist == playlist.id {
        picker.held = Set(playlist.episodes)
        dialog = .picker(picker)
      }
    }
    listing.move = nil
    return readingAfterChange
  }

  /// Ends the work beside the browser, and shows its result. A page with it waits until no dialog is open.
  mutating func take(_ result: JobResult) -> [BrowserEffect] {
    let showsResult = job?.showsResult == true || result.message.isRefusal
    job = nil
    show(result.message)
    if showsResult, result.lines.count > 1 { unreadResult += result.lines }
    return readingAfterChange
  }

  /// The reads of what a change of the store can change in the panes.
  private var readingAfterChange: [BrowserEffect] {
    var queries: [BrowserQuery] = [.playlists]
    if let source = listing.source { queries.append(.contents(source)) }
    // A decision for the present value changes no file, so that no watch tells of it.
    if !conflicts.isEmpty { queries.append(.conflicts) }
    if case .history(let page) = dialog { queries.append(.history(page.item)) }
    return queries.map(BrowserEffect.read)
  }
}
