internal import MixtapeModel

/// The fields of Navidrome and their counterparts.
enum NSPFields {
  /// The common fields, by their names in Navidrome.
  private static let pairs: [(nsp: String, field: RuleField)] = [
    ("title", .title), ("artist", .artist), ("albumArtist", .albumArtist), ("album", .album), ("genre", .genre),
    ("composer", .composer), ("fileType", .fileFormat), ("year", .year), ("bpm", .bpm), ("rating", .rating),
    ("playCount", .playCount), ("trackNumber", .trackNumber), ("discNumber", .discNumber), ("bitRate", .bitrate),
    ("sampleRate", .sampleRate), ("size", .fileSize), ("duration", .duration), ("dateAdded", .dateAdded),
    ("dateModified", .dateModified), ("lastPlayed", .lastPlayedAt),
  ]

  private static let fields = Dictionary(
    pairs.map { ($0.nsp.lowercased(), $0.field) }, uniquingKeysWith: { first, _ in first })
  private static let names = Dictionary(pairs.map { ($0.field, $0.nsp) }, uniquingKeysWith: { first, _ in first })

  /// Returns the field with a name in Navidrome. Ignores case.
  static func field(_ name: String) -> RuleField? { fields[name.lowercased()] }

  /// Returns the name of a field in Navidrome.
  static func name(of field: RuleField) -> String? { names[field] }
}
