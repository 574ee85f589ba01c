internal import MixtapeModel

/// What the cursor is in, found in the text around it, which may be broken.
enum CursorContext: Equatable {
  /// The start of a line: a key, with the range of its letters.
  case key(Range<Int>)
  /// A string in the value of a key, with the range of its content.
  case string(key: String, Range<Int>)
}

extension EditorText {
  /// Returns the context of an offset; `nil` if nothing is known about it.
  func context(at offset: Int) -> CursorContext? {
    let current = line(at: offset)
    let content = content(ofLine: current)
    let before = Array(bytes[content.lowerBound..<max(content.lowerBound, min(offset, content.upperBound))])
    if let string = string(at: offset, in: content) {
      return keyOfValue(upTo: current).map { .string(key: $0, string) }
    }
    guard before.allSatisfy(Self.isKeyByte) else { return nil }
    return .key(content.lowerBound..<offset)
  }

  /// Returns the content of the quoted string of a line at an offset. A string without an end reaches to the end of the line.
  private func string(at offset: Int, in line: Range<Int>) -> Range<Int>? {
    var start: Int?
    var quote: UInt8 = 0
    for place in line where place < offset {
      let byte = bytes[place]
      if start != nil {
        if byte == quote { start = nil }
      } else if byte == UInt8(ascii: "#") {
        return nil
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        (start, quote) = (place + 1, byte)
      }
    }
    guard let start else { return nil }
    var end = offset
    while end < line.upperBound, bytes[end] != quote, bytes[end] != UInt8(ascii: ",") { end += 1 }
    return start..<(end < line.upperBound && bytes[end] == quote ? end : offset)
  }

  /// Returns the key of the nearest line with `key =`, at or above a line.
  private func keyOfValue(upTo line: Int) -> String? {
    for number in stride(from: line, through: 0, by: -1) {
      let content = bytes[content(ofLine: number)]
      let key = content.prefix(while: Self.isKeyByte)
      let rest = content.dropFirst(key.count).drop { $0 == 0x20 || $0 == 0x09 }
      if !key.isEmpty, rest.first == UInt8(ascii: "=") { return String(decoding: key, as: UTF8.self) }
    }
    return nil
  }

  private static func isKeyByte(_ byte: UInt8) -> Bool {
    (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(byte | 0x20)
  }
}
