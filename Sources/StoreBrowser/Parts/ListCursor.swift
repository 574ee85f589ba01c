/// The cursor of a list that scrolls, and the first visible row.
package struct ListCursor: Equatable, Sendable {
  /// The selected row.
  package private(set) var row = 0
  /// The first visible row.
  package private(set) var first = 0

  package init() {}

  /// Selects a row. ``fit(count:height:)`` scrolls to it.
  package mutating func select(_ row: Int) { self.row = max(0, row) }

  /// Moves the cursor by a key, if it moves one.
  package mutating func move(_ key: Key, count: Int, page: Int) -> Bool {
    let target: Int
    switch key {
    case .up, .character("k"): target = row - 1
    case .down, .character("j"): target = row + 1
    case .pageUp, .control("b"): target = row - max(1, page - 1)
    case .pageDown, .control("f"): target = row + max(1, page - 1)
    case .home, .character("g"): target = 0
    case .end, .character("G"): target = count - 1
    default: return false
    }
    row = max(0, min(target, count - 1))
    return true
  }

  /// Scrolls by a number of rows. The cursor stays visible.
  package mutating func scroll(by rows: Int, count: Int, height: Int) {
    first = max(0, min(first + rows, count - height))
    row = max(first, min(row, first + height - 1, count - 1))
  }

  /// Handles an event of the mouse: a press selects a row of the list, the wheel scrolls.
  ///
  /// - Parameter top: The row of the screen with the first visible row.
  package mutating func handle(_ event: MouseEvent, top: Int, count: Int, height: Int) {
    if let rows = event.scrolledRows { return scroll(by: rows, count: count, height: height) }
    let row = first + event.row - top
    if (0..<count).contains(row) { select(row) }
  }

  /// Limits the cursor to a list, and scrolls as little as possible, so that it is visible.
  package mutating func fit(count: Int, height: Int) {
    row = max(0, min(row, count - 1))
    let height = max(1, height)
    first = max(min(first, row), row - height + 1)
    first = max(0, min(first, count - height))
  }

  /// Returns the visible rows.
  package func visible(count: Int, height: Int) -> Range<Int> {
    let first = min(first, count)
    return first..<min(count, first + max(0, height))
  }
}

/// The place in a text that is higher than the screen.
package struct TextScroll: Equatable, Sendable {
  /// The first visible line.
  package private(set) var first = 0

  package init() {}

  /// Scrolls by a key that would move the cursor of a list, if it is one.
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
