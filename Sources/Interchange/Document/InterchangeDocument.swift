public import MixtapeModel

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
  /// The author of the list.
  public var creator: String?
  /// The address of a picture.
  public var image: String?
  /// The address of a page about the list.
  public var info: String?
  /// The address of the list itself.
  public var location: String?
  /// An identifier that does not depend on the location, such as a URN.
  public var identifier: String?
  /// The date of the list, as written.
  public var date: String?
  /// The address of a license.
  public var license: String?
  /// The lists that this list was made from.
  public var attributions: [InterchangeLink] = []
  /// Links of the list.
  public var links: [InterchangeLink] = []
  /// Further properties, whose names are addresses.
  public var metas: [InterchangeLink] = []
  /// Data of other programs.
  public var extensions: [InterchangeExtension] = []

  /// Makes a playlist without entries.
  public init(name: String? = nil) { self.name = name }

  /// Whether rules or a search find episodes for it.
  public var isSmart: Bool { keys[.conditions] != nil || keys[.search] != nil }
}

/// A link or a property of a playlist or an entry: its relation and its content.
public struct InterchangeLink: Hashable, Sendable {
  /// The relation, or the name of the property.
  public let relation: String
  /// The address, or the value of the property.
  public let content: String

  /// Makes a link.
  public init(_ relation: String, _ content: String) {
    self.relation = relation
    self.content = content
  }
}

/// Data of another program in a file.
public struct InterchangeExtension: Hashable, Sendable {
  /// The name of the program or of the data, usually an address.
  public let application: String
  /// The data, as written in the file.
  public let content: Content

  /// The languages of data.
  public enum Content: Hashable, Sendable {
    /// XML, without the element that encloses it.
    case xml(String)
    /// JSON.
    case json(String)
  }

  /// Makes an extension.
  public init(application: String, content: Content) {
    self.application = application
    self.content = content
  }
}

/// The names of Mixtape's extension, which contains values that a format does not support.
enum MixtapeExtension {
  /// The application of the extension, and its namespace in XML.
  static let application = "urn:mixtape:playlist:1"
}
