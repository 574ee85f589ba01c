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
      case _ where isEscaped(scalar): result += "\\u" + String(scalar.value, radix: 16).paddedWithZeros(to: 4)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }

  private static func isEscaped(_ scalar: Unicode.Scalar) -> Bool {
    scalar == "\"" || scalar == "\\" || scalar == "\u{7F}" || scalar.breaksLine
  }
}

extension InterchangeEntry {
  /// Whether the library does not have the entry, by its id.
  var isMissing: Bool { episode.map(MissingEntry.isPlaceholder) ?? true }
}

extension MissingEntry {
  /// Returns whether an entry that was exported from this one still has its values, as far as elements keep them.
  ///
  /// Otherwise, another program has edited the entry.
  public func isShown(by exported: InterchangeEntry) -> Bool {
    ElementText.isSame(entry.title, exported.title) && ElementText.isSame(entry.artist, exported.artist)
      && ElementText.isSame(entry.album, exported.album)
      && hasIdentifiers(of: exported) && abs((entry.duration ?? -1) - (exported.duration ?? -1)) < 0.002
      && hasLocation(of: exported)
  }

  private func hasIdentifiers(of exported: InterchangeEntry) -> Bool {
    entry.identifiers.count == exported.identifiers.count
      && zip(entry.identifiers, exported.identifiers).allSatisfy { ElementText.isSame($0, $1) }
  }

  private func hasLocation(of exported: InterchangeEntry) -> Bool {
    guard let own = entry.locations.first, let other = exported.locations.first else {
      return entry.locations.isEmpty && exported.locations.isEmpty
    }
    let (first, second) = (Location(own), Location(other))
    switch (first.kind, second.kind) {
    case (.address, .address): return AddressKey.whole(own) == AddressKey.whole(other)
    case (.absolutePath(let path), .absolutePath(let otherPath)):
      return Location.normalized(path) == Location.normalized(otherPath)
    // An export can make a path relative to a directory.
    case (.absolutePath, .relativePath), (.relativePath, .relativePath): return first.fileName == second.fileName
    default: return false
    }
  }
}

extension MissingEntry {
  /// Returns the values of missing entries that their comments cannot contain. Entries with an id of a library lose nothing: their
  /// values are those of the episode.
  static func losses(of entries: some Sequence<InterchangeEntry>, label: String?) -> [Loss] {
    var counts = [Int](repeating: 0, count: lostParts.count)
    for entry in entries where entry.isMissing {
      for (index, part) in lostParts.enumerated() where part.isLost(entry) { counts[index] += 1 }
    }
    return zip(lostParts, counts).compactMap { part, count in
      guard count > 0 else { return nil }
      return Loss(
        .element("\(part.name) of \(counted(count, "missing entry", "missing entries"))"), of: label, part.reason)
    }
  }

  private struct LostPart: Sendable {
    let name: String
    let reason: String
    let isLost: @Sendable (InterchangeEntry) -> Bool

    /// Makes a part for a value that comments do not have.
    static func unsupported(_ name: String, _ isLost: @escaping @Sendable (InterchangeEntry) -> Bool) -> Self {
      Self(name: name, reason: "comments of missing entries do not contain it", isLost: isLost)
    }

    /// Makes a part for a text that is longer than comments can contain.
    static func long(_ name: String, _ value: @escaping @Sendable (InterchangeEntry) -> String?) -> Self {
      Self(name: name, reason: "it has more than \(maximumLength) bytes") { isLong(value($0)) }
    }

    static func isLong(_ text: String?) -> Bool { (text?.utf8.count ?? 0) > maximumLength }
  }

  private static let lostParts: [LostPart] = [
    .unsupported("genre") { $0.genre != nil },
    .unsupported("track number") { $0.trackNumber != nil },
    .unsupported("picture") { $0.image != nil },
    .unsupported("info") { $0.info != nil },
    .unsupported("second address") { $0.locations.count > 1 },
    .long("identifier") { $0.identifiers.first(where: LostPart.isLong) },
    .long("title") { $0.title }, .long("artist") { $0.artist }, .long("album") { $0.album },
    .long("guid") { $0.guid }, .long("feed") { $0.feed }, .long("guid of the feed") { $0.feedGuid },
    .long("address") { $0.locations.first },
  ]
}

/// The parts of a comment that describes a missing entry: values, and text of the user.
struct CommentParts {
  private(set) var entry = InterchangeEntry()
  /// The words that are no values, and values with other names, in their order.
  private(set) var ownText: [String] = []

