/// What an operation comes to on the playlists as they are: planned before anything is written.
public struct PlaylistPlan: Hashable, Sendable {
  /// The operation that was planned.
  public let operation: PlaylistOperation
  /// The playlist as it was; `nil` if the operation makes one, or is about a folder.
  public let before: Playlist?
  /// The playlist as it will be; `nil` if the operation removes it, or is about a folder.
  public let after: Playlist?
  /// What becomes of each playlist that differs: of one, or of all in a folder, in order of id.
  public let changes: [PlaylistChange]
  /// The playlist that a new one is a copy of.
  public let original: Playlist.ID?
  /// The episodes that come, go or move, in their order.
  public let episodes: [Episode.ID]
  /// Episodes that were asked for but are in the playlist already.
  public let refused: [Episode.ID]
  /// The version that the plan was saved as, where whoever keeps the playlists keeps their history: in a store, the id of the
  /// commit. `nil` of a plan that is not saved, or that changes nothing.
  public let savedVersion: String?

  /// Whether there is nothing to write.
  public var changesNothing: Bool { changes.isEmpty }

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

  /// Makes a plan for all playlists in a folder.
  public init(_ operation: PlaylistOperation, changes: [PlaylistChange], savedVersion: String? = nil) {
    self.operation = operation
    self.savedVersion = savedVersion
    (before, after) = (nil, nil)
    self.changes = changes
    original = nil
    (episodes, refused) = ([], [])
  }

  /// The plan with its results as they were saved, their times included.
  ///
  /// - Parameter version: The version that it was saved as; `nil` for the one that the plan has.
  public func saved(
    in version: String? = nil, as result: (_ before: Playlist?, _ after: Playlist) -> Playlist
  ) -> PlaylistPlan {
    let saved = changes.map { $0.with(after: result) }
    let version = version ?? savedVersion
    guard before != nil || after != nil else {
      return PlaylistPlan(operation, changes: saved, savedVersion: version)
    }
    return PlaylistPlan(
      operation, from: before, to: saved.first?.after ?? (changesNothing ? after : nil), original: original,
      episodes: episodes, refused: refused, savedVersion: version)
  }
}
