/// What a list shows of a playlist.
public struct PlaylistSummary: Hashable, Sendable, Identifiable {
  /// The playlist's id.
  public let id: Playlist.ID
  /// Its folder.
  public let folder: Folder
  /// Its name.
  public let name: String
  /// How many episodes were picked by hand.
  public let episodeCount: Int
  /// Whether rules or a search find more.
  public let isSmart: Bool

  /// Makes a summary.
  public init(id: Playlist.ID, folder: Folder, name: String, episodeCount: Int, isSmart: Bool) {
    self.id = id
    self.folder = folder
    self.name = name
    self.episodeCount = episodeCount
    self.isSmart = isSmart
  }

  /// What a list shows of a playlist.
  public init(_ playlist: Playlist) {
    self.init(
      id: playlist.id, folder: playlist.folder, name: playlist.name, episodeCount: playlist.episodes.count,
      isSmart: playlist.isSmart)
  }
}