  /// Reads a comment; `nil` if it has another form.
  init?(_ comment: some StringProtocol) {
    let bytes = Array(comment.utf8)
    let start = Array("missing:".utf8)
    let trimmed = bytes[...].trimmed
    guard trimmed.starts(with: start) else { return nil }
    var rest = trimmed.dropFirst(start.count).trimmed
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
      guard let (value, end) = Self.value(rest[(equals + 1)...]) else { return nil }
      let words = rest[..<equals]
      let name = words.lastIndex(of: 0x20).map { words[($0 + 1)...] } ?? words
      addOwn(words[..<name.startIndex])
      if !set(String(decoding: name, as: UTF8.self), value) { addOwn(rest[name.startIndex..<end]) }
      rest = rest[end...].trimmed
    }
    addOwn(rest)
  }

  private mutating func addOwn(_ bytes: ArraySlice<UInt8>) {
    let text = bytes.trimmed
    if !text.isEmpty { ownText.append(String(decoding: text, as: UTF8.self)) }
  }

  /// Sets a value. Returns whether the name is known.
  private mutating func set(_ name: String, _ value: String) -> Bool {
    switch name {
    case "title": entry.title = value
    case "artist": entry.artist = value
    case "album": entry.album = value
    case "duration": entry.duration = Double(value).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    case "id": entry.episode = Episode.ID(rawValue: value)
    case "guid": entry.guid = value
    case "identifier": entry.identifiers.append(value)
    case "feed": entry.feed = value
    case "feedGuid": entry.feedGuid = value
    case "location": entry.locations = [value]
    default: return false
    }
    return true
  }

  /// Returns the value at the start, and the index after it.
  private static func value(_ bytes: ArraySlice<UInt8>) -> (String, Int)? {
    guard bytes.first == UInt8(ascii: "\"") else {
      let word = bytes.prefix { $0 != 0x20 }
      return (String(decoding: word, as: UTF8.self), word.endIndex)
    }
    var result: [UInt8] = []
    var index = bytes.startIndex + 1
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "\""): return (String(decoding: result, as: UTF8.self), index + 1)
      case UInt8(ascii: "\\"):
        guard index + 1 < bytes.endIndex else { return nil }
        if bytes[index + 1] == UInt8(ascii: "u") {
          guard index + 5 < bytes.endIndex,
            let scalar = UInt32(String(decoding: bytes[(index + 2)...(index + 5)], as: UTF8.self), radix: 16)
              .flatMap(Unicode.Scalar.init)
          else { return nil }
          result += UTF8.encode(scalar).map(Array.init) ?? []
          index += 6
        } else {
          result.append(bytes[index + 1])
          index += 2
        }
      default:
        result.append(bytes[index])
        index += 1
      }
    }
    return nil
  }
}

/// Unique ids for missing entries, made from artist and title.
public struct MissingEntryNames: Sendable {
  private let podcast: String
  /// The ids by the comments of the entries, which contain all their values and are much smaller than the entries.
  private var ids: [String?: Episode.ID] = [:]
  private var used = UniqueNames()

  /// Makes names.
  ///
  /// - Parameters:
  ///   - existing: The missing entries of other playlists, by id. Equal entries get the same id.
  ///   - podcasts: The podcasts of the library. If `unresolved` is among them, ids get another prefix.
  public init(existing: [Episode.ID: MissingEntry] = [:], podcasts: Set<Podcast.ID> = []) {
    var (prefix, number) = (MissingEntry.podcast, 1)
    while podcasts.contains(where: { $0.rawValue == prefix }) {
      number += 1
      prefix = "\(MissingEntry.podcast)-\(number)"
    }
    podcast = prefix
    for (id, entry) in existing.sorted(by: { $0.key < $1.key }) {
      let comment = entry.comment
      if ids[comment] == nil { ids[comment] = id }
    }
    for id in existing.keys { used.insert(id.name) }
  }

  /// Returns the id and the comment of a missing entry.
  ///
  /// - Parameter preferred: The id that the entry had before. It is kept if it is free.
  public mutating func placeholder(
    of entry: MissingEntry, preferred: Episode.ID? = nil
  ) -> (id: Episode.ID, comment: String?)? {
    let comment = entry.comment
    if let id = ids[comment] { return (id, comment) }
    let id: Episode.ID?
    if let preferred, used.insert(preferred.name) {
      id = preferred
    } else {
      id = Episode.ID(rawValue: "\(podcast)/\(used.add(Self.name(of: entry.entry)))")
    }
    guard let id else { return nil }
    ids[comment] = id
    return (id, comment)
  }

  /// Returns a readable name: artist and title. The name of the file stands for a missing title, and contains the artist already if
  /// it begins with it.
  private static func name(of entry: InterchangeEntry) -> String {
    let title = entry.title ?? entry.locations.first.flatMap { Location($0).fileStem }
    let artist = entry.title == nil && isStart(entry.artist, of: title) ? nil : entry.artist
    let text = [artist, title].compactMap(\.self).joined(separator: " ").nonEmpty ?? entry.display
    return Playlist.ID(suggestedBy: text)?.rawValue ?? "entry"
  }

  private static func isStart(_ artist: String?, of name: String?) -> Bool {
    guard let artist, let name else { return false }
    return name.lowercased().hasPrefix(artist.lowercased())
  }
}
