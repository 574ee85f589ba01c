/// The part of a file that the cursor is in, found in the text before it, so that the text may be broken.
struct CursorContext: Equatable {
  /// The kinds of parts.
  enum Part: Equatable {
    /// The name of a key, at the start of a line.
    case key
    /// The header of a table, with its brackets. An array has two.
    case header(isArray: Bool)
    /// A value, or an element of an array, without quotes.
    case value
    /// The content of a string, with its quote.
    case string(quote: UInt8)
  }

  let part: Part
  /// The names of the tables around it, and then of the key for a value. For a header, its names before the last one.
  let path: [String]
  /// The bytes that a completion replaces: the word around the cursor, the content of a string, or a header.
  let range: Range<Int>
}

extension EditorText {
  /// Returns the part at an offset; `nil` in comments, in strings of several lines, and where nothing can be completed.
  func context(at offset: Int) -> CursorContext? {
    let line = content(ofLine: line(at: offset))
    let state = TextState(at: offset, of: self)
    if state.isInComment { return nil }
    if state.isInHeader { return header(at: offset, in: line) }
    let path = state.table + (state.key.map { [text($0.range)] } ?? [])
    if let string = state.string {
      guard state.key != nil, !string.isLong, string.start <= offset else { return nil }
      let end = end(of: string, at: offset, in: line, isID: path == ["episodes"])
      return CursorContext(part: .string(quote: string.quote), path: path, range: string.start..<end)
    }
    if let key = state.key, key.valueStart <= offset {
      let word = word(at: offset, in: max(line.lowerBound, key.valueStart)..<line.upperBound, where: \.isPartOfValue)
      let before = bytes[max(line.lowerBound, key.valueStart)..<word.lowerBound].last { !$0.isBlank }
      // After a complete value, no other one can begin.
      guard before.map({ $0 == UInt8(ascii: "[") || $0 == UInt8(ascii: ",") }) ?? true else { return nil }
      return CursorContext(part: .value, path: path, range: word)
    }
    let word = word(at: offset, in: line, where: \.isWord)
    guard bytes[line.lowerBound..<word.lowerBound].allSatisfy(\.isBlank) else { return nil }
    return CursorContext(part: .key, path: state.table, range: word)
  }

  /// Returns the names of the tables around the key at an offset and its own, and its place.
  func key(at offset: Int) -> (path: [String], range: Range<Int>)? {
    let state = TextState(at: offset, of: self)
    guard let key = state.key, key.range.touches(offset) else { return nil }
    return (state.table + [text(key.range)], key.range)
  }

  /// Returns the end of the word at an offset; outside of words, the offset.
  func endOfWord(at offset: Int, before end: Int) -> Int {
    guard offset > 0, bytes[offset - 1].isWord else { return offset }
    return bytes[offset..<max(offset, end)].prefix(while: \.isWord).endIndex
  }

  private func word(at offset: Int, in range: Range<Int>, where isPart: (UInt8) -> Bool) -> Range<Int> {
    var start = offset
    while start > range.lowerBound, isPart(bytes[start - 1]) { start -= 1 }
    return start..<bytes[offset..<max(offset, range.upperBound)].prefix(while: isPart).endIndex
  }

  /// Returns the header around an offset; `nil` before its names and after them.
  private func header(at offset: Int, in line: Range<Int>) -> CursorContext? {
    let header = bytes[line].drop(while: \.isBlank)
    let names = header.drop { $0 == UInt8(ascii: "[") }
    guard names.startIndex <= offset else { return nil }
    let typed = names[..<offset]
    guard typed.allSatisfy({ $0.isWord || $0 == UInt8(ascii: ".") }) else { return nil }
    let rest = bytes[offset..<line.upperBound].drop(while: \.isWord)
    guard rest.first != UInt8(ascii: ".") else { return nil }
    let path = String(decoding: typed, as: UTF8.self).split(separator: ".", omittingEmptySubsequences: false)
    return CursorContext(
      part: .header(isArray: names.startIndex - header.startIndex > 1), path: path.dropLast().map(String.init),
      range: header.startIndex..<rest.prefix { $0 == UInt8(ascii: "]") }.endIndex)
  }

  /// Returns the end of the content of a string. If its line does not end it, that is the end of the word at the offset.
  ///
  /// - Parameter isID: Whether the string is an id, which has no commas: the text after an open quote can belong to the next element.
  private func end(of string: TextState.OpenString, at offset: Int, in line: Range<Int>, isID: Bool) -> Int {
    var end = offset
    while end < line.upperBound, bytes[end] != string.quote, !isID || bytes[end] != UInt8(ascii: ",") {
      end += string.quote == UInt8(ascii: "\"") && bytes[end] == UInt8(ascii: "\\") ? 2 : 1
    }
    if end < line.upperBound, bytes[end] == string.quote { return end }
    return word(at: offset, in: line, where: \.isPartOfValue).upperBound
  }
}

extension UInt8 {
  /// Whether a value without quotes can have the byte, also one that gets quotes, such as `night-sky/042`.
  fileprivate var isPartOfValue: Bool {
    switch self {
    case 0...0x20, UInt8(ascii: "\""), UInt8(ascii: "'"), UInt8(ascii: "["), UInt8(ascii: "]"), UInt8(ascii: "{"),
      UInt8(ascii: "}"), UInt8(ascii: ","), UInt8(ascii: "="), UInt8(ascii: "#"), UInt8(ascii: "\\"), 0x7F:
      false
    default: true
    }
  }
}
