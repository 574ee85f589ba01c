/// A press of the left mouse button, or a turn of the wheel.
package struct MouseEvent: Hashable, Sendable {
  /// The kinds of events that programs use.
  package enum Kind: Hashable, Sendable { case press, wheelUp, wheelDown }

  package let kind: Kind
  /// The column, counted from 0.
  package let column: Int
  /// The row, counted from 0.
  package let row: Int

  package init(_ kind: Kind, column: Int, row: Int) {
    self.kind = kind
    self.column = column
    self.row = row
  }

  /// The number of rows that a step of the wheel scrolls.
  private static let wheelStep = 3

  /// The number of rows by which the wheel scrolls down; `nil` for a press.
  package var scrolledRows: Int? {
    switch kind {
    case .press: nil
    case .wheelUp: -Self.wheelStep
    case .wheelDown: Self.wheelStep
    }
  }

  /// Decodes the parameters of a report in the SGR encoding of xterm: `0;12;5`, for button, column and row.
  ///
  /// - Returns: `nil` for other buttons, and for invalid reports.
  init?(sgr parameters: ArraySlice<UInt8>) {
    let numbers = parameters.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false)
      .map { Int(String(decoding: $0, as: UTF8.self)) }
    guard numbers.count == 3, let button = numbers[0], let column = numbers[1], let row = numbers[2], column > 0,
      row > 0
    else { return nil }
    let kinds: [Int: Kind] = [0: .press, 64: .wheelUp, 65: .wheelDown]
    guard let kind = kinds[button] else { return nil }
    self.init(kind, column: column - 1, row: row - 1)
  }
}
