internal import MixtapeModel

/// The title, the artist and the genre of an album, as its tracks have them.
struct AlbumHead: Hashable {
  /// The author of an album whose tracks have different artists.
  static let variousArtists = "Various Artists"

  let title: String?
  let author: String?
  let genre: String?

  /// Makes the head of an album of its tracks, in order.
  init(of tracks: [MusicTrack]) {
    title = Self.mostCommon(tracks.map(\.tags.album))?.value ?? tracks.first.flatMap { $0.place.album }
    // Tracks without a genre or an artist inherit that of the album, so those of a few tracks do not count.
    genre = Self.majority(tracks.map(\.tags.genre))
    let artists = tracks.map { $0.artist.map(ArtistNames.withoutGuests) }
    let isCompilation = tracks.contains(where: \.tags.isCompilation)
    if let artist = Self.mostCommon(tracks.map(\.tags.albumArtist))?.value {
      author = artist
    } else if !isCompilation, let artist = Self.majority(artists) ?? Self.majority(artists.map(Self.first)) {
      // A guest on some tracks makes no compilation, also if the tags list the guest as an artist.
      author = artist
    } else {
      let areSeveral = Set(artists.compactMap { $0?.lowercased() }).count > 1
      author = isCompilation || areSeveral ? Self.variousArtists : nil
    }
  }

  private static func first(_ artist: String?) -> String? { artist.flatMap { ListedText.values(in: $0).first } }

  /// Returns the value of more than half of the tracks; `nil` if there is none.
  private static func majority(_ values: [String?]) -> String? {
    mostCommon(values).flatMap { $0.count * 2 > values.count ? $0.value : nil }
  }

  /// Returns the most common value and how often it occurs; of several, the first.
  static func mostCommon(_ values: [String?]) -> (value: String, count: Int)? {
    var counts: [String: Int] = [:]
    for value in values.compactMap(\.self) { counts[value, default: 0] += 1 }
    guard let greatest = counts.values.max(),
      let value = values.compactMap(\.self).first(where: { counts[$0] == greatest })
    else { return nil }
    return (value, greatest)
  }
}
