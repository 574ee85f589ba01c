public import MixtapeModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// An entry of a playlist of another program.
public struct InterchangeEntry: Hashable, Sendable {
  /// The addresses or paths of the sound; the first one is preferred.
  public var locations: [String] = []
  /// The title.
  public var title: String?
  /// The artist, or the title of the podcast.
  public var artist: String?
  /// The album.
  public var album: String?
  /// The genre.
  public var genre: String?
  /// The playing time in seconds; `nil` if it is unknown.
  public var duration: Double?
  /// The number of the track in its album.
  public var trackNumber: Int?
  /// The address or path of a picture.
  public var image: String?
  /// The address of a page about the entry.
  public var info: String?
  /// A comment on the entry.
  public var annotation: String?
  /// Identifiers that do not depend on the location, such as a URN with the id of a recording.
  public var identifiers: [String] = []
  /// The guid of the episode in its feed.
  public var guid: String?
  /// The address of the feed.
  public var feed: String?
  /// The guid of the feed.
  public var feedGuid: String?
  /// The id of the episode, in files that Mixtape has written.
  public var episode: Episode.ID?
  /// Whether rules found the episode, so that it is not hand-picked. Only files from Mixtape have this value.
  public var isFound = false
  /// Links of the entry.
  public var links: [InterchangeLink] = []
  /// Further properties, whose names are addresses.
  public var metas: [InterchangeLink] = []
  /// Data of other programs.
  public var extensions: [InterchangeExtension] = []
  /// The time of publication. Only entries of a store have it, and the three values after it.
  public var published: Date?
  /// The description of the episode, as plain text.
  public var summary: String?
  /// The size of the sound in bytes.
  public var fileSize: Int64?
  /// The format of the sound, such as `mp3`.
  public var fileFormat: String?
  /// The line of the entry in its file, counted from 1; 0 if it is unknown.
  public var line = 0

  /// Makes an entry without values.
  public init() {}

  /// Makes an entry with an address or a path.
  public init(location: String) { locations = [location] }

  /// The text `Artist - Title` of formats of lines; empty without a title. A file name in its place would be read as a title.
  var titleLine: String { title == nil ? "" : display }

  /// The display name: artist and title, or the file name.
  public var display: String {
    switch (artist, title) {
    case (let artist?, let title?): "\(artist) - \(title)"
    case (nil, let title?): title
    default: locations.first.map { Location($0).fileName ?? $0 } ?? identifiers.first ?? guid ?? "?"
    }
  }
}
