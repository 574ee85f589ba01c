/// The division of tracks into albums.
///
/// Tracks belong together by the MusicBrainz id of their release; else by album, album artist and directory; else by directory. The
/// directories of discs (`CD 1`, `CD 2`) count as the directory above them.
struct AlbumGrouping {
  /// The groups, as indices of the tracks, in the order of their first tracks.
  let groups: [[Int]]

  /// Groups tracks.
  ///
  /// - Parameter tracks: The directories of their albums, and their tags.
  /// - Complexity: O(*n*).
  init(_ tracks: [(directory: String, traits: AlbumTraits)]) {
    var keys = tracks.map { AlbumKey($0.traits, in: $0.directory) }
    Self.adopt(&keys, tracks)
    var groups: [[Int]] = []
    var places: [AlbumKey: Int] = [:]
    for (index, key) in keys.enumerated() {
      if let place = places[key] {
        groups[place].append(index)
      } else {
        places[key] = groups.count
        groups.append([index])
      }
    }
    self.groups = groups
  }

  /// Assigns tracks with missing tags. A track without an album joins the only album of its directory. A track without an album
  /// artist joins the only album with its title there.
  private static func adopt(_ keys: inout [AlbumKey], _ tracks: [(directory: String, traits: AlbumTraits)]) {
    replace(&keys, tracks) { key, albums in
      guard case .tagged(let title, "", _) = key else { return nil }
      return albums.filter { if case .tagged(title, let artist, _) = $0 { !artist.isEmpty } else { false } }
    }
    // Tracks of one album with and without an album artist are one album from here on.
    replace(&keys, tracks) { key, albums in
      guard case .place = key else { return nil }
      return albums
    }
  }

  /// Replaces each key that has one candidate among the albums of its directory.
  ///
  /// - Parameter candidates: Returns the albums that tracks with a key can join, of those in their directory.
  private static func replace(
    _ keys: inout [AlbumKey], _ tracks: [(directory: String, traits: AlbumTraits)],
    by candidates: (AlbumKey, Set<AlbumKey>) -> Set<AlbumKey>?
  ) {
    var albums: [String: Set<AlbumKey>] = [:]
    for (key, track) in zip(keys, tracks) {
      if case .place = key { continue }
      albums[track.directory, default: []].insert(key)
    }
    var replacements: [AlbumKey: AlbumKey] = [:]
    for (key, track) in zip(keys, tracks) where replacements[key] == nil {
      guard let found = candidates(key, albums[track.directory] ?? []), found.count == 1 else { continue }
      replacements[key] = found.first
    }
    keys = keys.map { replacements[$0] ?? $0 }
  }
}
