internal import MixtapeModel

/// The lines of a text, which end with LF, CRLF or CR.
struct TextLines: Sequence, IteratorProtocol {
  /// A line without its end.
  struct Line {
    /// The number of the line, counted from 1.
    let number: Int
    /// The bytes.
    let bytes: ArraySlice<UInt8>
  }

  private let source: [UInt8]
  private var position = 0
  private var number = 0

  init(_ source: [UInt8]) { self.source = source }

  mutating func next() -> Line? {
    guard position < source.count else { return nil }
    let start = position
    let end = source.withUnsafeBufferPointer { buffer in
      var index = start
      while index < buffer.count, buffer[index] != 0x0A, buffer[index] != 0x0D { index += 1 }
      return index
    }
    position = end + 1
    if end + 1 < source.count, source[end] == 0x0D, source[end + 1] == 0x0A { position += 1 }
    number += 1
    return Line(number: number, bytes: source[start..<end])
  }
}

extension ArraySlice<UInt8> {
  /// The bytes without spaces, tabs and zeros at both ends.
  var trimmed: ArraySlice<UInt8> {
    var slice = self
    while let first = slice.first, first == 0x20 || first == 0x09 || first == 0 { slice.removeFirst() }
    while let last = slice.last, last == 0x20 || last == 0x09 || last == 0 { slice.removeLast() }
    return slice
  }

  /// Returns whether the bytes begin with an ASCII text. Ignores case.
  func hasPrefix(_ prefix: StaticString) -> Bool {
    guard count >= prefix.utf8CodeUnitCount else { return false }
    return prefix.withUTF8Buffer { prefix in
      for offset in prefix.indices where self[startIndex + offset].lowercased != prefix[offset].lowercased {
        return false
      }
      return true
    }
  }
}

extension UInt8 {
  /// The ASCII letter in lower case; other bytes are unchanged.
  var lowercased: UInt8 { (0x41...0x5A).contains(self) ? self | 0x20 : self }

  /// Whether the byte is an ASCII digit.
  var isDigit: Bool { (0x30...0x39).contains(self) }
  /// Whether the byte is an ASCII letter.
  var isLetter: Bool { (0x61...0x7A).contains(self | 0x20) }
}

/// The artist and the title in the text of an entry: `Artist - Title`.
struct ArtistAndTitle {
  /// The text before the first dash between spaces that is not in parentheses; `nil` without one.
  let artist: String?
  /// The text after that dash, or the whole text; `nil` if it is empty.
  let title: String?

  /// Splits a text.
  init(_ text: String) {
    guard let range = Self.dash(" - ", in: text) ?? Self.dash(" – ", in: text) else {
      (artist, title) = (nil, text.nonEmpty)
      return
    }
    let (first, second) = (String(text[..<range.lowerBound]).trimmed, String(text[range.upperBound...]).trimmed)
    (artist, title) = first.isEmpty || second.isEmpty ? (nil, text.trimmed.nonEmpty) : (first, second)
  }

  /// Returns the first place of a dash outside of parentheses: `Session (Friday 20:00 - 22:00)` is one title.
  private static func dash(_ dash: String, in text: String) -> Range<String.Index>? {
    let (bytes, dash) = (text.utf8, dash.utf8)
    var places: [String.Index] = []
    // The number of places before each open parenthesis. One that nothing closes encloses nothing.
    var open: [Int] = []
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["): open.append(places.count)
      case UInt8(ascii: ")"), UInt8(ascii: "]"): if let count = open.popLast() { places.removeSubrange(count...) }
      case 0x20 where bytes[index...].starts(with: dash): places.append(index)
      default: break
      }
    }
    return places.first.map { $0..<bytes.index($0, offsetBy: dash.count) }
  }
}

extension Double {
  /// Reads a number such as `61`, `-1` or `12.5`. Unlike Swift's own initializer, it accepts no exponents, no hexadecimal numbers and
  /// no words such as `nan`: other programs do not read them as numbers.
  init?(plain text: some StringProtocol) {
    let digits = text.utf8.first.map("+-".utf8.contains) == true ? text.utf8.dropFirst() : text.utf8[...]
    var points = 0
    var hasDigit = false
    for byte in digits {
      if byte == UInt8(ascii: ".") {
        points += 1
      } else if byte.isDigit {
        hasDigit = true
      } else {
        return nil
      }
    }
    guard hasDigit, points <= 1, let number = Double(text), number.isFinite else { return nil }
    self = number
  }
}

extension String {
  /// The text without white space at both ends.
  var trimmed: String {
    if let first = utf8.first, let last = utf8.last, first > 0x20, first < 0x80, last > 0x20, last < 0x80 {
      return self
    }
    var rest = Substring(self)
    while let first = rest.unicodeScalars.first, first.properties.isWhitespace { rest.unicodeScalars.removeFirst() }
    while let last = rest.unicodeScalars.last, last.properties.isWhitespace { rest.unicodeScalars.removeLast() }
    return String(rest)
  }

  /// Whether the text has control characters or line separators.
  var breaksLine: Bool { unicodeScalars.contains(where: \.breaksLine) }

  /// Whether readers of lines read the text as it is: it has one line, and no white space at its ends.
  var fitsOnLine: Bool { !breaksLine && trimmed.utf8.count == utf8.count }
}
