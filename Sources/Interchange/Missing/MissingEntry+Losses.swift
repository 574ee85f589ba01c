internal import MixtapeModel

extension MissingEntry {
  /// Returns the values of missing entries that their comments cannot contain. Entries with an id of a library lose nothing: their
  /// values are those of the episode.
  static func losses(of entries: [InterchangeEntry], label: String?) -> [Loss] {
    let entries = entries.filter { $0.episode.map(isPlaceholder) ?? true }
    var losses: [Loss] = []
    func add(_ part: String, _ reason: String, where isLost: (InterchangeEntry) -> Bool) {
      let count = entries.count(where: isLost)
      guard count > 0 else { return }
      losses.append(
        Loss(.element("\(part) of \(counted(count, "missing entry"))"), of: label, reason))
    }
    let unsupported = "comments of missing entries do not contain it"
    add("genre", unsupported) { $0.genre != nil }
    add("track number", unsupported) { $0.trackNumber != nil }
    add("picture", unsupported) { $0.image != nil }
    add("info", unsupported) { $0.info != nil }
    add("second address", unsupported) { $0.locations.count > 1 }
    let long = "it has more than \(maximumLength) bytes"
    add("identifier", long) { $0.identifiers.contains { $0.utf8.count > maximumLength } }
    for (part, value) in Self.texts { add(part, long) { (value($0) ?? "").utf8.count > maximumLength } }
    return losses
  }

  /// The texts in comments, with their names.
  private static let texts: [(part: String, value: @Sendable (InterchangeEntry) -> String?)] = [
    ("title", { $0.title }), ("artist", { $0.artist }), ("album", { $0.album }), ("guid", { $0.guid }),
    ("feed", { $0.feed }), ("guid of the feed", { $0.feedGuid }), ("address", { $0.locations.first }),
  ]
}
