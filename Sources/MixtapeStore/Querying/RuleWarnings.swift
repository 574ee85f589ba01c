internal import MixtapeLibrary
internal import MixtapeModel

/// The warnings about rules of playlists: names that do not exist, and limits without an order. They go to the context's `notify`.
struct RuleWarnings {
  private let store: Store

  init(_ store: Store) { self.store = store }

  /// Warns of playlists that rules name and that do not exist.
  func notify(of missing: [(id: Playlist.ID, askedBy: [Playlist.ID])]) {
    for (id, askers) in missing { store.context.notify(.unknownPlaylist(id, askedBy: askers)) }
  }

  /// Warns of deleted playlists that rules of other playlists still name.
  ///
  /// The change is complete, so errors of the library index are ignored. Later reads of these playlists warn, too.
  ///
  /// - Parameters:
  ///   - gone: The ids that playlists do not have any more.
  ///   - renamed: The present ids of those among them whose files were renamed.
  func notifyOfRules(naming gone: Set<Playlist.ID>, renamed: [Playlist.ID: Playlist.ID] = [:]) {
    guard !gone.isEmpty else { return }
    do {
      let askers = try LibraryIndexSource(store, [.playlists]).read { (index) throws(LibraryError) in
        // A playlist may exist again at another path.
        var missing: Set<Playlist.ID> = []
        for id in gone {
          if try index.playlist(id) == nil { missing.insert(id) }
        }
        return try index.playlists(naming: missing)
      }.value
      for id in gone.sorted() {
        let names = askers.filter { $0.named.contains(id) }.map(\.id)
        if !names.isEmpty { store.context.notify(.missingPlaylist(id, askedBy: names, renamedTo: renamed[id])) }
      }
    } catch {
      return
    }
  }

  /// Warns of ids, folders and tags that a change of the library has taken from all podcasts and that rules still name.
  ///
  /// The change is complete, so errors of the library index are ignored. Later reads of these playlists warn, too.
  func notifyOfRules(afterChanging podcasts: [PodcastChange]) {
    let taken = PodcastNames.taken(by: podcasts)
    guard !taken.isEmpty else { return }
    do {
      let named = try LibraryIndexSource(store, [.playlists], afterChange: true).read { (index) throws(LibraryError) in
        try index.playlists(naming: taken)
      }.value
      var references = LibraryReferences(store)
      for (field, text, askers) in named where try !references.names(in: field).contains(text) {
        store.context.notify(.missingName(field, text, askedBy: askers))
      }
    } catch {
      return
    }
  }

  /// Notes the playlists whose missing entries are episodes of podcasts that a change has created.
  ///
  /// A podcast that is added again brings its entries back. But another podcast or album with the id of a removed one brings other
  /// episodes into these playlists. The change is complete, so errors of the library index are ignored.
  ///
  /// - Parameter renamed: The episodes that have followed others in playlists, and were not missing.
  func notifyOfFoundEntries(after changes: [PodcastChange], renamed: some Collection<Episode.ID>) {
    let created = changes.filter { $0.before == nil }.compactMap(\.after)
    guard !created.isEmpty else { return }
    do {
      let entries = try LibraryIndexSource(store, [.playlists], afterChange: true).read {
        (index) throws(LibraryError) in
        try created.map { (podcast) throws(LibraryError) in try index.entries(of: podcast.id) }
      }.value
      for (podcast, entries) in zip(created, entries) where !entries.isEmpty {
        let known = Set(podcast.episodes.map(\.id)).subtracting(renamed)
        let present = entries.filter { known.contains($0.episode) }
        guard !present.isEmpty else { continue }
        let counts = Dictionary(present.map { ($0.playlist, 1) }, uniquingKeysWith: +)
        store.context.notify(
          .foundEntries(of: podcast.id, counts.sorted { $0.key < $1.key }.map { ($0.key, $0.value) }))
      }
    } catch {
      return
    }
  }

  /// Returns the playlists with a limit and no order that no earlier call has returned. See ``Store/newUnsortedLimits()``.
  func newUnsortedLimits() throws(MixtapeError) -> [Playlist.ID] {
    let unsorted = try store.playlists().filter { playlist in
      let criteria = playlist.criteria
      return criteria.isActive && (criteria.limit != nil || criteria.groupLimit != nil)
        && criteria.sort == SmartCriteria.defaultSort
    }.map(\.id)
    guard !unsorted.isEmpty, let path = try PrivateState(locatedIn: store.directory)?.namedLimits else {
      return unsorted
    }
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
