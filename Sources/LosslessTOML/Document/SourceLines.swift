/// A place in a source, as an editor shows it.
public struct SourceLocation: Hashable, Sendable {
  /// The number of the line, from 1.
  public let line: Int

  /// The number of the column, from 1, in `Character`s of the line.
  public let column: Int

  /// Makes a location from a line and a column, both counted from 1.
  public init(line: Int, column: Int) {
    self.line = line
    self.column = column
  }
}

/// The lines of a source, to turn byte offsets into what people read.
///
/// Make one when diagnostics are about to be shown: the source is read once, in linear time, and each location
/// afterwards costs a binary search and the decoding of at most 4 KiB, however long the lines are.
/// A line ends with a line feed, or a carriage return and a line feed.
public struct SourceLines: Sendable {
  /// The offset at which each line starts; the first is 0.
  private let starts: [Int]
  /// Places inside long lines whose column is already known, in order of their offsets.
  private let checkpoints: [Checkpoint]
  private let source: [UInt8]

  /// A place in a long line and the characters between it and the start of its line.
  private struct Checkpoint {
    let offset: Int
    let characters: Int
  }

  /// The longest stretch of bytes that is decoded to find a column.
  private static let reach = 4096

  /// Finds the lines of `source`. O(*n*).
  public init(_ source: [UInt8]) {
    var starts = [0]
    for offset in source.indices where source[offset] == UInt8(ascii: "\n") {
      starts.append(offset + 1)
    }
    self.source = source
    self.starts = starts
    self.checkpoints = Self.checkpoints(of: source, starts: starts)
  }

  /// The number of lines; a source that ends in a line feed has an empty line after it.
  public var count: Int { starts.count }

  /// The line and column of a byte offset; an offset outside of the source is moved to its nearest end.
  public func location(of offset: Int) -> SourceLocation {
    let offset = min(max(offset, 0), source.count)
    let line = Self.lastIndex(in: starts.indices) { starts[$0] <= offset }
    var (start, characters) = (starts[line], 0)
    if let first = checkpoints.first, first.offset <= offset {
      let nearest = checkpoints[Self.lastIndex(in: checkpoints.indices) { checkpoints[$0].offset <= offset }]
      if nearest.offset > start { (start, characters) = (nearest.offset, nearest.characters) }
    }
    return SourceLocation(line: line + 1, column: characters + Self.characters(in: source[start..<offset]) + 1)
  }

  /// The bytes of a line, counted from 1, without its line end; `nil` if there is no such line.
  public func lineRange(_ line: Int) -> SourceRange? {
    guard starts.indices.contains(line - 1) else { return nil }
    let start = starts[line - 1]
    guard line < starts.count else { return SourceRange(start..<source.count) }
    let lineFeed = starts[line] - 1
    let hasReturn = lineFeed > start && source[lineFeed - 1] == UInt8(ascii: "\r")
    return SourceRange(start..<(hasReturn ? lineFeed - 1 : lineFeed))
  }

  /// The text of a line, counted from 1, without its line end; `nil` if there is no such line.
  ///
  /// Invalid UTF-8 is replaced.
  public func text(ofLine line: Int) -> String? {
    lineRange(line).map { String(decoding: source[$0.offsets], as: UTF8.self) }
  }

  private static func characters(in bytes: ArraySlice<UInt8>) -> Int {
    String(decoding: bytes, as: UTF8.self).count
  }

  /// The last index for which `holds` is true, where it is true of the first and never becomes true again.
  private static func lastIndex(in indices: Range<Int>, where holds: (Int) -> Bool) -> Int {
    var (low, high) = (indices.lowerBound, indices.upperBound)
    while high - low > 1 {
      let middle = (low + high) / 2
      if holds(middle) { low = middle } else { high = middle }
    }
    return low
  }

  private static func checkpoints(of source: [UInt8], starts: [Int]) -> [Checkpoint] {
    var result: [Checkpoint] = []
    for (line, start) in starts.enumerated() {
      let end = line + 1 < starts.count ? starts[line + 1] : source.count
      var (offset, characters) = (start, 0)
      while end - offset > reach {
        let next = boundary(in: source, from: offset)
        characters += Self.characters(in: source[offset..<next])
        offset = next
        result.append(Checkpoint(offset: offset, characters: characters))
      }
    }
    return result
  }

  /// A place at most `reach` bytes on, between two characters.
  ///
  /// Between two ASCII bytes there always is a boundary, as a carriage return and its line feed are the end of a line.
  /// Where a whole stretch has no such pair, a boundary between two scalars has to do.
  private static func boundary(in source: [UInt8], from offset: Int) -> Int {
    let limit = offset + reach
    for place in stride(from: limit, to: offset, by: -1) where source[place - 1] < 0x80 && source[place] < 0x80 {
      return place
    }
    for place in stride(from: limit, to: limit - 3, by: -1) where source[place] & 0xC0 != 0x80 {
      return place
    }
    return limit
  }
}
