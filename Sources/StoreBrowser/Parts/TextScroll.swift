package import TerminalUI

/// The place in a text that is higher than the screen.
package struct TextScroll: Equatable, Sendable {
  /// The first visible line.
  package private(set) var first = 0

  package init() {}

  /// Scrolls by a key that would move the cursor of a list.
  ///
  /// - Returns: `false` if the key does not scroll.
  package mutating func scroll(_ key: Key, count: Int, height: Int) -> Bool {
    var cursor = ListCursor()
    cursor.select(first)
    guard cursor.move(key, count: count, page: height) else { return false }
    scroll(by: cursor.row - first, count: count, height: height)
    return true
  }

  /// Scrolls by a number of lines, as far as there are any.
  package mutating func scroll(by lines: Int, count: Int, height: Int) {
    first = max(0, min(first + lines, count - height))
  }

  /// Returns the visible lines.
  package func visible(_ lines: [StyledText], height: Int) -> ArraySlice<StyledText> {
    lines.dropFirst(first).prefix(max(0, height))
  }
}
