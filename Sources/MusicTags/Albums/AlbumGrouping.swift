internal import SystemPackage

/// An album of a grouping.
struct GroupedAlbum {
  /// The parts, as indices of the tracks.
  let parts: [[Int]]
  /// The number of the albums that can be copies of each other: they have the same release, or title and album artist.
  let family: Int
}

/// The division of tracks into albums.
///
/// The tracks of a directory belong together by the MusicBrainz id of their release; else by album and album artist; else by
/// directory. The directories of discs (`CD 1`, `CD 2`) count as the directory above them. ``AlbumJoining`` joins these parts to albums.
struct AlbumGrouping {
  /// The albums, in the order of their first tracks.
  let albums: [GroupedAlbum]

  /// Groups tracks.
  ///
  /// - Complexity: O(*n*).
  init(_ members: [AlbumMember]) {
    var keys = members.map { AlbumKey($0.traits, in: $0.directory) }
    Self.adopt(&keys, members)
    var parts: [AlbumPart] = []
    var places: [AlbumKey: Int] = [:]
    for (index, key) in keys.enumerated() {
      if let place = places[key] {
        parts[place].members.append(index)
      } else {
        places[key] = parts.count
        parts.append(AlbumPart(key: key, members: [index]))
      }
    }
    albums = AlbumJoining(parts, members).albums
  }

  /// Assigns tracks with missing tags: those without a release to the only release with their title in their directory, those
  /// without an album artist to the only album with their title there, and those without an album to the only album there.
  private static func adopt(_ keys: inout [AlbumKey], _ members: [AlbumMember]) {
    replace(&keys, members) { key, albums in
      guard case .tagged(let title, let artist, _) = key else { return nil }
      return albums.filter { album in
        guard case .release = album.key, album.title == title else { return false }
        return artist.isEmpty || album.artist.isEmpty || artist == album.artist
      }
    }
    replace(&keys, members) { key, albums in
      guard case .tagged(let title, "", _) = key else { return nil }
      return albums.filter { if case .tagged(title, let artist, _) = $0.key { !artist.isEmpty } else { false } }
    }
    // Tracks of one album with and without an album artist are one album from here on.
    replace(&keys, members) { key, albums in
      guard case .place = key else { return nil }
      return albums
    }
  }

  /// An album of a directory.
  private struct Album: Hashable {
    let key: AlbumKey
    let title: String
    let artist: String
  }

  /// Replaces each key that has one candidate among the albums of its directory.
  ///
  /// - Parameter candidates: Returns the albums that tracks with a key can join, of those in their directory.
  private static func replace(
    _ keys: inout [AlbumKey], _ members: [AlbumMember], by candidates: (AlbumKey, Set<Album>) -> Set<Album>?
  ) {
    var albums: [FilePath: Set<Album>] = [:]
    for (key, member) in zip(keys, members) where !member.isGone {
      if case .place = key { continue }
      albums[member.directory, default: []].insert(
        Album(
          key: key, title: member.traits.title?.lowercased() ?? "", artist: member.traits.artist?.lowercased() ?? ""))
    }
    var replacements: [AlbumKey: AlbumKey] = [:]
    for key in Set(keys) {
      guard let found = candidates(key, albums[key.directory] ?? []) else { continue }
      let keys = Set(found.map(\.key))
      if keys.count == 1 { replacements[key] = keys.first }
    }
    keys = keys.map { replacements[$0] ?? $0 }
  }
}
