public import MixtapeModel

/// A feature of playlists that a format can support: a row in the table of formats.
public enum Aspect: Hashable, Sendable {
  /// More than one playlist in a file.
  case severalPlaylists
  /// Folders of playlists.
  case folders
  /// The id of the playlist.
  case id
  /// The text of the playlist file: its comments, and keys that Mixtape does not know.
  case fileText
  /// A key of the playlist file. For ``PlaylistKey/episodes``, the entries.
  case key(PlaylistKey)
  /// A value of an entry.
  case entry(EntryValue)
  /// The listening data of tracks: ratings, plays and dates of addition.
  case listening

  /// The values of an entry.
  public enum EntryValue: String, CaseIterable, Hashable, Sendable {
    case episodeID = "episode id"
    case location = "address or path"
    case title, artist, album, genre
    case duration = "playing time"
    case trackNumber = "track number"
    case image = "picture"
    case guid
    case feed
    case identifier
  }

  /// All aspects, in the order of the table.
  public static let all: [Aspect] =
    [.severalPlaylists, .folders, .id] + PlaylistKey.allCases.map(Aspect.key) + [.fileText]
    + EntryValue.allCases.map(Aspect.entry) + [.listening]

  /// The name in the table.
  public var name: String {
    switch self {
    case .severalPlaylists: "several playlists"
    case .folders: "folders"
    case .id: "playlist id"
    case .fileText: "comments and `[extra]`"
    case .key(let key): "`\(key.rawValue)`"
    case .entry(let value): "entry: \(value.rawValue)"
    case .listening: "ratings, plays, dates added"
    }
  }
}

/// The degree of support for an aspect.
public enum Support: Hashable, Sendable {
  /// The format supports it.
  case full
  /// Mixtape stores it in an extension of the format, which other programs ignore.
  case inExtension
  /// The format supports a part of it, or another form.
  case partial(String)
  /// The format does not support it.
  case none
}

/// The aspects that a format supports.
public struct Capabilities: Hashable, Sendable {
  private let support: [Aspect: Support]
  /// Whether Mixtape reads the format.
  public let canRead: Bool
  /// Whether Mixtape writes the format.
  public let canWrite: Bool

  /// Makes capabilities. All other aspects are unsupported.
  init(canRead: Bool = true, canWrite: Bool = true, _ support: [Aspect: Support]) {
    self.canRead = canRead
    self.canWrite = canWrite
    self.support = support
  }

  /// The support of an aspect.
  public subscript(aspect: Aspect) -> Support { support[aspect] ?? .none }
}
