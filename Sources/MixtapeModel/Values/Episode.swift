#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An episode of a podcast, or a track of an album.
public struct Episode: Hashable, Sendable, Identifiable {
  /// `<podcast>/<episode>`.
  public let id: ID
  /// What people see; the name in the id where the file gives none.
  public let title: String
  /// What the feed calls it, unique within the feed.
  public let guid: String?
  /// Where the sound is.
  public let url: String?
  /// When the feed published it.
  public let published: Date?
  /// The fields that rules speak of, those that have a value. `title` is among them.
  public let fields: Fields
  /// Those of the fields in ``Inheritance/fields`` that the file itself states, so that they stay when the head of the
  /// podcast changes. It is no part of what the episode means: equal episodes may differ in it.
  let stated: Set<TrackField>

  /// A value of one of the twenty fields.
  public enum FieldValue: Hashable, Sendable {
    /// Of a text field.
    case text(String)
    /// Of a field of whole numbers.
    case integer(Int64)
    /// Of ``TrackField/duration``, in seconds.
    case seconds(Double)
    /// Of a date field; a day without a time is its first instant in UTC.
    case date(Date)
  }

  /// Makes an episode.
  ///
  /// - Parameter stated: Those of the fields in ``Inheritance/fields`` that the file itself states, where that is known.
  public init(
    id: ID, guid: String? = nil, url: String? = nil, published: Date? = nil, fields: Fields = [:],
    stated: Set<TrackField> = []
  ) {
    self.id = id
    if case .text(let text)? = fields[.title] { title = text } else { title = id.name }
    self.guid = guid
    self.url = url
    self.published = published
    self.fields = fields
    self.stated = stated
  }

  /// Whether two episodes mean the same.
  public static func == (left: Episode, right: Episode) -> Bool {
    left.id == right.id && left.guid == right.guid && left.url == right.url && left.published == right.published
      && left.fields == right.fields
  }

  /// Hashes what ``==(_:_:)`` compares.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(id)
    hasher.combine(guid)
    hasher.combine(url)
    hasher.combine(published)
    hasher.combine(fields)
  }

  /// The best rating; the worst is 0, and an episode that was not rated has none.
  public static let maximumRating: Int64 = 5

  /// The playing time in seconds, where it is known.
  public var duration: Double? {
    if case .seconds(let seconds)? = fields[.duration] { seconds } else { nil }
  }
}
