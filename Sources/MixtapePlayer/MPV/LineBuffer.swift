/// Takes apart what comes in pieces into lines. A line that is too long is left out, so that no peer fills the memory.
struct LineBuffer {
  /// Longer lines are left out.
  let maximumLength: Int
  /// The beginning of a line that has not ended yet.
  private var rest: [UInt8] = []
  /// Whether the line that has not ended yet is too long already.
  private var isOverflowing = false

  init(maximumLength: Int) { self.maximumLength = maximumLength }

  /// Takes a piece.
  ///
  /// - Returns: The lines that it ends, without the line ends.
  mutating func append(_ piece: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = piece.startIndex
    while let end = piece[start...].firstIndex(of: UInt8(ascii: "\n")) {
      take(piece[start..<end])
      if !isOverflowing { lines.append(rest) }
      rest = []
      isOverflowing = false
      start = end + 1
    }
    take(piece[start...])
    return lines
  }

  private mutating func take(_ piece: ArraySlice<UInt8>) {
    if rest.count + piece.count > maximumLength {
      isOverflowing = true
      rest = []
    }
    if !isOverflowing { rest += piece }
  }
}
