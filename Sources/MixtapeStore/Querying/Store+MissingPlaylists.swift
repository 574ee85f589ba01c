internal import MixtapeLibrary
internal import MixtapeModel

extension Store {
  /// Warns of playlists that are gone now and that rules of others still name.
  ///
  /// The change is made by then, so that errors of the library index are ignored. Every later look at one of
  /// these playlists warns, too.
  func warnOfRules(naming gone: Set<Playlist.ID>) {
    guard !gone.isEmpty else { return }
    do {
      let found = try FoundFiles(.playlists, of: self)
      let askers = try LibraryIndexSource(self, [found]).read { (index) throws(LibraryError) in
        // One of them may stand in another place by now.
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
