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
