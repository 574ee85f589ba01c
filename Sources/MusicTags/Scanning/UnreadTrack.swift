internal import MixtapeModel
internal import SystemPackage

/// A track of the library whose file was not read.
struct UnreadTrack {
  let episode: Episode.ID
  let path: FilePath
  /// The digest of its content at the last scan that read it; empty if it is unknown.
  let digest: String
  let member: AlbumMember

  /// Makes a track of a file.
  init(_ episode: Episode, at path: FilePath, _ traits: AlbumTraits, digest: String, isGone: Bool) {
    self.episode = episode.id
    self.path = path
    self.digest = digest
    member = AlbumMember(
      in: PathTraits(of: path).directory, traits, track: episode.integer(.trackNumber),
      disc: episode.integer(.discNumber), year: episode.integer(.year), isGone: isGone)
  }
}

extension AlbumMember {
  /// Makes a member of a file that was read.
  init(_ track: MusicTrack) {
    self.init(
      in: track.place.directory, AlbumTraits(track.tags), track: track.track, disc: track.disc, year: track.tags.year)
  }
}
