internal import MixtapeModel

/// Unused ids for imported playlists.
struct PlaylistIDs: Sendable {
  private var taken: Set<Playlist.ID>

  init(taken: Set<Playlist.ID>) { self.taken = taken }

  /// Returns the wanted id, or an id from the name. Appends a number if it is taken.
  mutating func id(wanted: Playlist.ID?, name: String) -> Playlist.ID? {
    let base = wanted ?? Playlist.ID(suggestedBy: name) ?? Playlist.ID(rawValue: "imported")
    var (candidate, number) = (base, 1)
    while let id = candidate, !taken.insert(id).inserted {
      number += 1
      var stem = base?.rawValue ?? ""
      let suffix = "-\(number)"
      while stem.utf8.count + suffix.utf8.count > NameRules.maximumLength { stem.removeLast() }
      candidate = Playlist.ID(rawValue: stem + suffix)
    }
    return candidate
  }
}
