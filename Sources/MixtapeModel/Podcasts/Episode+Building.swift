#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Episode {
  /// Returns a copy with another value of one field, or without a value.
  public func with(_ field: TrackField, _ value: FieldValue?) -> Episode {
    var fields = fields
    fields[field] = value
    return withFields(fields)
  }

  /// Returns a copy with another rating, or without one.
  public func withRating(_ rating: Int64?) -> Episode { with(.rating, rating.map(FieldValue.integer)) }

  /// Returns a copy with the plays added. It has the position of the latest play, and the measured duration if it had none.
  public func played(_ plays: EpisodePlays) -> Episode {
    // Whole seconds are precise enough, and easier to read in files.
    let last = Date(timeIntervalSince1970: plays.last.timeIntervalSince1970.rounded(.down))
    return with(.playCount, plays.count == 0 ? fields[.playCount] : .integer(sum(of: plays)))
      .with(.lastPlayedAt, .date(max(lastPlayedAt ?? last, last)))
      .with(.duration, fields[.duration] ?? plays.duration.map(FieldValue.seconds))
      .withPosition(lastPlayedAt.map { last < $0 } ?? false ? position : plays.position)
  }

  /// The artist, its own or inherited from the podcast's author.
  public var artist: String? { text(.artist) }

  /// The album, its own or the podcast's title.
  public var album: String? { text(.album) }

  /// The address of its own cover picture, if it has one.
  public var artwork: String? { text(.artwork) }

  /// The address of a file with its chapters, if it has one.
  public var chapters: String? { text(.chapters) }

  /// Returns the value of a text field, if the file has one.
  public func text(_ field: TrackField) -> String? {
    if case .text(let text)? = fields[field] { text } else { nil }
  }

  /// The rating, if there is one.
  public var rating: Int64? { integer(.rating) }

  /// The number of times that it was played to the end, if known.
  public var playCount: Int64? { integer(.playCount) }

  /// The time at which it was last played, if known.
  public var lastPlayedAt: Date? {
    if case .date(let date)? = fields[.lastPlayedAt] { date } else { nil }
  }

  /// The position in seconds at which playing continues, if the episode was not played to its end.
  public var position: Double? {
    if case .seconds(let seconds)? = fields[.position] { seconds } else { nil }
  }

  /// Returns a copy with another position, or without one.
  public func withPosition(_ position: Double?) -> Episode { with(.position, position.map(FieldValue.seconds)) }

  private func sum(of plays: EpisodePlays) -> Int64 { (playCount ?? 0).addingWithoutOverflow(plays.count) }

  /// Returns the value of a field of whole numbers, if there is one.
  package func integer(_ field: TrackField) -> Int64? {
    if case .integer(let number)? = fields[field] { number } else { nil }
  }

  /// Returns a copy with another id.
  package func withID(_ id: ID) -> Episode {
    Episode(id: id, guid: guid, url: url, published: published, fields: fields, stated: stated, traits: traits)
  }

  /// Returns a copy with another address.
  func withURL(_ url: String) -> Episode {
    Episode(id: id, guid: guid, url: url, published: published, fields: fields, stated: stated, traits: traits)
  }

  func withFields(_ fields: Fields) -> Episode {
    Episode(id: id, guid: guid, url: url, published: published, fields: fields, stated: stated, traits: traits)
  }
}

/// Plays of an episode that are not yet recorded: their number and the time of the last one.
public struct EpisodePlays: Hashable, Sendable {
  /// The number of times that it was played to the end; 0 if it was only started.
  public let count: Int64
  /// The time at which it was last played.
  public let last: Date
  /// The position in seconds at which the last play ended; `nil` if it ended at the end of the episode, or if the episode
  /// keeps no position.
  public let position: Double?
  /// The length of the sound in seconds, for an episode without a duration; `nil` if it was not measured.
  public let duration: Double?

  /// Makes a record.
  ///
  /// - Parameters:
  ///   - count: The number of plays to the end. A negative number counts as 0.
  ///   - position: The position in seconds. It is rounded to whole seconds; a position that is not positive and finite counts
  ///     as `nil`.
  ///   - duration: The length of the sound in seconds, with the same rules as the position.
  public init(count: Int64 = 1, last: Date, position: Double? = nil, duration: Double? = nil) {
    self.count = max(0, count)
    self.last = last
    self.position = Self.wholeSeconds(position)
    self.duration = Self.wholeSeconds(duration)
  }

  /// Returns whole seconds, which are precise enough, and easier to read in files.
  private static func wholeSeconds(_ seconds: Double?) -> Double? {
    let rounded = seconds?.rounded() ?? 0
    return rounded.isFinite && rounded > 0 ? rounded : nil
  }
}

extension Int64 {
  fileprivate func addingWithoutOverflow(_ other: Int64) -> Int64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
