extension String {
  /// The text with a space in place of each line break and control character.
  package var onOneLine: String {
    guard unicodeScalars.contains(where: \.breaksLine) else { return self }
    return String(String.UnicodeScalarView(unicodeScalars.map { $0.breaksLine ? " " : $0 }))
  }
}

extension String {
  /// The text without white space at its ends.
  package var trimmingBlanks: String {
    guard let last = lastIndex(where: { !$0.isWhitespace }) else { return "" }
    return String(self[...last].drop(while: \.isWhitespace))
  }

  /// The text; `nil` if it is empty.
  package var nonEmpty: String? { isEmpty ? nil : self }

  /// Returns whether two strings have the same bytes. `==` also accepts canonically equivalent strings.
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (first, second) = (self, other)
    return first.withUTF8 { first in second.withUTF8 { first.elementsEqual($0) } }
  }

  /// Returns the text with leading zeros, so that it has at least `width` characters.
  package func paddedWithZeros(to width: Int) -> String {
    String(repeating: "0", count: max(0, width - count)) + self
  }
}

/// Returns a number with its noun: `1 episode`, `2 episodes`.
///
/// - Parameter plural: The plural, unless it is the noun with an `s`.
package func counted(_ count: Int, _ noun: String, _ plural: String? = nil) -> String {
  "\(count) \(count == 1 ? noun : plural ?? "\(noun)s")"
}

extension Sequence where Element: Hashable {
  /// The elements without repetitions, in the order of their first occurrences.
  package var withoutRepetitions: [Element] {
    var known: Set<Element> = []
    return filter { known.insert($0).inserted }
  }
}

/// A text with its percent-encoded bytes decoded. RFC 3986, section 2.1.
package struct PercentDecoding {
  /// The decoded bytes. A `%` without two hexadecimal digits after it stays.
  package let bytes: [UInt8]
  /// Whether two hexadecimal digits follow each `%` of the text.
  private let isValid: Bool

  /// Decodes the bytes of a text.
  package init(_ source: [UInt8]) {
    var bytes: [UInt8] = []
    bytes.reserveCapacity(source.count)
    var isValid = true
    var index = 0
    while index < source.count {
      guard source[index] == UInt8(ascii: "%") else {
        bytes.append(source[index])
        index += 1
        continue
      }
      if index + 2 < source.count, let high = Self.value(source[index + 1]), let low = Self.value(source[index + 2]) {
        bytes.append(high << 4 | low)
        index += 3
      } else {
        isValid = false
        bytes.append(source[index])
        index += 1
      }
    }
    self.bytes = bytes
    self.isValid = isValid
  }

  /// The decoded text; `nil` if it is not UTF-8.
  package var lenientText: String? { String(validating: bytes, as: UTF8.self) }

  /// The decoded text; `nil` if it is not UTF-8, or if a `%` has no two digits after it.
  package var strictText: String? { isValid ? lenientText : nil }

  /// Returns the value of an ASCII hexadecimal digit; `nil` for other bytes.
  private static func value(_ digit: UInt8) -> UInt8? {
    Character(Unicode.Scalar(digit)).hexDigitValue.map(UInt8.init)
  }
}
