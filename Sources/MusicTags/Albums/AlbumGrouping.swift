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
    var albums: [String: Set<AlbumKey>] = [:]
    for (key, track) in zip(keys, tracks) {
      if case .place = key { continue }
      albums[track.directory, default: []].insert(key)
    }
    var replacements: [AlbumKey: AlbumKey] = [:]
    for key in Set(keys) {
      switch key {
      case .release: break
      case .place(let directory):
        if let only = albums[directory], only.count == 1 { replacements[key] = only.first }
      case .tagged(let title, "", let directory):
        let others = (albums[directory] ?? []).filter {
          if case .tagged(title, let artist, _) = $0 { !artist.isEmpty } else { false }
        }
        if others.count == 1 { replacements[key] = others.first }
      case .tagged: break
      }
    }
    // An album without an artist may itself be adopted.
    func final(_ key: AlbumKey) -> AlbumKey { replacements[key].map { replacements[$0] ?? $0 } ?? key }
    keys = keys.map(final)
  }
}
