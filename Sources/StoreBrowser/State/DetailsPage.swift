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
  var askedWidth: Int?
  private var lines: [StyledText] = ["Reading…"]
  private var first = 0

  init(_ subject: Subject) { self.subject = subject }

  /// Shows the lines. Those that are too wide take several rows.
  mutating func show(_ new: [StyledText]) {
    let width = askedWidth ?? .max
    lines = new.flatMap { $0.width > width ? $0.wrapped(to: width) : [$0] }
  }

  /// Scrolls by a key.
  ///
  /// - Returns: `false` if the key does not scroll.
  mutating func scroll(_ key: Key, height: Int) -> Bool {
    var cursor = ListCursor()
    cursor.select(first)
    guard cursor.move(key, count: lines.count, page: height) else { return false }
    scroll(by: cursor.row - first, height: height)
    return true
  }

  /// Scrolls by a number of rows.
  mutating func scroll(by rows: Int, height: Int) { first = max(0, min(first + rows, lines.count - height)) }

  /// Returns the visible lines.
  package func visible(height: Int) -> ArraySlice<StyledText> { lines.dropFirst(first).prefix(max(0, height)) }
}
