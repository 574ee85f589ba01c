public import Interchange
public import MixtapeModel

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
}
