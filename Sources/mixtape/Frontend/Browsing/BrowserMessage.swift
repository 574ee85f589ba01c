import StoreBrowser

/// A message to the loop of the browser.
enum BrowserMessage: PlayerMessageCarrying {
  case answer(BrowserAnswer)
  /// A message of the terminal, the store, or the player at the foot.
  case player(PlayerMessage)
}
