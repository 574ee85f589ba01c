/// What an operation comes to on the playlists as they are: planned before anything is written.
public struct PlaylistPlan: Hashable, Sendable {
  /// The operation that was planned.
  public let operation: PlaylistOperation
  /// The playlist as it was; `nil` if the operation makes one.
  public let before: Playlist?
  /// The playlist as it will be; `nil` if the operation removes it.
  public let after: Playlist?
  /// The playlist that a new one is a copy of.
  public let original: Playlist.ID?
  /// The episodes that come, go or move, in their order.
  public let episodes: [Episode.ID]
  /// Episodes that were asked for but are in the playlist already.
  public let refused: [Episode.ID]

  /// Whether there is nothing to write.
  public var changesNothing: Bool { before == after }

  /// Makes a plan.
  public init(
    _ operation: PlaylistOperation, from before: Playlist?, to after: Playlist?, original: Playlist.ID? = nil,
    episodes: [Episode.ID] = [], refused: [Episode.ID] = []
  ) {
    self.operation = operation
    self.before = before
    self.after = after
    self.original = original
    self.episodes = episodes
    self.refused = refused
  }

  /// The plan with the result as it was saved, its times included.
  public func saved(as playlist: Playlist?) -> PlaylistPlan {
    PlaylistPlan(
      operation, from: before, to: playlist, original: original, episodes: episodes, refused: refused)
  }
}

/// What a plan needs to know of the playlists that are there.
public protocol PlaylistCatalog {
  /// The playlist of an id, or `nil`.
  func playlist(_ id: Playlist.ID) throws(MixtapeError) -> Playlist?
  /// Whether an id is taken, also by a playlist that cannot be read.
  func isTaken(_ id: Playlist.ID) throws(MixtapeError) -> Bool
  /// Every id, for suggestions.
  func ids() throws(MixtapeError) -> [Playlist.ID]
}

extension PlaylistCatalog {
  /// The playlist of an id.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with the ids there are as candidates.
  public func existing(_ id: Playlist.ID) throws(MixtapeError) -> Playlist {
    if let playlist = try playlist(id) { return playlist }
    throw MixtapeError(.notFound, .playlist(id), candidates: try ids().map(\.rawValue))
  }
}
