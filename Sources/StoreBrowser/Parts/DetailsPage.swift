package import MixtapeModel

/// The details of an episode, a podcast or a playlist, or the result of a command: lines that scroll.
package struct DetailsPage: Equatable, Sendable {
  /// The thing with the details.
  package enum Subject: Hashable, Sendable {
    case episode(Episode.ID)
    case podcast(Podcast.ID)
    case playlist(Playlist.ID)
  }

  /// The thing with the details; `nil` for the result of a command.
  package let subject: Subject?
  /// The width for which the lines were wrapped, or asked for last.
  private(set) var width: Int?
  private var original: [StyledText] = ["Reading…"]
  private var lines: [StyledText] = []
  private var scroll = TextScroll()

  init(_ subject: Subject) { self.subject = subject }

  /// Makes the page of the result of a command.
  init(result lines: [StyledText]) {
    subject = nil
    original = lines
  }

  /// Shows the lines. Those that are too wide take several rows.
  mutating func show(_ new: [StyledText]) {
    original = new
    let width = width ?? .max
    lines = new.flatMap { $0.width > width ? $0.wrapped(to: width) : [$0] }
  }

  /// Fits the lines to a width. Returns the subject whose details must be read for it.
  mutating func fit(width new: Int) -> Subject? {
    guard new != width else { return nil }
    width = new
    show(original)
    return subject
  }

  /// Scrolls by a key, if it scrolls.
  mutating func scroll(_ key: Key, height: Int) -> Bool { scroll.scroll(key, count: lines.count, height: height) }

  mutating func scroll(by rows: Int, height: Int) { scroll.scroll(by: rows, count: lines.count, height: height) }

  /// Returns the visible lines.
  package func visible(height: Int) -> ArraySlice<StyledText> { scroll.visible(lines, height: height) }
}

/// The result of the last action on a screen, or the reason why it was refused, and the command that would have done it.
package struct ScreenMessage: Equatable, Sendable {
  package let text: String
  package var command: String?
  package var isRefusal = false

  /// Makes a message.
  package init(_ text: String, command: String? = nil, isRefusal: Bool = false) {
    self.text = text
    self.command = command
    self.isRefusal = isRefusal
  }
}
