internal import MixtapeModel

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
