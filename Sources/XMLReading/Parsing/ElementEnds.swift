/// Whether the elements of a document have end tags, by their numbers in document order.
struct ElementEnds {
  private enum State: UInt8 {
    case open, closed, unclosed
  }

  private var states: [State] = []

  /// The number of elements so far.
  var count: Int { states.count }

  /// Adds an open element, and returns its number.
  mutating func begin() -> Int32 {
    states.append(.open)
    return Int32(truncatingIfNeeded: states.count - 1)
  }

  /// Ends an element, unless it has ended before.
  mutating func end(_ element: Int32, hasTag: Bool) {
    if states[Int(element)] == .open { states[Int(element)] = hasTag ? .closed : .unclosed }
  }

  /// Returns whether an element has an end tag; `nil` as long as it is open.
  func hasTag(_ element: Int32) -> Bool? {
    switch states[Int(element)] {
    case .open: nil
    case .closed: true
    case .unclosed: false
    }
  }
}
