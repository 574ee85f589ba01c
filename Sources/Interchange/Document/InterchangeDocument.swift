internal import Feeds
public import MixtapeModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// The content of a file of another program: its playlists, and the tracks of a library.
public struct InterchangeDocument: Hashable, Sendable {
  /// The playlists, in the order of the file.
  public var playlists: [InterchangePlaylist]
  /// The tracks of a library with what its user heard, in the order of the file.
  public var tracks: [ListenedTrack] = []

  /// Makes a document.
  public init(playlists: [InterchangePlaylist] = []) { self.playlists = playlists }
}

/// A playlist of another program.
public struct InterchangePlaylist: Hashable, Sendable {
  /// The id, in files that Mixtape has written.
  public var id: Playlist.ID?
  /// The display name; `nil` if the file has none.
  public var name: String?
  /// The description.
  public var description: String?
  /// The names of the folders that contain the playlist, outermost first.
  public var folders: [String] = []
  /// The entries, in order.
  public var entries: [InterchangeEntry] = []
  /// The values of further keys of a playlist file, such as its rules and settings.
  public var keys: [PlaylistKey: FileValue] = [:]
  /// The rules of a smart playlist that Mixtape cannot express.
  public var lostRules: [LostRule] = []
  /// The text of the playlist file, if it has parts that no key expresses.
  public var fileText: String?
  /// The names of these parts, for reports: `comments`, `[extra]`. Only playlists of a store have them.
  public var fileParts: [String] = []
  /// The names of the parts of its file for which playlist files have no key, such as `creator`.
  public var lostParts: [String] = []

  /// Makes a playlist without entries.
  public init(name: String? = nil) { self.name = name }

  /// Whether rules or a search find episodes for it.
  public var isSmart: Bool { keys[.conditions] != nil || keys[.search] != nil }
}

/// The names of Mixtape's extension, which contains values that a format does not support.
enum MixtapeExtension {
  /// The application of the extension, and its namespace in XML.
  static let application = "urn:mixtape:playlist:1"

  /// Returns the name of the extension of another program, for reports of losses.
  static func name(ofOther application: String) -> String {
    application.isEmpty ? "extension without `application`" : "extension \(application)"
  }
}

/// The description in the element or member `annotation`, which other programs write as HTML, against the standard.
extension InterchangePlaylist {
  /// The text of the annotation. A list with an id is from Mixtape, whose descriptions are never HTML.
  var annotation: String? { id == nil ? description.map(HTMLText.unambiguous) : description }

  /// The playlist with the annotation that was read as its description in plain text.
  var withPlainAnnotation: InterchangePlaylist {
    guard id == nil, let description else { return self }
    var copy = self
    copy.description = HTMLText.plain(description, separator: "\n").trimmed.nonEmpty
    return copy
  }
}

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
  /// The names of its parts that nothing keeps, such as `annotation`.
  public var lostParts: [String] = []
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

  /// The playing time for formats with whole seconds.
  var wholeSeconds: Int? { duration.flatMap { Int(exactly: $0.rounded()) } }

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

  /// Returns a number of plays; `nil` for 0, and for a number that no player counts to.
  static func plays(_ number: Int64?) -> Episode.FieldValue? {
    number.flatMap { (1...Int64(UInt32.max)).contains($0) ? .integer($0) : nil }
  }

  /// Returns the stars of a rating; `nil` for 0, which means no rating, and for numbers that are no rating. Half a star counts as a
  /// whole one.
  ///
  /// - Parameter maximum: The number for 5 stars.
  static func rating(_ number: Double?, of maximum: Double) -> Episode.FieldValue? {
    guard let number, number > 0, number <= maximum else { return nil }
    return .integer(max(1, Int64((number / maximum * Double(Episode.maximumRating)).rounded())))
  }
}
