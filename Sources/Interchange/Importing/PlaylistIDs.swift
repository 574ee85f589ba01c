internal import MixtapeModel

/// Unused ids for imported playlists.
struct PlaylistIDs: Sendable {
  private var names: UniqueNames

  init(taken: Set<Playlist.ID>) { names = UniqueNames(taken: Set(taken.map(\.rawValue))) }

  /// Returns the wanted id, or an id from the name. Appends a number if it is taken.
  mutating func id(wanted: Playlist.ID?, name: String) -> Playlist.ID? {
    Playlist.ID(rawValue: names.add((wanted ?? Playlist.ID(suggestedBy: name))?.rawValue ?? "imported"))
  }
}
