/// The title, the artist and the genre of an album, as its tracks have them.
struct AlbumHead: Hashable {
  /// The author of an album whose tracks have different artists.
  static let variousArtists = "Various Artists"

  let title: String?
  let author: String?
  let genre: String?

  /// Makes the head of an album of its tracks, in order.
  init(of tracks: [MusicTrack]) {
    title =
      Self.mostCommon(tracks.map(\.tags.album))?.value ?? tracks.first.flatMap { $0.place.album }
    genre = Self.mostCommon(tracks.map(\.tags.genre))?.value
    if let artist = Self.mostCommon(tracks.map(\.tags.albumArtist))?.value {
      author = artist
    } else if let artist = Self.mostCommon(tracks.map(\.tags.artist)) {
      // A guest on some tracks makes no compilation.
      let isOwn = artist.count * 2 > tracks.count && !tracks.contains(where: \.tags.isCompilation)
      author = isOwn ? artist.value : Self.variousArtists
    } else {
      author = tracks.contains(where: \.tags.isCompilation) ? Self.variousArtists : nil
    }
  }

  /// Returns the most common value and how often it occurs; of several, the first.
  private static func mostCommon(_ values: [String?]) -> (value: String, count: Int)? {
    var counts: [String: Int] = [:]
    for value in values.compactMap(\.self) { counts[value, default: 0] += 1 }
    guard let greatest = counts.values.max(),
      let value = values.compactMap(\.self).first(where: { counts[$0] == greatest })
    else { return nil }
    return (value, greatest)
  }
}
