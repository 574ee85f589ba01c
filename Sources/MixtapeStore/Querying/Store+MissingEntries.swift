public import Interchange
public import MixtapeModel
internal import PlaylistFiles

extension Store {
  /// Returns the missing entries of all playlists, by their ids.
  ///
  /// - Complexity: O(*n*) in the episodes of all playlists; only files with missing entries are read.
  public func missingEntries() throws(MixtapeError) -> [Episode.ID: MissingEntry] {
    var entries: [Episode.ID: MissingEntry] = [:]
    for playlist in try playlists() where playlist.episodes.contains(where: MissingEntry.isPlaceholder) {
      for entry in try describedEntries(in: playlist.id) { entries[entry.id] = MissingEntry(comment: entry.comment) }
    }
    return entries
  }

  /// Returns the entries of a playlist with comments that describe missing entries, in order.
  public func describedEntries(in id: Playlist.ID) throws(MixtapeError) -> [DescribedEntry] {
    guard let file = try StoreReader(self, notifies: false).playlistFile(id), let playlist = file.playlist else {
      return []
    }
    return playlist.episodes.enumerated().compactMap { offset, episode in
      guard let comment = file.comment(ofEpisodeAt: offset), MissingEntry(comment: comment) != nil else { return nil }
      return DescribedEntry(offset: offset, id: episode, comment: comment)
    }
  }
}

/// An entry of a playlist with a comment that describes a missing entry.
public struct DescribedEntry: Hashable, Sendable {
  /// The offset in the playlist, counted from 0.
  public let offset: Int
  /// The id. Entries with the same id can have different comments.
  public let id: Episode.ID
  /// The comment, without `#`.
  public let comment: String
}
