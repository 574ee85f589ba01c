#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An episode of a podcast, or a track of an album.
public struct Episode: Hashable, Sendable, Identifiable {
  /// The id, `<podcast>/<episode>`.
  public let id: ID
  /// The title that people, rules and searches see; the name in the id if the file has none.
  public let title: String
  /// The guid of the feed, unique in the feed.
  public let guid: String?
  /// The address of the sound.
  public let url: String?
  /// The time at which the feed published it.
  public let published: Date?
  /// The fields that rules can use, `title` among them, as far as the file has them. ``value(of:)`` fills in the title.
  public let fields: Fields
  /// The inheritable fields in the file. These values stay when the head of the podcast changes. They are not
  /// compared: equal episodes can differ in them.
  let stated: Set<TrackField>
  /// The facts about its podcast that lists show. They are those at the time when the episode was read, and are not compared.
  public internal(set) var traits: Traits

  /// Facts that an episode takes from its podcast.
  public struct Traits: OptionSet, Hashable, Sendable {
    /// The bits.
    public let rawValue: UInt8

    /// Makes traits from bits.
    public init(rawValue: UInt8) { self.rawValue = rawValue }

    /// It is a track of an album.
    public static let track = Traits(rawValue: 1)
    /// Its podcast is subscribed, and it was not published before ``Podcast/newSince``.
    public static let awaited = Traits(rawValue: 2)
  }

  /// A value of a field.
  public enum FieldValue: Hashable, Sendable {
    /// The value of a text field.
    case text(String)
    /// The address of the sound, which is equal to one with the same bytes only: two files can have names that differ in their
    /// Unicode form.
    case address(String)
    /// The value of a field of whole numbers.
    case integer(Int64)
    /// The value of ``TrackField/duration`` or ``TrackField/position``, in seconds.
    case seconds(Double)
    /// The value of a date field. A day without a time is its first instant in UTC.
    case date(Date)

    /// Returns whether two values are equal.
    public static func == (left: FieldValue, right: FieldValue) -> Bool {
      switch (left, right) {
      case (.text(let one), .text(let other)): one == other
      case (.address(let one), .address(let other)): one.hasSameBytes(as: other)
      case (.integer(let one), .integer(let other)): one == other
      case (.seconds(let one), .seconds(let other)): one == other
      case (.date(let one), .date(let other)): one == other
      default: false
      }
    }

    /// A text or an address as text; `nil` for any other value.
    var asText: String? {
      switch self {
      case .text(let text), .address(let text): text
      case .integer, .seconds, .date: nil
      }
    }
  }

  /// Makes an episode.
  ///
  /// - Parameters:
  ///   - stated: The fields of ``Inheritance/fields`` that the file itself states.
  ///   - traits: The facts about its podcast.
  public init(
    id: ID, guid: String? = nil, url: String? = nil, published: Date? = nil, fields: Fields = [:],
    stated: Set<TrackField> = [], traits: Traits = []
  ) {
    self.id = id
    if case .text(let text)? = fields[.title] { title = text } else { title = id.name }
    self.guid = guid
    self.url = url
    self.published = published
    self.fields = fields
    self.stated = stated
    self.traits = traits
  }

  /// Returns whether two episodes have equal values, without regard to the fields that the file states and to ``traits``.
  public static func == (left: Episode, right: Episode) -> Bool {
    left.id == right.id && left.guid == right.guid && left.value(of: .url) == right.value(of: .url)
      && left.published == right.published
      && left.fields == right.fields
  }

  /// Hashes the properties that ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(guid)
    hasher.combine(url)
    hasher.combine(published)
    hasher.combine(fields)
  }

  /// The best rating. The worst is 0; an episode without a rating has no value.
  public static let maximumRating: Int64 = 5

  /// Returns the value of a field for rules, searches, orders and lists. The title is ``title``, which is never
  /// missing.
  public func value(of field: TrackField) -> FieldValue? { field == .title ? .text(title) : fields[field] }

  /// The playing time in seconds, if known.
  public var duration: Double? { seconds(.duration) }
}

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
  public var lastPlayedAt: Date? { date(.lastPlayedAt) }

  /// The position in seconds at which playing continues, if the episode was not played to its end.
  public var position: Double? { seconds(.position) }

  /// Returns a copy with another position, or without one.
  public func withPosition(_ position: Double?) -> Episode { with(.position, position.map(FieldValue.seconds)) }

  private func sum(of plays: EpisodePlays) -> Int64 { (playCount ?? 0).addingWithoutOverflow(plays.count) }

  /// Returns the value of a field of whole numbers, if there is one.
  package func integer(_ field: TrackField) -> Int64? {
    if case .integer(let number)? = fields[field] { number } else { nil }
  }

  /// Returns the value of a field of seconds, if there is one.
  package func seconds(_ field: TrackField) -> Double? {
    if case .seconds(let seconds)? = fields[field] { seconds } else { nil }
  }

  /// Returns the value of a field of dates, if there is one.
  package func date(_ field: TrackField) -> Date? {
    if case .date(let date)? = fields[field] { date } else { nil }
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
  /// Returns the sum, or the largest number if the sum is too large.
  package func addingWithoutOverflow(_ other: Int64) -> Int64 {
    let (sum, overflows) = addingReportingOverflow(other)
    return overflows ? .max : sum
  }
}

/// The state of an episode for a listener: new, started or played.
public enum ListeningState: Hashable, Sendable {
  /// Unplayed, and awaited: its podcast is subscribed, and it was published after the podcast was added.
  case new
  /// Started and not played to the end; with the seconds that are left, if they are known.
  case started(left: Double?)
  /// Played to the end at least once.
  case played
  /// Neither of these.
  case unplayed

  /// The name in JSON.
  public var name: String {
    switch self {
    case .new: "new"
    case .started: "started"
    case .played: "played"
    case .unplayed: "unplayed"
    }
  }
}

extension Episode {
  /// The state for a listener. An episode that is played again counts as started.
  public var listeningState: ListeningState {
    if let position, position > 0 { return .started(left: duration.map { max(0, $0 - position) }) }
    if (playCount ?? 0) > 0 { return .played }
    return traits.contains(.awaited) ? .new : .unplayed
  }

  /// Returns the episode with the facts about its podcast.
  func withTraits(of podcast: Podcast) -> Episode {
    var copy = self
    copy.traits = podcast.kind == .album ? .track : []
    guard podcast.kind == .podcast, podcast.subscribed else { return copy }
    if podcast.newSince.map({ since in published.map { $0 >= since } ?? false }) ?? true {
      copy.traits.insert(.awaited)
    }
    return copy
  }
}

/// The total playing time of some episodes, as far as it is known.
public struct PlayingTime: Hashable, Sendable {
  /// The sum of the known playing times in seconds. It is finite.
  public let seconds: Double
  /// The number of episodes whose playing time is unknown. If there are any, the total is at least ``seconds``.
  public let unknownCount: Int

  /// Makes a total.
  ///
  /// - Parameter seconds: The sum; a sum that is too large for a number becomes the largest one.
  public init(seconds: Double, unknownCount: Int) {
    self.seconds = min(seconds, .greatestFiniteMagnitude)
    self.unknownCount = unknownCount
  }

  /// Makes the total of the playing times of episodes; `nil` stands for an unknown one.
  public init(of durations: some Sequence<Double?>) {
    var (sum, unknown) = (0.0, 0)
    for duration in durations {
      if let duration { sum += duration } else { unknown += 1 }
    }
    self.init(seconds: sum, unknownCount: unknown)
  }
}
