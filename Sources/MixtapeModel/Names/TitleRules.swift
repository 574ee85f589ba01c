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
