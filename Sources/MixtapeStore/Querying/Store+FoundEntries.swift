internal import MixtapeLibrary
internal import MixtapeModel

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
