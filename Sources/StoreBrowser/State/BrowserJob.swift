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

/// The line for the address of a feed, a directory of music or the file of a list.
package struct BringIn: Equatable, Sendable {
  /// The way to bring something into the library, or the reason for a refusal.
  package enum Way: Equatable, Sendable {
    case command(Command)
    case refusal(String)

    /// The command for it.
    package struct Command: Equatable, Sendable {
      /// The work in progress: `scanning /music`.
      package let title: String
      /// The effect of the command, as a sentence.
      package let sentence: String
      package let arguments: [String]

      package init(_ title: String, _ sentence: String, _ arguments: [String]) {
        self.title = title
        self.sentence = sentence
        self.arguments = arguments
      }
    }
  }

  package var field = TextField()
  /// The way for the text that was answered last.
  package private(set) var way: Way?
  private var answered = ""
  /// The text that was asked last.
  var asked = ""

  /// The text without the blanks around it.
  var text: String { field.text.trimmingBlanks }

  /// Whether ``way`` belongs to the present text.
  package var isCurrent: Bool { answered == text }

  /// Shows an answer, if its text is still the one that was typed.
  mutating func show(_ way: Way?, of text: String) {
    guard text == self.text else { return }
    (self.way, answered) = (way, text)
  }
}
