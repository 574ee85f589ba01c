#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A playlist: hand-picked episodes in order, and rules that find further ones.
///
/// A playlist is an immutable value; the `with…` functions return changed copies. Comments, spacing and the `extra` table
/// of its file are not part of the value; they stay in the file.
public struct Playlist: Hashable, Sendable, Identifiable {
  /// The id of a playlist: its file name without `.toml`.
  public typealias ID = FileID<Playlist>

  /// The file name without `.toml`.
  public internal(set) var id: ID
  /// The directory below `playlists/`.
  public internal(set) var folder: Folder
  /// The name, valid by ``TitleRules``.
  public internal(set) var name: String
  /// The description, which may be empty.
  public internal(set) var description = ""
  /// The hand-picked episodes, in order.
  public internal(set) var episodes: [Episode.ID] = []
  /// The rules, search, order and limit that find further episodes.
  public internal(set) var criteria = SmartCriteria()
  /// The settings for the player.
  public internal(set) var settings = PlaybackSettings()
  /// The time at which the playlist was created, from history; `nil` if unknown.
  public internal(set) var created: Date?
  /// The time at which it was last changed, from history; `nil` if unknown.
  public internal(set) var updated: Date?

  /// Makes the playlist of an empty file. The id becomes the name, and all keys have their default values.
  public init(blank id: ID, folder: Folder = .top) {
    self.id = id
    self.folder = folder
    name = id.readable
  }

  /// Makes a playlist. Without a name, the id becomes the name.
  ///
  /// - Throws: ``MixtapeError/Code/invalidName`` if the name is invalid.
  public init(
    id: ID, folder: Folder = .top, name: String? = nil, description: String = "", episodes: [Episode.ID] = [],
    criteria: SmartCriteria = SmartCriteria(), settings: PlaybackSettings = PlaybackSettings()
  ) throws(MixtapeError) {
    self.init(blank: id, folder: folder)
    if let name { self = try withName(name) }
    self.description = description
    self.episodes = episodes
    self.criteria = criteria
    self.settings = settings
  }

  /// Whether rules or a search find episodes for it.
  public var isSmart: Bool { criteria.isActive }
}

extension Playlist {
  /// Returns a copy with another id, without the times of creation and change.
  public func withID(_ id: ID) -> Playlist {
    with {
      $0.id = id; $0.created = nil; $0.updated = nil
    }
  }

  /// Returns a copy in another folder.
  public func withFolder(_ folder: Folder) -> Playlist { with { $0.folder = folder } }

  /// Returns a copy with another name.
  ///
  /// - Throws: ``MixtapeError/Code/invalidName`` if the name is invalid.
  public func withName(_ name: String) throws(MixtapeError) -> Playlist {
    if let violation = TitleRules.violation(in: name) {
      throw MixtapeError(.invalidName, .playlist(id), cause: violation)
    }
    return with { $0.name = name }
  }

  /// Returns a copy with another description.
  public func withDescription(_ description: String) -> Playlist { with { $0.description = description } }

  /// Returns a copy with other hand-picked episodes.
  public func withEpisodes(_ episodes: [Episode.ID]) -> Playlist { with { $0.episodes = episodes } }

  /// Returns a copy with other criteria.
  public func withCriteria(_ criteria: SmartCriteria) -> Playlist { with { $0.criteria = criteria } }

  /// Returns a copy with changed criteria.
  public func withCriteria(_ change: (inout SmartCriteria) -> Void) -> Playlist { with { change(&$0.criteria) } }

  /// Returns a copy with other settings for the player.
  public func withSettings(_ settings: PlaybackSettings) -> Playlist { with { $0.settings = settings } }

  /// Returns a copy with the times from history.
  public func withTimes(created: Date?, updated: Date?) -> Playlist {
    with {
      $0.created = created; $0.updated = updated
    }
  }

  private func with(_ change: (inout Playlist) -> Void) -> Playlist {
    var copy = self
    change(&copy)
    return copy
  }
}

/// The summary of a playlist in a list.
public struct PlaylistSummary: Hashable, Sendable, Identifiable {
  /// The id of the playlist.
  public let id: Playlist.ID
  /// The folder of the playlist.
  public let folder: Folder
  /// The name of the playlist.
  public let name: String
  /// The number of hand-picked episodes.
  public let episodeCount: Int
  /// Whether rules or a search find further episodes.
  public let isSmart: Bool

