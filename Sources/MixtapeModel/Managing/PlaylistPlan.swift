/// The result of an operation on the present playlists, planned before anything is written.
public struct PlaylistPlan: Hashable, Sendable {
  /// The operation that was planned.
  public let operation: PlaylistOperation
  /// The playlist before; `nil` if the operation creates one, or is about several playlists or a folder.
  public let before: Playlist?
  /// The playlist after; `nil` if the operation deletes it, or is about several playlists or a folder.
  public let after: Playlist?
  /// The changes of playlists, in order of id: of one, of several, or of all in a folder. Those of an import
  /// are in its order.
  public let changes: [PlaylistChange]
  /// The original of a copy.
  public let original: Playlist.ID?
  /// The episodes that are added, removed or moved, in order.
  public let episodes: [Episode.ID]
  /// The episodes to add that are already in the playlist.
  public let refused: [Episode.ID]
  /// The version that the save created, if the manager keeps a history: in a store, the id of the commit. `nil` if the plan
  /// is not saved or changes nothing.
  public let savedVersion: String?

  /// Whether the plan changes nothing.
  public var changesNothing: Bool { changes.isEmpty }

  /// Whether the plan changes something, or moves or deletes a folder. An empty folder has no file that changes.
  public var hasEffect: Bool { !changesNothing || operation.changesFolder }

  /// Makes a plan for one playlist.
  public init(
    _ operation: PlaylistOperation, from before: Playlist?, to after: Playlist?, original: Playlist.ID? = nil,
    episodes: [Episode.ID] = [], refused: [Episode.ID] = [], savedVersion: String? = nil
  ) {
    self.operation = operation
    self.savedVersion = savedVersion
    self.before = before
    self.after = after
    changes = [PlaylistChange(from: before, to: after)].compactMap(\.self)
    self.original = original
    self.episodes = episodes
    self.refused = refused
  }

  /// Makes a plan for several playlists, or for all in a folder.
  ///
  /// - Parameter episodes: The episodes of an assignment.
  public init(
    _ operation: PlaylistOperation, changes: [PlaylistChange], episodes: [Episode.ID] = [], savedVersion: String? = nil
  ) {
    self.operation = operation
    self.savedVersion = savedVersion
    (before, after) = (nil, nil)
    self.changes = changes
    original = nil
    self.episodes = episodes
    refused = []
  }

  /// Returns the plan with the playlists as they were saved, times included.
  ///
  /// - Parameter version: The version of the save. The default is that of the plan.
  public func saved(
    in version: String? = nil, as result: (_ before: Playlist?, _ after: Playlist) -> Playlist
  ) -> PlaylistPlan {
    let saved = changes.map { $0.with(after: result) }
    let version = version ?? savedVersion
    guard before != nil || after != nil else {
      return PlaylistPlan(operation, changes: saved, episodes: episodes, savedVersion: version)
    }
    return PlaylistPlan(
      operation, from: before, to: saved.first?.after ?? (changesNothing ? after : nil), original: original,
      episodes: episodes, refused: refused, savedVersion: version)
  }
}
