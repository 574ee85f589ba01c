/// Bounds, indentation and line ends of the lines of a source.
enum Lines {
  /// Returns the offset at which the line of `offset` starts, after a byte order mark.
  static func start(ofLineAt offset: Int, in source: [UInt8]) -> Int {
    var start = offset
    while start > 0, source[start - 1] != .lineFeed { start -= 1 }
    return start == 0 && source.starts(with: byteOrderMark) ? byteOrderMark.count : start
  }

  /// Returns the offset after the line end of the line of `offset`, or the end of the source.
  static func end(ofLineAt offset: Int, in source: [UInt8]) -> Int {
    guard let lineFeed = source[offset...].firstIndex(of: .lineFeed) else { return source.count }
    return lineFeed + 1
  }

  /// Returns the white space at the start of the line of `offset`.
  static func indentation(ofLineAt offset: Int, in source: [UInt8]) -> Range<Int> {
    let start = start(ofLineAt: offset, in: source)
    let end = source[start...].firstIndex { !$0.isWhitespace } ?? source.count
    return start..<end
  }

  /// Returns the line end of the line of `offset`, else of the line before it; a line feed if the source has one line only.
  static func lineEnd(in source: [UInt8], near offset: Int) -> [UInt8] {
    let lineFeed =
      source[min(offset, source.count)...].firstIndex(of: .lineFeed)
      ?? source[..<min(offset, source.count)].lastIndex(of: .lineFeed)
    guard let lineFeed, lineFeed > 0, source[lineFeed - 1] == .carriageReturn else { return [.lineFeed] }
    return [.carriageReturn, .lineFeed]
  }

  static let byteOrderMark: [UInt8] = [0xEF, 0xBB, 0xBF]
}
