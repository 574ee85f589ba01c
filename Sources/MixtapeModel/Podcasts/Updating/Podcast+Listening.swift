#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

// Records of listening, which other programs keep: ratings, plays, positions and dates of addition.

extension Podcast {
  /// Returns the ids of the own episodes that are those of a source, in the order of the source: by guid, address, or title and
  /// time; `nil` for others.
  ///
  /// - Complexity: O(*n*).
  public func ids(of listed: [Episode]) -> [Episode.ID?] {
    SourceMatching(listed, in: episodes).matches.map { $0.map { episodes[$0].id } }
  }

  /// Returns the podcast, combined with a record of listening. Episodes are recognized by id.
  func combining(listening source: Podcast, replacingRatings: Bool) -> PodcastUpdate {
    let listed = Dictionary(source.episodes.map { ($0.id, $0) }) { first, _ in first }
    let combined = episodes.map { episode in
      listed[episode.id].map { episode.combining(listening: $0, replacingRating: replacingRatings) } ?? episode
    }
    let changed = zip(episodes, combined).filter { $0 != $1 }.map(\.1.id)
    return PodcastUpdate(podcast: withEpisodes(combined), added: [], changed: changed, notes: [])
  }
}

extension Episode {
  /// The fields of a record of listening.
  public static let listeningFields: [TrackField] = [.rating, .playCount, .lastPlayedAt, .dateAdded, .position]

  /// Returns a copy, combined with what another program recorded: the larger number of plays, the later time of the last play, and
  /// the earlier date of addition. The same record again changes nothing.
  ///
  /// The rating and the position stay if there are any. An episode that was played gets no position.
  ///
  /// - Parameter replacingRating: Whether a rating in the record replaces the own one.
  public func combining(listening other: Episode, replacingRating: Bool = false) -> Episode {
    var copy = self
    if let rating = other.rating, rating != self.rating, replacingRating || self.rating == nil {
      copy = copy.withRating(rating)
    }
    if let count = other.playCount, count > playCount ?? 0 { copy = copy.with(.playCount, .integer(count)) }
    if position == nil, copy.playCount ?? 0 == 0 { copy = copy.withPosition(other.position) }
    if let time = other.lastPlayedAt, lastPlayedAt.map({ time > $0 }) ?? true {
      copy = copy.with(.lastPlayedAt, .date(time))
    }
    if let added = other.date(.dateAdded), date(.dateAdded).map({ added < $0 }) ?? true {
      copy = copy.with(.dateAdded, .date(added))
    }
    return copy
  }
}
