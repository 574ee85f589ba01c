/// The part of a file that the cursor is in, found in the lines around it, so that the text may be broken.
struct CursorContext: Equatable {
  /// The kinds of parts.
  enum Part: Equatable {
    /// The name of a key, at the start of a line.
    case key
    /// A value, or an element of an array, without quotes.
    case value
    /// The content of a string, with its quote.
    case string(quote: UInt8)
  }

  let part: Part
  /// The key of the value; empty for the name of a key.
  let key: String
  /// The names of the tables around it, from the header above.
  let table: [String]
  /// The bytes that a completion replaces: letters of a key or a value, or the content of a string.
  let range: Range<Int>
}

extension EditorText {
  /// Returns the part at an offset; `nil` in comments and where nothing can be completed.
  func context(at offset: Int) -> CursorContext? {
    let line = line(at: offset)
    let content = content(ofLine: line)
    guard content.lowerBound <= offset, !isInComment(offset, of: content) else { return nil }
    let table = table(around: line)
    let key = keyOfValue(at: line)
    if let (string, quote) = string(at: offset, in: content, isID: key?.name == "episodes") {
      guard let key = key?.name else { return nil }
      return CursorContext(part: .string(quote: quote), key: key, table: table, range: string)
    }
    let word = bytes[..<offset].suffix(while: Self.isWordByte).startIndex
    let start = max(word, content.lowerBound)
    if let key, isValue(of: key.valueStart, at: start) {
      return CursorContext(part: .value, key: key.name, table: table, range: start..<offset)
    }
    guard bytes[content.lowerBound..<start].allSatisfy(Self.isBlank) else { return nil }
    return CursorContext(part: .key, key: "", table: table, range: start..<offset)
  }

  /// Returns the names of the tables around the key at an offset and its own, and its place.
  func key(at offset: Int) -> (path: [String], range: Range<Int>)? {
    let line = line(at: offset)
    guard let key = key(ofLine: line), key.range.touches(offset) else { return nil }
    return (table(around: line) + [text(key.range)], key.range)
  }

  /// Returns whether an offset belongs to the value that starts at another: it is on the same line, or in an open array.
  private func isValue(of start: Int, at offset: Int) -> Bool {
    guard start <= offset else { return false }
    if line(at: start) == line(at: offset) { return true }
    return openBrackets(in: start..<offset) > 0
  }

  /// Returns the number of square brackets outside of strings and comments that are not closed.
  private func openBrackets(in range: Range<Int>) -> Int {
    var (count, quote, isComment) = (0, UInt8(0), false)
    for byte in bytes[range] {
      switch byte {
      case 0x0A: (quote, isComment) = (0, false)
      case _ where isComment: break
      case quote where quote != 0: quote = 0
      case _ where quote != 0: break
      case UInt8(ascii: "\""), UInt8(ascii: "'"): quote = byte
      case UInt8(ascii: "#"): isComment = true
      case UInt8(ascii: "["): count += 1
      case UInt8(ascii: "]"): count -= 1
      default: break
      }
    }
    return count
  }

  private func isInComment(_ offset: Int, of line: Range<Int>) -> Bool {
    var quote = UInt8(0)
    for byte in bytes[line.lowerBound..<min(offset, line.upperBound)] {
      if quote != 0 {
        if byte == quote { quote = 0 }
      } else if byte == UInt8(ascii: "#") {
        return true
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        quote = byte
      }
    }
    return false
  }

  /// Returns the content of the string of a line at an offset, and its quote. A string without an end reaches to the offset.
  ///
  /// - Parameter isID: Whether the string is an id, which has no commas: the text after an open quote can belong to the next element.
  private func string(at offset: Int, in line: Range<Int>, isID: Bool) -> (Range<Int>, quote: UInt8)? {
    var start: Int?
    var (quote, isEscaped) = (UInt8(0), false)
    for place in line where place < offset {
      let byte = bytes[place]
      if isEscaped {
        isEscaped = false
      } else if start != nil {
        if byte == quote { start = nil }
        isEscaped = byte == UInt8(ascii: "\\") && quote == UInt8(ascii: "\"")
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        (start, quote) = (place + 1, byte)
      }
    }
    guard let start else { return nil }
    var end = offset
    while end < line.upperBound, bytes[end] != quote, !isID || bytes[end] != UInt8(ascii: ",") {
      end += quote == UInt8(ascii: "\"") && bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    end = min(end, line.upperBound)
    return (start..<(end < line.upperBound && bytes[end] == quote ? end : offset), quote)
  }

  /// Returns the key of the nearest line with `key =`, at or above a line and below its header.
  private func keyOfValue(at line: Int) -> (name: String, valueStart: Int)? {
    for number in stride(from: line, through: 0, by: -1) {
      if let key = key(ofLine: number) { return (text(key.range), key.valueStart) }
      if number < line, header(in: content(ofLine: number)) != nil { return nil }
    }
    return nil
  }

  /// Returns the place of the key at the start of a line with `key =`, and the start of its value.
  private func key(ofLine line: Int) -> (range: Range<Int>, valueStart: Int)? {
    let range = content(ofLine: line)
    let start = bytes[range].firstIndex { !Self.isBlank($0) } ?? range.upperBound
    let key = bytes[start..<range.upperBound].prefix(while: Self.isWordByte)
    let rest = bytes[key.endIndex..<range.upperBound].drop(while: Self.isBlank)
    guard !key.isEmpty, rest.first == UInt8(ascii: "=") else { return nil }
    return (start..<key.endIndex, rest.startIndex + 1)
  }

  /// Returns the names in the nearest header above a line, such as `[export.car]`.
  private func table(around line: Int) -> [String] {
    for number in stride(from: line, through: 0, by: -1) {
      if let header = header(in: content(ofLine: number)) { return header }
    }
    return []
  }

  private func header(in line: Range<Int>) -> [String]? {
    let text = bytes[line].drop(while: Self.isBlank)
    // An element of an array can be an array, too, but no file of a store has one.
    guard text.first == UInt8(ascii: "[") else { return nil }
    let names = text.drop { $0 == UInt8(ascii: "[") }.prefix { $0 != UInt8(ascii: "]") }
    guard !names.isEmpty, names.allSatisfy({ Self.isWordByte($0) || $0 == UInt8(ascii: ".") }) else { return nil }
    return String(decoding: names, as: UTF8.self).split(separator: ".").map(String.init)
  }

  private static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 }

  private static func isWordByte(_ byte: UInt8) -> Bool {
    switch byte {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"):
      true
    default: false
    }
  }
}

extension ArraySlice {
  /// Returns the longest end whose elements all meet a condition.
  fileprivate func suffix(while meets: (Element) -> Bool) -> ArraySlice {
    var start = endIndex
    while start > startIndex, meets(self[start - 1]) { start -= 1 }
    return self[start...]
  }
}
