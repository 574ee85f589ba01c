internal import MixtapeLibrary
internal import MixtapeModel

extension Store {
  /// Warns of deleted playlists that rules of other playlists still name.
  ///
  /// The change is complete, so errors of the library index are ignored. Later reads of these playlists warn, too.
  func warnOfRules(naming gone: Set<Playlist.ID>) {
    guard !gone.isEmpty else { return }
    do {
      let found = try FoundFiles(.playlists, of: self)
      let askers = try LibraryIndexSource(self, [found]).read { (index) throws(LibraryError) in
        // A playlist may exist again at another path.
        var missing: Set<Playlist.ID> = []
        for id in gone {
          if try index.playlist(id) == nil { missing.insert(id) }
        }
        return try index.playlists(askingFor: missing)
      }.value
      for id in gone.sorted() {
        let names = askers.filter { $0.asked.contains(id) }.map(\.id)
        if !names.isEmpty { context.notify(.missingPlaylist(id, askedBy: names)) }
      }
    } catch {
      return
    }
  }
}
