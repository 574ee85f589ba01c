import MixtapeModel

/// Work beside the browser: a command that can take long. The browser stays usable, and shows the progress.
package struct BrowserJob: Equatable, Sendable {
  /// The work in progress: `updating feeds`.
  package let title: String
  /// The arguments of the command.
  package let arguments: [String]
  /// The words of the command for people. Those of many episodes are cut.
  package let command: [String]
  /// Whether a result of several lines is shown on a page. That of a command that failed always is.
  let showsResult: Bool
  /// The progress that the command shows; empty at the start.
  package internal(set) var progress = ""

  private init(_ title: String, _ arguments: [String], naming names: [String] = [], showsResult: Bool = false) {
    self.title = title
    self.arguments = arguments + names
    command = ["mixtape"] + arguments + CommandWords.cut(names)
    self.showsResult = showsResult
  }

  /// Updates a podcast from its feed; `nil` for all subscribed ones.
  static func updateFeeds(_ podcast: Podcast.ID?) -> Self {
    BrowserJob(
      podcast.map { "updating \($0)" } ?? "updating feeds", ["feed", "update"] + (podcast.map { [$0.rawValue] } ?? []))
  }

  static func bringIn(_ way: BringIn.Way.Command) -> Self {
    BrowserJob(way.title, way.arguments, showsResult: true)
  }

  static func download(_ episodes: [Episode.ID]) -> Self {
    BrowserJob(
      "downloading \(counted(episodes.count, "episode"))", ["episode", "download"], naming: episodes.map(\.rawValue))
  }

  static func forget(_ episodes: [Episode.ID]) -> Self {
    BrowserJob("removing downloads", ["episode", "forget"], naming: episodes.map(\.rawValue))
  }

  static func decide(_ conflict: ConflictsPage.Conflict, taking side: ConflictsPage.Side) -> Self {
    BrowserJob(
      "deciding \(conflict.key) of \(conflict.name)",
      ["conflicts", conflict.name, conflict.key, "--take", side.rawValue])
  }
}

/// The result of work beside the browser.
package struct JobResult: Sendable {
  /// The result in one sentence.
  package let message: Browser.Message
  /// Everything that the command printed.
  package let lines: [StyledText]

  package init(_ message: Browser.Message, lines: [StyledText] = []) {
    self.message = message
    self.lines = lines
  }
}
