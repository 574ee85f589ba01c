@_spi(_Unicode) private import Swift

/// The grammar that ids of playlists, podcasts and episodes share.
///
/// An id is also a file name, so the grammar is what every file system and shell takes without quoting:
/// 1 to 100 bytes of UTF-8 in normalization form C; letters of any script (without an upper case form in use),
/// combining marks, decimal digits, `-`, `_` and `.`; nothing that cannot be seen; no `.`, `-` or mark at the start.
public enum NameViolation: Hashable, Sendable {
  /// There is nothing between the quotes.
  case empty
  /// More than ``NameRules/maximumLength`` bytes of UTF-8; the value is how many there are.
  case tooLong(bytes: Int)
  /// The first character is `.` (a hidden file), `-` (an option to a shell command), or a mark that would join the
  /// character before the name, such as the slash of a path.
  case badStart(Character)
  /// A character that no id may hold.
  case badCharacter(Character)
  /// The text is canonically equivalent to an id, but not composed (NFC), so that two files could look the same.
  case notNormalized
  /// An episode's id is `<podcast>/<episode>`: one slash, with a name on each side.
  case notAnEpisodePath
}

/// Checks for the grammar of ids.
public enum NameRules {
  /// The longest id, in bytes of UTF-8.
  public static let maximumLength = 100

  /// The first rule that `text` breaks, or `nil` if it is a valid id. Linear in the text up to the first violation.
  public static func violation(in text: String) -> NameViolation? {
    if isPlain(text.utf8) { return nil }
    guard let first = text.first else { return .empty }
    let length = text.utf8.count
    guard length <= maximumLength else { return .tooLong(bytes: length) }
    if isBadStart(text) { return .badStart(first) }
    if let bad = text.first(where: { !isAllowed($0) }) { return .badCharacter(bad) }
    return isComposed(text) ? nil : .notNormalized
  }

  /// Whether bytes are a valid id of ASCII alone, as nearly all are: told without looking Unicode up.
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

  /// Whether `text` is in normalization form C.
  ///
  /// The standard library compares strings by canonical equivalence, which hides exactly the difference that matters
  /// here, and offers normalization only as an interface for Foundation; this file is the one place that uses it.
  public static func isComposed(_ text: String) -> Bool {
    text.utf8.allSatisfy { $0 < 0x80 } || text.unicodeScalars.elementsEqual(text._nfc)
  }

  /// `text` in normalization form C.
  public static func composed(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text._nfc)
    return String(scalars)
  }

  /// `text` in normalization form D.
  static func decomposed(_ text: String) -> String {
    var scalars = String.UnicodeScalarView()
    scalars.append(contentsOf: text._nfd)
    return String(scalars)
  }

  /// Whether a name of a file or a folder must not start like this.
  ///
  /// Looks at the first scalar, not the first character: a mark behind a `-` makes another character of it, but the
  /// file's name still starts with the byte of `-`.
  static func isBadStart(_ text: String) -> Bool {
    guard let first = text.unicodeScalars.first else { return false }
    if first == "." || first == "-" || first.properties.isGraphemeExtend { return true }
    return first.properties.generalCategory == .spacingMark
  }

  /// Whether an id may hold a character.
  static func isAllowed(_ character: Character) -> Bool {
    character.unicodeScalars.allSatisfy(isAllowed)
  }

  private static func isAllowed(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar {
    case "a"..."z", "0"..."9", "-", "_", ".": return true
    case "\u{0}"..."\u{7F}": return false
    default: break
    }
    // Some letters and marks are invisible, such as the Hangul filler: with them, different ids would look the same.
    if scalar.properties.isDefaultIgnorableCodePoint { return false }
    switch scalar.properties.generalCategory {
    case .lowercaseLetter, .otherLetter, .modifierLetter, .nonspacingMark, .spacingMark, .decimalNumber: return true
    default: return false
    }
  }
}

extension Unicode.GeneralCategory {
  /// Whether text of one line may not hold it: control characters, and the separators of lines and paragraphs.
  var breaksLines: Bool {
    switch self {
    case .control, .lineSeparator, .paragraphSeparator: true
    default: false
    }
  }
}
