public import MixtapeModel

/// A playlist entry whose episode is not in the library. Its line in the playlist file has a placeholder id and a
/// comment with the values to look for:
///
///     "unresolved/woody-guthrie-hobo-s-lullaby",  # missing: title="Hobo's Lullaby" artist="Woody Guthrie" duration=147
public struct MissingEntry: Hashable, Sendable {
  /// The values to look for.
  public let entry: InterchangeEntry

  /// Makes a missing entry. Keeps only the values that the comment contains, and none with more than ``maximumLength`` bytes.
  public init(_ entry: InterchangeEntry) {
    var kept = InterchangeEntry()
    kept.title = Self.kept(entry.title)
    kept.artist = Self.kept(entry.artist)
    kept.album = Self.kept(entry.album)
    kept.duration = entry.duration.map { ($0 * 1000).rounded() / 1000 }
    kept.guid = Self.kept(entry.guid)
    kept.identifiers = entry.identifiers.compactMap(Self.kept)
    kept.feed = Self.kept(entry.feed)
    kept.feedGuid = Self.kept(entry.feedGuid)
    kept.locations = entry.locations.prefix(1).filter { $0.utf8.count <= Self.maximumLength }
    kept.episode = entry.episode
    self.entry = kept
  }

  /// The maximum length of a value in bytes.
  public static let maximumLength = SoundAddress.maximumLength

  private static func kept(_ value: String?) -> String? {
    value.flatMap { $0.utf8.count <= maximumLength ? $0 : nil }
  }

  /// The podcast in the ids of missing entries.
  public static let podcast = "unresolved"

  /// Returns whether an id is that of a missing entry.
  public static func isPlaceholder(_ id: Episode.ID) -> Bool {
    id.rawValue.utf8.starts(with: "unresolved/".utf8) || id.rawValue.utf8.starts(with: "unresolved-".utf8)
  }
}

// MARK: - The comment

extension MissingEntry {
  /// The text of the comment, without `#`; `nil` without values. Control characters are escaped, so it is one line.
  public var comment: String? {
    let start = "missing:"
    var text = start
    func add(_ name: String, _ value: String?) {
      guard let value, !value.isEmpty else { return }
      text += " \(name)=\(Self.quoted(value))"
    }
    add("title", entry.title)
    add("artist", entry.artist)
    add("album", entry.album)
    if let duration = entry.duration {
      text += " duration=\(Int(exactly: duration).map(String.init) ?? duration.description)"
    }
    add("id", entry.episode?.rawValue)
    add("guid", entry.guid)
    for identifier in entry.identifiers { add("identifier", identifier) }
    add("feed", entry.feed)
    add("feedGuid", entry.feedGuid)
    add("location", entry.locations.first)
    return text == start ? nil : text
  }

  /// Reads a comment; `nil` if it has another form. Unknown names are ignored.
  public init?(comment: some StringProtocol) {
    guard let parts = CommentParts(comment) else { return nil }
    entry = parts.entry
  }

  /// Returns the text in a comment that the user added to the values; `nil` without one, or if the comment has another form.
  public static func ownText(in comment: some StringProtocol) -> String? {
    CommentParts(comment).flatMap { $0.ownText.isEmpty ? nil : $0.ownText.joined(separator: " ") }
  }

  private static func quoted(_ text: String) -> String {
    guard text.unicodeScalars.contains(where: isEscaped) else { return "\"\(text)\"" }
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"", "\\":
        result.unicodeScalars.append("\\")
        result.unicodeScalars.append(scalar)
      case _ where isEscaped(scalar):
        let digits = String(scalar.value, radix: 16)
        result += "\\u" + String(repeating: "0", count: max(0, 4 - digits.utf8.count)) + digits
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\"" || scalar == "\\" || scalar == "\u{7F}" || scalar.breaksLine
  }
}
