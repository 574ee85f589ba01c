internal import SystemPackage

/// A track of a scan or of the library, as far as it shows its album.
struct AlbumMember {
  /// A place in an album.
  struct Slot: Hashable {
    let disc: Int64
    /// The number on the disc, if it is known.
    let track: Int64?

    /// Returns whether a track can have one of some places. A track without a number can have any on its disc.
    func isTaken(in others: Set<Slot>) -> Bool {
      if track == nil { return others.contains { $0.disc == disc } }
      return others.contains(self) || others.contains(Slot(disc: disc, track: nil))
    }
  }

  /// Whether the file is gone.
  let isGone: Bool
  /// The directory of the album.
  var directory: FilePath
  let traits: AlbumTraits
  let slot: Slot
  let year: Int64?

  init(
    in directory: FilePath, _ traits: AlbumTraits, track: Int64?, disc: Int64?, year: Int64?, isGone: Bool = false
  ) {
    self.isGone = isGone
    self.directory = directory
    self.traits = traits
    self.year = year
    slot = Slot(disc: AlbumTitle.disc(disc, inAlbum: traits.title) ?? 1, track: track)
  }
}
