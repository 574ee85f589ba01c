internal import MixtapeModel
internal import SystemPackage

/// The tags by which tracks belong to an album.
public struct AlbumTraits: Hashable, Sendable {
  /// The MusicBrainz id of the release.
  public let releaseID: String?
  /// The title of the album.
  public let title: String?
  /// The artist of the album.
  public let artist: String?

  /// Makes traits.
  public init(releaseID: String? = nil, title: String? = nil, artist: String? = nil) {
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
