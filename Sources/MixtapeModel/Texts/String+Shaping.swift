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
    String(trimmingSuffix(while: \.isWhitespace).drop(while: \.isWhitespace))
  }

  /// The text; `nil` if it is empty.
  package var nonEmpty: String? { isEmpty ? nil : self }

  /// Returns whether two strings have the same bytes. `==` also accepts canonically equivalent strings.
  package func hasSameBytes(as other: String) -> Bool {
    guard utf8.count == other.utf8.count else { return false }
    var (first, second) = (self, other)
    return first.withUTF8 { first in second.withUTF8 { first.elementsEqual($0) } }
  }

  /// Returns the text with a suffix. The text is shortened so that both have at most `limit` bytes of UTF-8.
  func cut(toFit limit: Int, with suffix: String) -> String {
    var stem = self[...]
    while stem.utf8.count + suffix.utf8.count > limit { stem.removeLast() }
    return stem + suffix
  }

  /// Returns the text with leading zeros, so that it has at least `width` characters.
  package func paddedWithZeros(to width: Int) -> String {
    String(repeating: "0", count: max(0, width - count)) + self
  }
}

extension StringProtocol {
  /// Returns the text without the longest suffix of characters that match.
  func trimmingSuffix(while isMatch: (Character) -> Bool) -> SubSequence {
    var rest = self[...]
    while let last = rest.last, isMatch(last) { rest.removeLast() }
    return rest
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

/// A text that can list several values: genres, artists, composers. The model has one text, in which `; ` separates them; in files, a
/// list of texts can stand for it.
public enum ListedText {
  /// Joins values to a text.
  public static func joined(_ values: [String]) -> String { values.joined(separator: "; ") }

  /// Returns the values that ``joined(_:)`` has joined to a text; `nil` if there is only one.
  public static func list(in text: String) -> [String]? {
    guard text.contains("; ") else { return nil }
    let values = values(in: text)
    return joined(values) == text ? values : nil
  }

  /// Returns the values in a text: those between `;`, ` / ` and NUL, as tags and people write them. `AC/DC` is one.
  public static func values(in text: String) -> [String] {
    guard text.utf8.contains(where: { $0 == UInt8(ascii: ";") || $0 == UInt8(ascii: "/") || $0 == 0 }) else {
      return [text]
    }
    let parts = text.split { $0 == ";" || $0 == "\0" }.flatMap { part in
      part.split(whereSeparator: \.isWhitespace).split { $0 == "/" }.map { $0.joined(separator: " ") }
    }
    return parts.isEmpty ? [text] : parts.reduce(into: []) { if !$0.contains($1) { $0.append($1) } }
  }
}

/// Texts as words of a command line in a shell.
package enum ShellWord {
  /// Returns a text as one word.
  ///
  /// In single quotes, only the quote itself is special. Characters are escaped in the `$'…'` quotes of POSIX.1-2024.
  ///
  /// - Parameter isEscaped: Returns whether a character is escaped, because it would not be shown.
  package static func quoting(_ text: String, escaping isEscaped: (Unicode.Scalar) -> Bool) -> String {
    guard text.unicodeScalars.contains(where: isEscaped) else {
      return "'\(text.replacing("'", with: #"'\''"#))'"
    }
    let escaped = text.unicodeScalars.map { scalar in
      switch scalar {
      case "'", "\\": "\\\(scalar)"
      case _ where isEscaped(scalar): scalar.utf8.map(octal).joined()
      default: String(scalar)
      }
    }
    return "$'\(escaped.joined())'"
  }

  /// Returns a byte as an octal escape. Three digits cannot run into the next character.
  private static func octal(_ byte: UInt8) -> String { "\\" + String(byte, radix: 8).paddedWithZeros(to: 3) }
}
