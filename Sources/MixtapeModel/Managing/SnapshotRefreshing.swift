/// A snapshot of a library for other programs, which is refreshed after every change.
public protocol SnapshotRefreshing: Sendable {
  /// Updates the snapshot. Called after every change, by one caller at a time.
  ///
  /// A failure does not affect the change: the snapshot reports it itself.
  func refresh(from library: some LibraryReading)
}

/// The library as a snapshot reads it.
public protocol LibraryReading {
  /// Returns all podcasts and albums, in order of id.
  func podcasts() throws(MixtapeError) -> [Podcast]
  /// Returns all playlists, in order of id. Their times may be missing.
  func playlists() throws(MixtapeError) -> [Playlist]
}
