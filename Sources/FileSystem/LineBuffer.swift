/// Splits a stream of bytes into lines. Lines that are too long are dropped, so that no peer can fill the memory.
package struct LineBuffer {
  /// The maximum length of a line in bytes. Longer lines are dropped.
  package let maximumLength: Int
  /// Whether a line was too long.
  package private(set) var hasDroppedLine = false
  /// The beginning of the current line.
  private var rest: [UInt8] = []
  /// Whether the current line is too long.
  private var isOverflowing = false

  package init(maximumLength: Int) { self.maximumLength = maximumLength }

  /// Appends bytes.
  ///
  /// - Returns: The lines that end in these bytes, without their line ends.
  package mutating func append(_ piece: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = piece.startIndex
    while let end = piece[start...].firstIndex(of: UInt8(ascii: "\n")) {
      appendToLine(piece[start..<end])
      if !isOverflowing { lines.append(rest) }
      rest = []
      isOverflowing = false
      start = end + 1
    }
    appendToLine(piece[start...])
    return lines
  }

  private mutating func appendToLine(_ piece: ArraySlice<UInt8>) {
    if rest.count + piece.count > maximumLength {
      isOverflowing = true
      hasDroppedLine = true
      rest = []
    }
    if !isOverflowing { rest += piece }
  }
}
