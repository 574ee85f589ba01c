public import Interchange
public import MixtapeModel
internal import PlaylistFiles

extension Store {
  /// Returns the missing entries of all playlists, by their ids.
  ///
  /// - Complexity: O(*n*) in the episodes of all playlists; only files with missing entries are read.
  public func missingEntries() throws(MixtapeError) -> [Episode.ID: MissingEntry] {
    var entries: [Episode.ID: MissingEntry] = [:]
    for playlist in try playlists(withTimes: false) where playlist.episodes.contains(where: MissingEntry.isPlaceholder)
    {
      for (id, comment) in try commentsOfMissing(in: playlist.id) { entries[id] = MissingEntry(comment: comment) }
    }
    return entries
  }

  /// Returns the comments on the lines of missing entries of a playlist, by the ids of the entries.
  public func commentsOfMissing(in id: Playlist.ID) throws(MixtapeError) -> [Episode.ID: String] {
    guard let file = try StoreReader(self, notifies: false).playlistFile(id), let playlist = file.playlist else {
      return [:]
    }
    var comments: [Episode.ID: String] = [:]
    for (offset, episode) in playlist.episodes.enumerated() {
      guard let comment = file.comment(ofEpisodeAt: offset), MissingEntry(comment: comment) != nil else { continue }
      comments[episode] = comment
    }
    return comments
  }
}
