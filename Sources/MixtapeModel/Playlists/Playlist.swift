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
  public let id: ID
  /// The directory below `playlists/`.
  public let folder: Folder
  /// The name, valid by ``TitleRules``.
  public let name: String
  /// The description, which may be empty.
  public let description: String
  /// The hand-picked episodes, in order.
  public let episodes: [Episode.ID]
  /// The rules, search, order and limit that find further episodes.
  public let criteria: SmartCriteria
  /// The settings for the player.
  public let settings: PlaybackSettings
  /// The time at which the playlist was created, from history; `nil` if unknown.
  public let created: Date?
  /// The time at which it was last changed, from history; `nil` if unknown.
  public let updated: Date?

  /// Makes a playlist. Without a name, the id becomes the name.
  ///
  /// - Throws: ``MixtapeError/Code/invalidName`` if the name is invalid.
  public init(
    id: ID, folder: Folder = .top, name: String? = nil, description: String = "", episodes: [Episode.ID] = [],
    criteria: SmartCriteria = SmartCriteria(), settings: PlaybackSettings = PlaybackSettings()
  ) throws(MixtapeError) {
    let name = name ?? id.readable
    if let violation = TitleRules.violation(in: name) {
      throw MixtapeError(.invalidName, .playlist(id), cause: violation)
    }
    self.init(
      Draft(
        id: id, folder: folder, name: name, description: description, episodes: episodes, criteria: criteria,
        settings: settings, created: nil, updated: nil))
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

  /// Returns a copy with other settings for the player.
  public func withSettings(_ settings: PlaybackSettings) -> Playlist { with { $0.settings = settings } }

  /// Returns a copy with the times from history.
  public func withTimes(created: Date?, updated: Date?) -> Playlist {
    with {
      $0.created = created; $0.updated = updated
    }
  }

  /// The mutable properties of a copy.
  private struct Draft {
    var id: ID
    var folder: Folder
    var name: String
    var description: String
    var episodes: [Episode.ID]
    var criteria: SmartCriteria
    var settings: PlaybackSettings
    var created: Date?
    var updated: Date?
  }

  private init(_ draft: Draft) {
    id = draft.id
    folder = draft.folder
    name = draft.name
    description = draft.description
    episodes = draft.episodes
    criteria = draft.criteria
    settings = draft.settings
    created = draft.created
    updated = draft.updated
  }

  private func with(_ change: (inout Draft) -> Void) -> Playlist {
    var draft = Draft(
      id: id, folder: folder, name: name, description: description, episodes: episodes, criteria: criteria,
      settings: settings, created: created, updated: updated)
    change(&draft)
    return Playlist(draft)
  }
}
