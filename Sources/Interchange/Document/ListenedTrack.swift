public import MixtapeModel

/// A track in the library of another program, with what its user heard.
public struct ListenedTrack: Hashable, Sendable {
  /// The track, as an entry of a playlist.
  public let entry: InterchangeEntry
  /// The values of ``Episode/listeningFields`` that the other program has.
  public let fields: Episode.Fields

  /// Makes a track.
  init(_ entry: InterchangeEntry, _ fields: Episode.Fields) {
    self.entry = entry
    self.fields = fields
  }

  /// Whether the track has a rating or plays. All tracks have a date of addition.
  public var isHeard: Bool { [.rating, .playCount, .lastPlayedAt].contains { fields[$0] != nil } }

  /// Returns the stars of a rating; `nil` for 0, which means no rating, and for numbers that are no rating. Half a star counts as a
  /// whole one.
  ///
  /// - Parameter maximum: The number for 5 stars.
  static func rating(_ number: Double?, of maximum: Double) -> Episode.FieldValue? {
    guard let number, number > 0, number <= maximum else { return nil }
    return .integer(max(1, Int64((number / maximum * Double(Episode.maximumRating)).rounded())))
  }
}
