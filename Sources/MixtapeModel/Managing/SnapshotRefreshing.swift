/// Whoever keeps a snapshot of a library for other programs. Those who change the library tell it, and know no more of it.
public protocol SnapshotRefreshing: Sendable {
  /// Brings the snapshot up to date. Called after every change, by one caller at a time. A failure is the business of
  /// whoever keeps the snapshot, and never that of the change.
  func refresh(from library: some LibraryReading)
}

/// Where a snapshot reads what there is.
public protocol LibraryReading {
  /// Every podcast and album, in order of id.
  func podcasts() throws(MixtapeError) -> [Podcast]
  /// Every playlist, in order of id; times need not be known.
  func playlists() throws(MixtapeError) -> [Playlist]
}
