import MixtapeModel

// Work beside the browser.

extension Browser {
  /// Starts work, unless other work is in progress.
  mutating func start(_ job: BrowserJob) -> [BrowserEffect] {
    if let running = self.job {
      refuse("Mixtape is still \(running.title); start this when it is done")
      return []
    }
    self.job = job
    return [.run(job)]
  }

  mutating func startWithEpisodes(_ make: ([Episode.ID]) -> BrowserJob) -> [BrowserEffect] {
    withChosenEpisodes { browser, episodes in
      let effects = browser.start(make(episodes))
      if !effects.isEmpty { browser.listing.marks = [] }
      return effects
    }
  }

  /// Shows the result that was not read yet, unless a dialog or the page of the player has the screen.
  mutating func showUnreadResult() {
    guard !unreadResult.isEmpty, dialog == nil, page == nil else { return }
    dialog = .details(DetailsPage(result: unreadResult))
  }

  /// Updates the podcast that is selected in the tree, or else all feeds.
  mutating func updateFeeds() -> [BrowserEffect] {
    if focus == .sidebar, detached == nil, case .podcast(let id) = sidebar.selected?.item {
      guard sidebar.selectedWithoutFeed == nil else {
        refuse("\(id) has no feed; `mixtape set \(id) --feed URL` sets it")
        return []
      }
      return start(.updateFeeds(id))
    }
    return start(.updateFeeds(nil))
  }

  // MARK: Bringing in

  /// Asks for the way to bring in the present text, unless it was asked for.
  mutating func scrollAndRead(_ line: BringIn) -> [BrowserEffect] {
    var line = line
    guard line.text != line.asked else { return [] }
    line.asked = line.text
    if line.text.isEmpty { line.show(nil, of: "") }
    dialog = .bringIn(line)
    return line.text.isEmpty ? [] : [.read(.bringIn(line.text))]
  }

  mutating func pressInBringIn(_ key: Key, _ line: BringIn) -> [BrowserEffect] {
    var line = line
    switch key {
    case _ where key.isCancel:
      dialog = nil
      return []
    case .enter:
      switch line.way {
      case .command(let way)?:
        let effects = start(.bringIn(way))
        if !effects.isEmpty { dialog = nil }
        return effects
      case .refusal?, nil: return []
      }
    default: _ = line.field.press(key)
    }
    dialog = .bringIn(line)
    return []
  }
}
