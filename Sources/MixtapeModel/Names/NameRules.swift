@_spi(_Unicode) private import Swift

/// A rule of names that a text breaks; see ``NameRules``.
public enum NameViolation: Hashable, Sendable {
  /// The text is empty.
  case empty
  /// The text has more than ``NameRules/maximumLength`` bytes of UTF-8; the value is their number.
  case tooLong(bytes: Int)
  /// The first character is `.` (a hidden file), `-` (an option to a shell command), or a mark that would combine with the
  /// character before the name, such as the slash of a path.
  case badStart(Character)
  /// The text has a character that no id may have.
  case badCharacter(Character)
  /// The text is canonically equivalent to an id, but not composed (NFC): two files could look the same.
  case notNormalized
  /// The id of an episode is not `<podcast>/<episode>`, with one slash and a name on each side.
  case notAnEpisodePath
}

/// The rules of ids of playlists, podcasts and episodes.
///
/// An id is also a file name, so every file system and shell must accept it without quotes. It has 1 to 100 bytes of UTF-8
/// in normalization form C. Allowed are letters of any script (without upper case), combining marks, decimal digits, `-`,
/// `_` and `.`. Invisible characters are not allowed, nor `.`, `-` or a mark at the start.
public enum NameRules {
  /// The maximum length of an id in bytes of UTF-8.
  public static let maximumLength = 100

  /// Returns the first rule that `text` breaks, or `nil` if it is a valid id. Linear in the length up to the violation.
  public static func violation(in text: String) -> NameViolation? {
    if isPlain(text.utf8) { return nil }
    guard let first = text.first else { return .empty }
    let length = text.utf8.count
    guard length <= maximumLength else { return .tooLong(bytes: length) }
    if isBadStart(text) { return .badStart(first) }
    if let bad = text.first(where: { !isAllowed($0) }) { return .badCharacter(bad) }
    return isComposed(text) ? nil : .notNormalized
  }

  /// Returns whether bytes are a valid ASCII id, as nearly all ids are. Faster than the general check.
  static func isPlain(_ bytes: some Collection<UInt8>) -> Bool {
    var count = 0
    for byte in bytes {
      switch byte {
      case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): break
      case UInt8(ascii: "-"), UInt8(ascii: "."): if count == 0 { return false }
      default: return false
      }
      count += 1
    }
    return (1...maximumLength).contains(count)
  }

  /// Returns whether `text` is in normalization form C.
  ///
  /// The standard library compares strings by canonical equivalence, which hides this difference. It offers normalization
  /// only through an interface for Foundation; no other file uses that.
  public static func isComposed(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 } || text.unicodeScalars.elementsEqual(text._nfc)
  }

  /// Returns `text` in normalization form C.
  public static func composed(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text._nfc)
    return String(scalars)
  }

  /// Returns `text` in normalization form D.
  public static func decomposed(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text._nfd)
    return String(scalars)
  }

  /// Returns whether the first scalar of `text` is not allowed at the start of a file or folder name.
  ///
  /// This checks the first scalar, not the first `Character`: a `-` with a combining mark is another `Character`, but the
  /// file name still starts with the byte of `-`.
  static func isBadStart(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    if first == "." || first == "-" || first.properties.isGraphemeExtend { return true }
    return first.properties.generalCategory == .spacingMark
  }

  /// Returns whether an id may have a character.
  static func isAllowed(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy(isAllowed)
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "0"..."9", "-", "_", ".": return true
    case "\u{0}"..."\u{7F}": return false
    default: break
    }
    // Some letters and marks are invisible, such as the Hangul filler. Different ids could look the same.
    if scalar.properties.isDefaultIgnorableCodePoint { return false }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber: return true
    default: return false
    }
  }
}

extension Unicode.Scalar {
  /// Whether the character is not allowed in one-line text: a control character, or a separator of lines or paragraphs.
  package var breaksLine: Bool {
    if value < 0x7F { return value < 0x20 }
    return switch properties.generalCategory {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}

/// A rule of titles that a text breaks; see ``TitleRules``.
public enum TitleViolation: Error, Hashable, Sendable {
  /// The text has no visible character.
  case empty
  /// The text has more than ``TitleRules/maximumLength`` bytes of UTF-8; the value is their number.
  case tooLong(bytes: Int)
  /// The text has a control character or a line break.
  case controlCharacter
}

/// The rules of text that people read on one line: names of playlists, titles of podcasts, tags.
public enum TitleRules {
  /// The maximum length in bytes of UTF-8.
  public static let maximumLength = 500

  /// Returns the first rule that `text` breaks, or `nil` if it is a valid title.
  public static func violation(in text: String) -> TitleViolation? {
    let length = text.utf8.count
    guard length <= maximumLength else { return .tooLong(bytes: length) }
    let scalars = text.unicodeScalars
    if scalars.contains(where: \.breaksLine) { return .controlCharacter }
    return scalars.allSatisfy { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint } ? .empty : nil
  }
}
