#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// An edit of an episode: a new value of a key, or the removal of its value.
public struct EpisodeEdit: Hashable, Sendable {
  /// The key that gets the value.
  public let key: EpisodeKey
  /// The new value; `nil` to remove the key. An inheritable field then has the value of the podcast.
  public let value: Episode.FieldValue?

  /// Makes an edit.
  public init(_ key: EpisodeKey, _ value: Episode.FieldValue?) {
    self.key = key
    self.value = if key == .url, case .text(let text)? = value { .address(text) } else { value }
  }

  /// Makes an edit of the rating; `nil` removes it.
  public static func rating(_ rating: Int64?) -> EpisodeEdit {
    EpisodeEdit(.field(.rating), rating.map(Episode.FieldValue.integer))
  }

  /// The edits that make an episode one that was never played.
  public static let unplayed = [TrackField.playCount, .lastPlayedAt, .position].map { EpisodeEdit(.field($0), nil) }
}

/// The cause of ``MixtapeError/Code/invalidValue``: the key of an episode that cannot have the value.
public struct InvalidEpisodeValue: Error, Hashable, Sendable {
  /// The key that cannot have the value.
  public let key: EpisodeKey

  /// Makes an error.
  public init(_ key: EpisodeKey) { self.key = key }
}

extension EpisodeEdit {
  /// Throws an error if the key cannot have the value.
  ///
  /// - Throws: ``MixtapeError/Code/invalidRating``, ``MixtapeError/Code/invalidID`` for the id of an episode, or
  ///   ``MixtapeError/Code/invalidValue`` with ``InvalidEpisodeValue`` as its cause.
  public func requireValid() throws(MixtapeError) {
    switch (key, value) {
    case (.id, .text(let name)?):
      if let violation = NameRules.violation(in: name) {
        throw MixtapeError(.invalidID, .text(name), cause: InvalidName(violation))
      }
    case (.id, nil): throw MixtapeError(.invalidID, .text(""), cause: InvalidName(.empty))
    case (.field(.rating), .integer(let rating)?) where !TrackField.rating.integers.contains(rating):
      throw MixtapeError(.invalidRating, .text(String(rating)))
    case (_, let value?) where !accepts(value):
      throw MixtapeError(.invalidValue, .text(value.description), cause: InvalidEpisodeValue(key))
    default: break
    }
  }

  private func accepts(_ value: Episode.FieldValue) -> Bool {
    switch (key.valueType, value) {
    case (.text, .text): true
    case (.text, .address): key == .url
    case (.integer, .integer(let number)):
      if case .field(let field) = key { field.integers.contains(number) } else { false }
    case (.seconds, .seconds(let seconds)): seconds.isFinite && seconds >= 0
    case (.date, .date(let date)): CalendarDay(of: date) != nil
    default: false
    }
  }
}

extension Episode.FieldValue: CustomStringConvertible {
  /// The value as text, as in files.
  public var description: String {
    switch self {
    case .text(let text), .address(let text): text
    case .integer(let number): String(number)
    case .seconds(let seconds): Int64(exactly: seconds).map { "\($0)" } ?? "\(seconds)"
    case .date(let date): "\(RuleDate.instant(date))"
    }
  }
}

extension Episode {
  /// Returns a copy with edits applied in order.
  ///
  /// - Throws: The errors of ``EpisodeEdit/requireValid()``.
  public func applying(_ edits: [EpisodeEdit]) throws(MixtapeError) -> Episode {
    var episode = self
    for edit in edits {
      try edit.requireValid()
      episode = try episode.with(edit.key, edit.value)
    }
    return episode
  }

  private func with(_ key: EpisodeKey, _ value: FieldValue?) throws(MixtapeError) -> Episode {
    let text: String? =
      switch value {
      case .text(let text)?, .address(let text)?: text
      default: nil
      }
    switch key {
    case .id: return withID(try ID(validating: "\(id.podcast)/\(text ?? "")"))
    case .guid:
      return Episode(
        id: id, guid: text, url: url, published: published, fields: fields, stated: stated, traits: traits)
    case .url:
      return Episode(
        id: id, guid: guid, url: text, published: published, fields: fields, stated: stated, traits: traits)
    case .published:
      let date: Date? = if case .date(let date)? = value { date } else { nil }
      return Episode(id: id, guid: guid, url: url, published: date, fields: fields, stated: stated, traits: traits)
    case .field(let field):
      var fields = fields
      fields[field] = value
      // Without a value in the file, the field is inherited again.
      return Episode(
        id: id, guid: guid, url: url, published: published, fields: fields,
        stated: value == nil ? stated.subtracting([field]) : stated, traits: traits)
    }
  }
}
