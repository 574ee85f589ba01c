internal import MixtapeLibrary
public import MixtapeModel

extension Store {
  /// Warns of playlists that rules of one playlist name and that do not exist.
  public func warnOfMissingPlaylists(askedBy asker: Playlist.ID) throws(MixtapeError) {
    let missing = try readLibrary([.playlists]) { (index) throws(LibraryError) in try index.missingPlaylists() }
    warn(of: missing.filter { $0.askedBy.contains(asker) }.map { ($0.id, [asker]) })
  }

  /// Warns of playlists that rules name and that do not exist. If a sparse checkout is the reason, the warning says so.
  func warn(of missing: [(id: Playlist.ID, askedBy: [Playlist.ID])]) {
    for (id, askers) in missing {
      let notice = notice(of: .missingPlaylist(id, askedBy: askers.first, nearest: []))
      if case .rules = notice { context.notify(.unknownPlaylist(id, askedBy: askers)) } else { context.notify(notice) }
    }
  }

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
        return try index.playlists(naming: missing)
      }.value
      for id in gone.sorted() {
        let names = askers.filter { $0.named.contains(id) }.map(\.id)
        if !names.isEmpty { context.notify(.missingPlaylist(id, askedBy: names)) }
      }
    } catch {
      return
    }
  }

  /// Warns of ids, folders and tags that a change of the library has taken from all podcasts and that rules still name.
  ///
  /// The change is complete, so errors of the library index are ignored. Later reads of these playlists warn, too.
  func warnOfRules(afterChanging podcasts: [PodcastChange]) {
    let taken = PodcastNames.taken(by: podcasts)
    guard !taken.isEmpty else { return }
    do {
      let found = try FoundFiles(.playlists, of: self)
      let named = try LibraryIndexSource(afterChangeOf: self, [found]).read { (index) throws(LibraryError) in
        try index.playlists(naming: taken)
      }.value
      var references = LibraryReferences(self)
      for (field, text, askers) in named where try !references.names(in: field).contains(text) {
        context.notify(.missingName(field, text, askedBy: askers))
      }
    } catch {
      return
    }
  }
}
