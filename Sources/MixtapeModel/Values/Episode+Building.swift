#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

extension Episode {
  /// A copy in which one of the twenty fields has another value, of the field's type, or none.
  public func with(_ field: TrackField, _ value: FieldValue?) -> Episode {
    var fields = fields
    fields[field] = value
    return withFields(fields)
  }

  /// A copy with another rating, or with none.
  public func withRating(_ rating: Int64?) -> Episode { with(.rating, rating.map(FieldValue.integer)) }

  /// A copy that was played some times more.
  public func played(_ plays: EpisodePlays) -> Episode {
    // Files are read by people, who do not care for parts of a second.
    let last = Date(timeIntervalSince1970: plays.last.timeIntervalSince1970.rounded(.down))
    return with(.playCount, .integer((playCount ?? 0).addingWithoutOverflow(plays.count)))
      .with(.lastPlayedAt, .date(max(lastPlayedAt ?? last, last)))
  }

  /// The rating, where there is one.
  public var rating: Int64? { integer(.rating) }

  /// How many times it was played to the end, where that is known.
  public var playCount: Int64? { integer(.playCount) }

  /// When it was last played, where that is known.
  public var lastPlayedAt: Date? {
    if case .date(let date)? = fields[.lastPlayedAt] { date } else { nil }
  }

  private func integer(_ field: TrackField) -> Int64? {
    if case .integer(let number)? = fields[field] { number } else { nil }
  }

  func withFields(_ fields: Fields) -> Episode {
    Episode(id: id, guid: guid, url: url, published: published, fields: fields, stated: stated)
  }
}

/// How often an episode was played to the end since that was recorded last, and when it was played last.
public struct EpisodePlays: Hashable, Sendable {
  /// How often; none of an episode that was begun and not ended.
  public let count: Int64
  /// When it was played last.
  public let last: Date

  /// Makes a record.
  ///
  /// - Parameter count: How often; a negative number counts as none.
  public init(count: Int64 = 1, last: Date) {
    self.count = max(0, count)
    self.last = last
  }
}

extension Int64 {
  fileprivate func addingWithoutOverflow(_ other: Int64) -> Int64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}
