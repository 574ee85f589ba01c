/// The id of something that is one file of a store: the file's name without `.toml`.
///
/// `Entity` tells ids of playlists from ids of podcasts; nothing of it is stored.
public struct FileID<Entity>: Hashable, Sendable, RawRepresentable, Comparable, CustomStringConvertible {
  /// The id as text, a valid name (see ``NameRules``).
  public let rawValue: String

  /// Makes an id, or `nil` where `rawValue` is not one.
  public init?(rawValue: String) {
    guard NameRules.violation(in: rawValue) == nil else { return nil }
    self.rawValue = rawValue
  }

  /// Takes over a text that is known to be an id.
  init(unchecked rawValue: String) { self.rawValue = rawValue }

  /// Makes an id of text that a person or a program gave.
  ///
  /// - Throws: ``MixtapeError/Code/invalidID`` with the violation as its cause.
  public init(validating text: String) throws(MixtapeError) {
    if let violation = NameRules.violation(in: text) {
      throw MixtapeError(.invalidID, .text(text), cause: InvalidName(violation))
    }
    self.rawValue = text
  }

  /// The id as text.
  public var description: String { rawValue }

  /// Byte order, the same on every machine and in every locale.
  public static func < (left: Self, right: Self) -> Bool {
    left.rawValue.utf8.lexicographicallyPrecedes(right.rawValue.utf8)
  }
}

extension Playlist {
  /// A playlist's id: its file name without `.toml`.
  public typealias ID = FileID<Playlist>
}

extension Podcast {
  /// A podcast's or an album's id: its file name without `.toml`.
  public typealias ID = FileID<Podcast>
}

extension FileID {
  /// The id that a name suggests: lower case, runs of what no id may hold as one `-`, cut at the longest length.
  /// What cannot be seen, such as a joiner between letters, is left out, and so are apostrophes (`dont-stop`). `nil` where
  /// nothing is left, as for a name of emoji alone.
  public init?(suggestedBy name: String) {
    var text = ""
    // Composed as a whole, since an id must be: a file system may hand out names in another form.
    for character in NameRules.composed(name.lowercased()) {
      guard let part = Self.suggestion(for: character) else {
        if !text.isEmpty && !text.hasSuffix("-") { text.append("-") }
        continue
      }
      guard text.utf8.count + part.utf8.count <= NameRules.maximumLength else { break }
      text += part
    }
    if text.hasSuffix("-") { text.removeLast() }
    self.init(rawValue: text)
  }

  /// What a character of a name contributes to an id; `nil` for what separates words.
  private static func suggestion(for character: Character) -> String? {
    guard character != "-", character != "_", character != "." else { return nil }
    if character == "'" || character == "\u{2019}" { return "" }
    let visible = String(
      String.UnicodeScalarView(character.unicodeScalars.filter { !$0.properties.isDefaultIgnorableCodePoint }))
    let isName = !visible.isEmpty && !NameRules.isBadStart(visible) && visible.allSatisfy(NameRules.isAllowed)
    return isName ? visible : nil
  }

  /// The id made readable, the name of a playlist or podcast that gives none: `morning-commute` is `Morning Commute`.
  public var readable: String {
    rawValue.split { $0 == "-" || $0 == "_" }
      .map { $0.prefix(1).uppercased() + $0.dropFirst() }
      .joined(separator: " ")
      .nonEmpty ?? rawValue
  }
}
