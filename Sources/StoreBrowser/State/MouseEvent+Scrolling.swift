import TerminalUI

extension MouseEvent {
  /// The number of rows that a step of the wheel scrolls.
  private static let wheelStep = 3

  /// The number of rows by which the wheel scrolls down; `nil` for a press.
  var scrolledRows: Int? {
    switch kind {
    case .press: nil
    case .wheelUp: -Self.wheelStep
    case .wheelDown: Self.wheelStep
    }
  }
}
