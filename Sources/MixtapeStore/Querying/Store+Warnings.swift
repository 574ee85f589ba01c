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

extension Store {
  /// Notes the playlists whose missing entries are episodes of podcasts that a change has created.
  ///
  /// A podcast that is added again brings its entries back. But another podcast or album with the id of a removed one brings other
  /// episodes into these playlists. The change is complete, so errors of the library index are ignored.
  ///
  /// - Parameter renamed: The episodes that have followed others in playlists, and were not missing.
  func noteFoundEntries(after changes: [PodcastChange], renamed: some Collection<Episode.ID>) {
    let created = changes.filter { $0.before == nil }.compactMap(\.after)
    guard !created.isEmpty else { return }
    do {
      let found = try FoundFiles(.playlists, of: self)
      let entries = try LibraryIndexSource(afterChangeOf: self, [found]).read { (index) throws(LibraryError) in
        try created.map { (podcast) throws(LibraryError) in try index.entries(of: podcast.id) }
      }.value
      for (podcast, entries) in zip(created, entries) where !entries.isEmpty {
        let known = Set(podcast.episodes.map(\.id)).subtracting(renamed)
        let present = entries.filter { known.contains($0.episode) }
        guard !present.isEmpty else { continue }
        let counts = Dictionary(present.map { ($0.playlist, 1) }, uniquingKeysWith: +)
        context.notify(.foundEntries(of: podcast.id, counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
      }
    } catch {
      return
    }
  }
}

extension Store {
  /// Returns the playlists that limit what their rules find without an order of their own, and that no earlier call has returned.
  ///
  /// The limit then takes the first episodes in the order of the library, which the file does not say.
  public func newUnsortedLimits() throws(MixtapeError) -> [Playlist.ID] {
    let unsorted = try playlists().filter { playlist in
      let criteria = playlist.criteria
      return criteria.isActive && (criteria.limit != nil || criteria.groupLimit != nil)
        && criteria.sort == SmartCriteria.defaultSort
    }.map(\.id)
    guard !unsorted.isEmpty, let path = try PrivateState(locatedIn: directory)?.namedLimits else { return unsorted }
    let known = Set(String(decoding: try Disk.readPrivateFile(path) ?? [], as: UTF8.self).split(separator: "\n"))
    let new = unsorted.filter { !known.contains(Substring($0.rawValue)) }
    guard !new.isEmpty else { return [] }
    let all = known.map(String.init) + new.map(\.rawValue)
    do throws(MixtapeError) {
      try Disk.write(Array(all.sorted().joined(separator: "\n").utf8), to: path)
    } catch {
      // They are named again in a store that cannot be written.
    }
    return new
  }
}
