import StoreBrowser

/// A message to the loop of the browser.
enum BrowserMessage: PlayerMessageCarrying {
  case answer(BrowserAnswer)
  /// The result of a command for the player of another program.
  case message(Browser.Message)
  /// The work beside the browser has made progress.
  case progress
  /// The work beside the browser has ended.
  case ended(JobResult)
  /// The editor has ended.
  case edited(Result<Void, any Error>)
  /// A message of the terminal, the store, or the player at the foot.
  case player(PlayerMessage)
}
