internal import MixtapeModel
internal import SystemPackage

/// The tags by which tracks belong to an album.
package struct AlbumTraits: Hashable, Sendable {
  /// The MusicBrainz id of the release.
  package let releaseID: String?
  /// The title of the album.
  package let title: String?
  /// The artist of the album.
  package let artist: String?

  /// Makes traits.
  package init(releaseID: String? = nil, title: String? = nil, artist: String? = nil) {
    self.releaseID = releaseID
    self.title = title
    self.artist = artist
  }

  /// Makes the traits of tags. A part of a compilation without an album artist is by various artists.
  init(_ tags: TrackTags) {
    self.init(
      releaseID: tags.releaseID, title: tags.album,
      artist: tags.albumArtist ?? (tags.isCompilation ? AlbumHead.variousArtists : nil))
  }

  /// The title without its disc, in lower case.
  var name: String? { title.map { DiscName.withoutDisc($0).lowercased() } }
}

/// The identity of an album among the tracks of a directory.
enum AlbumKey: Hashable {
  /// The MusicBrainz id of the release, in a directory.
  case release(String, directory: FilePath)
  /// The title and the artist, in lower case, in a directory.
  case tagged(title: String, artist: String, directory: FilePath)
  /// The directory of tracks without an album.
  case place(FilePath)

  init(_ traits: AlbumTraits, in directory: FilePath) {
    if let release = traits.releaseID {
      self = .release(release, directory: directory)
    } else if let title = traits.title {
      self = .tagged(title: title.lowercased(), artist: traits.artist?.lowercased() ?? "", directory: directory)
    } else {
      self = .place(directory)
    }
  }

  /// The directory.
  var directory: FilePath {
    switch self {
    case .release(_, let directory), .tagged(_, _, let directory), .place(let directory): directory
    }
  }
}

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

  /// Returns the value of more than half of the tracks; `nil` without such a majority.
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

/// The titles of albums of several discs: `Box (Disc 2)` is disc 2 of `Box`.
enum AlbumTitle {
  /// Returns the titles of an album, if some differ by their discs only; none otherwise.
  static func ofDiscs(_ titles: Set<String>) -> Set<String> {
    let albums = Set(titles.map { DiscName.withoutDisc($0).lowercased() })
    return albums.count < Set(titles.map { $0.lowercased() }).count ? titles : []
  }

  /// Returns the number of a disc. Programs that make an album of each disc often number each one as 1, so another number in the
  /// title of the album counts more than 1.
  static func disc(_ tag: Int64?, inAlbum title: String?) -> Int64? {
    tag ?? 1 > 1 ? tag : title.flatMap { DiscName.albumAndDisc(in: $0)?.disc } ?? tag
  }
}

/// Proposals for the ids of new albums: the title, and the artist if the title is taken.
struct AlbumNaming {
  private var taken: Set<Podcast.ID>

  /// Makes a naming that avoids taken ids.
  init(taken: Set<Podcast.ID>) { self.taken = taken }

  /// Returns a proposal. If albums of one artist have equal titles, it is not unique, and the store adds a number.
  mutating func id(for head: AlbumHead) -> Podcast.ID {
    let names = [head.title, head.author].compactMap(\.self)
    var id = Podcast.ID.suggested(by: names)
    if taken.contains(id), names.count == 2 { id = Podcast.ID.suggested(by: [names.joined(separator: " ")]) }
    taken.insert(id)
    return id
  }
}
