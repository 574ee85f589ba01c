#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A playlist: hand-picked episodes in order, and rules that find more.
///
/// A playlist is an immutable value; the `with…` functions make a changed copy. What its file holds besides (comments,
/// spacing, the `extra` table) is not part of the value and stays in the file.
public struct Playlist: Hashable, Sendable, Identifiable {
  /// The file name without `.toml`.
  public let id: ID
  /// The directory below `playlists/`.
  public let folder: Folder
  /// What people see; valid by ``Playlist/nameViolation(in:)``.
  public let name: String
  /// Free text; may be empty.
  public let description: String
  /// The hand-picked episodes, in order.
  public let episodes: [Episode.ID]
  /// What finds further episodes, and how much of it is taken.
  public let criteria: SmartCriteria
  /// Settings for the player.
  public let settings: PlaybackSettings
  /// When the playlist came into being, from history; `nil` where that is not known (yet).
  public let created: Date?
  /// When it was last changed, from history; `nil` where that is not known (yet).
  public let updated: Date?

  /// Makes a playlist.
  ///
  /// - Throws: ``MixtapeError/Code/invalidName`` if the name is not one.
  public init(
    id: ID, folder: Folder = .top, name: String? = nil, description: String = "", episodes: [Episode.ID] = [],
    criteria: SmartCriteria = SmartCriteria(), settings: PlaybackSettings = PlaybackSettings()
  ) throws(MixtapeError) {
    let name = name ?? id.readable
    if let violation = Self.nameViolation(in: name) {
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
  /// What may be wrong with a name.
  public enum NameViolation: Error, Hashable, Sendable {
    /// Nothing that can be seen.
    case empty
    /// More than ``Playlist/maximumNameLength`` bytes of UTF-8; the value is how many there are.
    case tooLong(bytes: Int)
    /// A control character or a line break.
    case controlCharacter
  }

  /// The longest name, in bytes of UTF-8.
  public static let maximumNameLength = 500

  /// The first rule that a name breaks, or `nil` if it is a good one.
  public static func nameViolation(in name: String) -> NameViolation? {
    let length = name.utf8.count
    guard length <= maximumNameLength else { return .tooLong(bytes: length) }
    let scalars = name.unicodeScalars
    if scalars.contains(where: \.properties.generalCategory.breaksLines) { return .controlCharacter }
    return scalars.allSatisfy { $0.properties.isWhitespace || $0.properties.isDefaultIgnorableCodePoint } ? .empty : nil
  }
}

extension Playlist {
  /// A copy under another id. Created and updated times do not carry over.
  public func withID(_ id: ID) -> Playlist {
    with {
      $0.id = id; $0.created = nil; $0.updated = nil
    }
  }

  /// A copy in another folder.
  public func withFolder(_ folder: Folder) -> Playlist { with { $0.folder = folder } }

  /// A copy with another name.
  ///
  /// - Throws: ``MixtapeError/Code/invalidName`` if the name is not one.
  public func withName(_ name: String) throws(MixtapeError) -> Playlist {
    if let violation = Self.nameViolation(in: name) {
      throw MixtapeError(.invalidName, .playlist(id), cause: violation)
    }
    return with { $0.name = name }
  }

  /// A copy with another description.
  public func withDescription(_ description: String) -> Playlist { with { $0.description = description } }

  /// A copy with other hand-picked episodes.
  public func withEpisodes(_ episodes: [Episode.ID]) -> Playlist { with { $0.episodes = episodes } }

  /// A copy with other criteria.
  public func withCriteria(_ criteria: SmartCriteria) -> Playlist { with { $0.criteria = criteria } }

  /// A copy with other settings for the player.
  public func withSettings(_ settings: PlaybackSettings) -> Playlist { with { $0.settings = settings } }

  /// A copy with the times that history knows.
  public func withTimes(created: Date?, updated: Date?) -> Playlist {
    with {
      $0.created = created; $0.updated = updated
    }
  }

  /// The fields of a playlist while a copy is made; never leaves this file.
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