  /// Makes a summary.
  public init(id: Playlist.ID, folder: Folder, name: String, episodeCount: Int, isSmart: Bool) {
    self.id = id
    self.folder = folder
    self.name = name
    self.episodeCount = episodeCount
    self.isSmart = isSmart
  }

  /// Makes the summary of a playlist.
  public init(_ playlist: Playlist) {
    self.init(
      id: playlist.id, folder: playlist.folder, name: playlist.name, episodeCount: playlist.episodes.count,
      isSmart: playlist.isSmart)
  }
}

/// The settings of a playlist for the player.
public struct PlaybackSettings: Hashable, Sendable {
  /// Whether the next episode plays at the end of one.
  public internal(set) var continuous: Bool
  /// The shuffle of the playlist.
  public internal(set) var shuffle: ShuffleSetting

  /// Makes settings. By default, the next episode plays at the end of one, in the order of the playlist.
  public init(continuous: Bool = true, shuffle: ShuffleSetting = .off) {
    self.continuous = continuous
    self.shuffle = shuffle
  }

  /// A setting with a valid value.
  public struct Setting: Hashable, Sendable {
    /// The key, one of the part ``PlaylistKey/Part/settings``.
    public let key: PlaylistKey
    /// The value, as in files.
    public let value: FileValue

    /// Reads a setting from a command line; `nil` if the key is not a setting or the text is not a value of it.
    public init?(_ key: PlaylistKey, _ text: String) {
      guard key.part == .settings, let value = FileValue(text, in: key.form), key.row.accepts(value) else { return nil }
      self.init(key: key, value: value)
    }

    private init(key: PlaylistKey, value: FileValue) {
      self.key = key
      self.value = value
    }

    /// Returns the setting ``PlaybackSettings/continuous`` with a value.
    public static func continuous(_ value: Bool) -> Setting { Setting(key: .continuous, value: value.fileValue) }

    /// Returns the setting ``PlaybackSettings/shuffle`` with a value.
    public static func shuffle(_ value: ShuffleSetting) -> Setting { Setting(key: .shuffle, value: value.fileValue) }
  }
}

extension Playlist {
  /// Returns a copy with one setting changed.
  public func with(_ setting: PlaybackSettings.Setting) -> Playlist {
    // A setting always has a valid value.
    with(setting.key, setting.value) ?? self
  }
}

/// The `shuffle` setting of a playlist: `true`, `false`, or the name of a shuffle.
public enum ShuffleSetting: Hashable, Sendable, ExpressibleByBooleanLiteral {
  /// The default shuffle.
  case `default`
  /// No shuffle: the order of the playlist.
  case off
  /// A particular shuffle.
  case by(ShuffleAlgorithm)

  /// Makes a setting from a boolean.
  public init(booleanLiteral value: Bool) { self = value ? .default : .off }

  /// Makes a setting from a shuffle. ``ShuffleAlgorithm/off`` becomes ``off``.
  public init(_ algorithm: ShuffleAlgorithm) { self = algorithm == .off ? .off : .by(algorithm) }

  /// Whether the playlist is shuffled.
  public var isOn: Bool { self != .off }

  /// Returns the shuffle to use.
  ///
  /// - Parameter algorithm: The shuffle for ``ShuffleSetting/default``.
  public func algorithm(default algorithm: ShuffleAlgorithm) -> ShuffleAlgorithm {
    switch self {
    case .default: algorithm
    case .off: .off
    case .by(let algorithm): algorithm
    }
  }
}

/// The orders in which a list can be played, by their names in files and on the command line.
///
/// In each order, every episode plays once before any plays again.
public enum ShuffleAlgorithm: String, CaseIterable, Hashable, Sendable, Codable {
  /// A uniformly random order.
  case uniform
  /// A random order in which episodes of one podcast or album are as far apart as possible, and then those of one artist.
  case spread
  /// A random order in which episodes with a better rating, or not heard for longer, tend to come sooner.
  case weighted
  /// A random order of the podcasts and albums, each of which stays together and in order.
  case grouped
  /// The order of the list.
  case off

  /// The algorithm of playlists that name none.
  public static let `default` = spread
}
