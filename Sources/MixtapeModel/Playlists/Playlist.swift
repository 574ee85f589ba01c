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
