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
  public var duration: Double? {
    if case .seconds(let seconds)? = fields[.duration] { seconds } else { nil }
  }
}
