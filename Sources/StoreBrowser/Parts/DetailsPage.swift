package import MixtapeModel
package import TerminalUI

/// The details of an episode, a podcast or a playlist.
package struct DetailsPage: Equatable, Sendable {
  /// The thing with the details.
  package enum Subject: Hashable, Sendable {
    case episode(Episode.ID)
    case podcast(Podcast.ID)
    case playlist(Playlist.ID)
  }

  package let subject: Subject
  /// The width for which the lines were asked for last.
  private(set) var askedWidth: Int?
  private var lines: [StyledText] = ["Reading…"]
  private var scroll = TextScroll()

  init(_ subject: Subject) { self.subject = subject }

  /// Returns whether the lines must be read for a width, once for each width.
  mutating func asks(width: Int) -> Bool {
    guard width != askedWidth else { return false }
    askedWidth = width
    return true
  }

  /// Shows the lines. Those that are too wide take several rows.
  mutating func show(_ new: [StyledText]) {
    let width = askedWidth ?? .max
    lines = new.flatMap { $0.width > width ? $0.wrapped(to: width) : [$0] }
  }

  /// Scrolls by a key.
  ///
  /// - Returns: `false` if the key does not scroll.
  mutating func scroll(_ key: Key, height: Int) -> Bool { scroll.scroll(key, count: lines.count, height: height) }

  /// Scrolls by a number of rows.
  mutating func scroll(by rows: Int, height: Int) { scroll.scroll(by: rows, count: lines.count, height: height) }

  /// Returns the visible lines.
  package func visible(height: Int) -> ArraySlice<StyledText> { scroll.visible(lines, height: height) }
}
