/// The parts of a TOML file that are open at an offset: a table, a value with its brackets, a string or a comment.
///
/// The text may be broken. A string in one quote ends with its line. A line that starts with `key =` or with a complete header ends an
/// array without an end.
struct TextState {
  /// The place of a key at the start of a line, and the start of its value.
  struct Key {
    let range: Range<Int>
    let valueStart: Int
  }

  /// A string without its end.
  struct OpenString {
    /// The start of the content.
    let start: Int
    let quote: UInt8
    /// Whether it is in three quotes, and can have several lines.
    let isLong: Bool
  }

  /// The place of the names in the last header.
  private(set) var header: Range<Int>?
  /// The key of the line, or of the array that is open.
  private(set) var key: Key?
  private(set) var string: OpenString?
  private(set) var isInComment = false
  /// Whether the line starts with a bracket, and is no part of a value.
  private(set) var isInHeader = false
  /// The number of square brackets that are not closed.
  private var brackets = 0

  private let text: EditorText
  private let end: Int

  /// Reads the text before an offset, and the rest of the key or the header there. O(offset).
  init(at offset: Int, of text: EditorText) {
    self.text = text
    end = offset
    for number in 0...text.line(at: offset) { read(text.content(ofLine: number)) }
  }

  /// The names in the last header.
  var table: [String] {
    guard let header else { return [] }
    return text.text(header).split(separator: ".").map(String.init)
  }

  private mutating func read(_ line: Range<Int>) {
    isInComment = false
    isInHeader = false
    if string?.isLong == true { return scan(line) }
    string = nil
    let isInArray = key != nil && brackets > 0
    if !isInArray { (key, brackets) = (nil, 0) }
    if let names = names(ofHeader: line, mustBeComplete: isInArray) {
      (header, key, brackets, isInHeader) = (names, nil, 0, true)
      scan(names.upperBound..<line.upperBound)
    } else if let key = key(of: line) {
      (self.key, brackets) = (key, 0)
      scan(key.valueStart..<line.upperBound)
    } else {
      scan(line)
    }
  }

  /// Returns the place of the names in a line that starts with a bracket.
  ///
  /// - Parameter mustBeComplete: Whether the line could also be an element of an array. No file of a store has arrays in arrays, so it
  ///   is a header if it looks like one.
  private func names(ofHeader line: Range<Int>, mustBeComplete: Bool) -> Range<Int>? {
    let content = text.bytes[line].drop(while: \.isBlank)
    guard content.first == UInt8(ascii: "[") else { return nil }
    let names = content.drop { $0 == UInt8(ascii: "[") }.prefix { $0.isWord || $0 == UInt8(ascii: ".") }
    guard mustBeComplete else { return names.indices }
    let isComplete = !names.isEmpty && text.bytes[names.endIndex..<line.upperBound].first == UInt8(ascii: "]")
    return isComplete ? names.indices : nil
  }

  private func key(of line: Range<Int>) -> Key? {
    let name = text.bytes[line].drop(while: \.isBlank).prefix(while: \.isWord)
    let rest = text.bytes[name.endIndex..<line.upperBound].drop(while: \.isBlank)
    guard !name.isEmpty, rest.first == UInt8(ascii: "=") else { return nil }
    return Key(range: name.indices, valueStart: rest.startIndex + 1)
  }

  /// Reads strings, brackets and the comment of a part of a line up to the offset.
  private mutating func scan(_ part: Range<Int>) {
    var place = part.lowerBound
    while place < min(part.upperBound, end) {
      let byte = text.bytes[place]
      if let open = string {
        if byte == UInt8(ascii: "\\"), open.quote == UInt8(ascii: "\"") {
          place += 2
          continue
        }
        let quotes = byte == open.quote ? count(of: byte, in: place..<part.upperBound) : 0
        if quotes >= (open.isLong ? 3 : 1) {
          string = nil
          // The content of a long string can end with two quotes.
          if open.isLong { place += min(quotes, 5) - 1 }
        }
      } else if byte == UInt8(ascii: "\"") || byte == UInt8(ascii: "'") {
        let isLong = count(of: byte, in: place..<part.upperBound) >= 3
        if isLong { place += 2 }
        string = OpenString(start: place + 1, quote: byte, isLong: isLong)
      } else if byte == UInt8(ascii: "#") {
        isInComment = true
        return
      } else if byte == UInt8(ascii: "[") {
        brackets += 1
      } else if byte == UInt8(ascii: "]") {
        brackets -= 1
      }
      place += 1
    }
  }

  /// Returns the number of times that a range begins with a byte.
  private func count(of byte: UInt8, in range: Range<Int>) -> Int { text.bytes[range].prefix { $0 == byte }.count }
}

extension UInt8 {
  var isBlank: Bool { self == 0x20 || self == 0x09 }

  /// Whether names of keys and words of rules have the byte. Bytes of letters such as `ä` belong to words, too.
  var isWord: Bool {
    switch self {
    case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
      UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "_"), 0x80...:
      true
    default: false
    }
  }
}
