/// A track of a scan or of the library, as far as it shows its album.
struct AlbumMember {
  /// A place in an album.
  struct Slot: Hashable {
    let disc: Int64
    /// The number on the disc, if it is known.
    let track: Int64?
  }

  /// The presence of the file.
  enum Presence {
    /// The scan lists the file.
    case listed
    /// The file is outside of the scanned directory.
    case elsewhere
    /// The file is gone.
    case gone
  }

  let presence: Presence
  /// The directory of the album.
  let directory: String
  let traits: AlbumTraits
  let slot: Slot
  let year: Int64?

  init(
    _ presence: Presence, in directory: String, _ traits: AlbumTraits, track: Int64?, disc: Int64?, year: Int64?
  ) {
    self.presence = presence
    self.directory = directory
    self.traits = traits
    self.year = year
    slot = Slot(disc: AlbumTitle.disc(disc, inAlbum: traits.title) ?? 1, track: track)
  }
}
