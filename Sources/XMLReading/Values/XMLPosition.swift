/// A position in a document, for messages.
public struct XMLPosition: Hashable, Comparable, Sendable {
  /// The line, from 1.
  public let line: Int
  /// The column in Unicode scalars, from 1.
  public let column: Int

  /// Makes a position.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }

  /// Compares lines, then columns.
  public static func < (left: XMLPosition, right: XMLPosition) -> Bool {
    (left.line, left.column) < (right.line, right.column)
  }
}
