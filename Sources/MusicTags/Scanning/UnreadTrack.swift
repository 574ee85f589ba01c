internal import MixtapeModel
internal import SystemPackage

/// A track of the library whose file was not read.
struct UnreadTrack {
  let episode: Episode.ID
  let member: AlbumMember

  /// Makes a track of a file.
  init(_ episode: Episode, at path: FilePath, _ traits: AlbumTraits, _ presence: AlbumMember.Presence) {
    self.episode = episode.id
    member = AlbumMember(
      presence, in: PathTraits(of: path.string).directory, traits,
      track: episode.integer(.trackNumber), disc: episode.integer(.discNumber), year: episode.integer(.year))
  }
}

extension AlbumMember {
  /// Makes a member of a file that was read.
  init(_ track: MusicTrack) {
    self.init(
      .listed, in: track.place.directory, AlbumTraits(track.tags), track: track.track,
      disc: track.disc, year: track.tags.year)
  }
}
