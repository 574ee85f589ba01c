internal import FileSystem
internal import MixtapeLibrary
public import MixtapeModel
internal import PlaylistFiles

/// The podcasts, albums and episodes of the library.
extension Store {
  /// The podcasts and albums of the store.
  public var library: StoreLibrary { StoreLibrary(self) }

  /// Returns every podcast and album, in order of id. Files with errors are treated as by ``playlists(withTimes:)``.
  public func podcasts() throws(MixtapeError) -> [Podcast] {
    try readLibrary([.library]) { (index) throws(LibraryError) in try index.podcasts() }
  }

  /// Returns the library's data of episodes. Reads only the files of their podcasts.
  public func episodes(_ ids: [Episode.ID]) throws(MixtapeError) -> [Episode.ID: Episode] {
    let wanted = Set(ids)
    guard !wanted.isEmpty else { return [:] }
    let found = try FoundFiles(.podcasts(Set(wanted.map(\.podcast))), of: self)
    guard found.size <= Self.sizeReadAtOnce else {
      return try readLibrary(in: [found]) { (index) throws(LibraryError) in try index.episodes(wanted) }
    }
    var episodes: [Episode.ID: Episode] = [:]
    for podcast in try StoreReader(self).podcasts(found) {
      for episode in podcast.episodes where wanted.contains(episode.id) { episodes[episode.id] = episode }
    }
    return episodes
  }

  /// Returns the next episodes of the library after an id, in the order of the bytes of ids, to read all of them in parts.
  ///
  /// - Parameter id: The last episode of the part before; `nil` for the first part.
  public func episodes(after id: Episode.ID?, atMost limit: Int) throws(MixtapeError) -> [Episode] {
    try readLibrary([.library]) { (index) throws(LibraryError) in try index.episodes(after: id, atMost: limit) }
  }

  /// Returns the episodes of the library that have the sources of other episodes, whose ids have changed.
  ///
  /// - Parameter sources: The sources, by the old ids. A source that several episodes of the library have finds the one of the
  ///   same podcast, if there is only one.
  /// - Complexity: O(the number of episodes in the library), also if there are many sources.
  public func episodes(
    movedFrom sources: [Episode.ID: EpisodeSource]
  ) throws(MixtapeError) -> [Episode.ID: Episode] {
    guard !sources.isEmpty else { return [:] }
    let found = try readLibrary([.library]) { (index) throws(LibraryError) in
      try index.episodes(with: Set(sources.values))
    }
    var moved: [Episode.ID: Episode] = [:]
    for (id, source) in sources {
      let candidates = found[source] ?? []
      let near = candidates.count == 1 ? candidates : candidates.filter { $0.id.podcast == id.podcast }
      if near.count == 1 { moved[id] = near[0] }
    }
    return moved
  }

  /// Returns the kinds of podcasts and albums that the library has.
  public func kinds(of podcasts: Set<Podcast.ID>) throws(MixtapeError) -> [Podcast.ID: Podcast.Kind] {
    Dictionary(try heads(of: podcasts).map { ($0.id, $0.kind) }) { first, _ in first }
  }

  /// Returns the podcasts and albums that the library has, without their episodes.
  public func heads(of podcasts: Set<Podcast.ID>) throws(MixtapeError) -> [Podcast] {
    try readLibrary([.podcasts(podcasts)]) { (index) throws(LibraryError) in try index.heads(of: podcasts) }
  }

  /// Returns the podcasts and albums without their episodes, by id.
  public func podcastHeads() throws(MixtapeError) -> [Podcast.ID: Podcast] {
    Dictionary(try library.summaries().map { ($0.id, $0.head) }, uniquingKeysWith: { first, _ in first })
  }

  /// Returns whether an address of an episode must not be used: it leads to a private network, but the feed of the podcast is public.
  ///
  /// Reads the library only for an address in a private network. If that fails, refuses the address.
  public func refusesAddress(_ address: String, of podcast: Podcast.ID) -> Bool {
    guard PrivateNetwork.isReached(by: address) else { return false }
    do throws(MixtapeError) {
      return PrivateNetwork.refuses(address, namedBy: try heads(of: [podcast]).first?.feed)
    } catch {
      return true
    }
  }

  /// The maximum size of files in bytes for which reading them is faster than opening the library index.
  private static let sizeReadAtOnce = 64 * 1024

  /// Returns episodes of the library that may be meant by unknown ids.
  public func episodeIDs(near ids: [Episode.ID]) throws(MixtapeError) -> [Episode.ID] {
    try idsOfLibrary { (index) throws(LibraryError) in try index.episodeIDs(near: ids) }
  }

  /// Returns the ids of the episodes of podcasts, in the order of their files.
  public func episodeIDs(of podcasts: [Podcast.ID]) throws(MixtapeError) -> [Podcast.ID: [Episode.ID]] {
    try readLibrary([.podcasts(podcasts)]) { (index) throws(LibraryError) in try index.episodeIDs(of: podcasts) }
  }

  /// Returns the ids of the library's episodes that begin with a text, in order.
  public func episodeIDs(startingWith prefix: String = "") throws(MixtapeError) -> [Episode.ID] {
    try idsOfLibrary { (index) throws(LibraryError) in try index.episodeIDs(startingWith: prefix) }
  }

  /// Returns ids of episodes, from the index of the whole library.
  private func idsOfLibrary(
    _ body: (LibraryIndex) throws(LibraryError) -> [Episode.ID]
  ) throws(MixtapeError) -> [Episode.ID] {
    let found = try FoundFiles(.library, of: self)
    // Many stores have no library. The index is not opened for them.
    guard !found.files.isEmpty || !found.reports.isEmpty else { return [] }
    return try readLibrary(in: [found], body)
  }

  /// Returns digests of the files of podcasts and albums. Two contents with the same digest are taken to be equal.
  ///
  /// A file that is missing, is not a plain file, cannot be read or is larger than the store's limit has no digest.
  ///
  /// - Complexity: O(*n*) in the size of the files.
  public func contentDigests(of ids: [Podcast.ID]) throws(MixtapeError) -> [Podcast.ID: String] {
    let scan = try SectionScan(.library, of: self, lookingFor: Set(ids.map(\.rawValue)))
    var digests: [Podcast.ID: String] = [:]
    for id in ids {
      guard let file = scan.files[id.rawValue], case .bytes(let bytes) = try load(file.path) else { continue }
      digests[id] = ContentDigest.text(of: bytes)
    }
    return digests
  }

  /// Returns the offsets of the episodes in a source that fit a rule of ``Podcast/skip``.
  ///
  /// - Parameters:
  ///   - source: The podcast as its source has it.
  ///   - podcast: The podcast of the library, whose episodes are not used.
  /// - Throws: ``MixtapeError/Code/library`` if a rule cannot be evaluated.
  public func offsets(skippedIn source: Podcast, by podcast: Podcast) throws(MixtapeError) -> Set<Int> {
    do throws(LibraryError) {
      return try LibraryIndex.offsets(skippedIn: source, by: podcast, now: context.now())
    } catch {
      throw MixtapeError(.library, .podcast(podcast.id), cause: error)
    }
  }
}

/// The library of a store: its podcasts and albums.
///
/// It is separate from the store, which manages playlists: `store.all()` returns playlists, `store.library.all()` podcasts.
public struct StoreLibrary: Sendable {
  let store: Store

  init(_ store: Store) { self.store = store }

  /// Returns every podcast and album, in order of id. Files with errors are treated as by
  /// ``Store/playlists(withTimes:)``.
  public func all() throws(MixtapeError) -> [Podcast] { try store.podcasts() }

  /// Returns a summary of every podcast and album, in order of id. Files with errors are treated as by ``all()``.
  public func summaries() throws(MixtapeError) -> [PodcastSummary] {
    try store.readLibrary([.library]) { (index) throws(LibraryError) in try index.podcastSummaries() }
  }

  /// Returns the podcast with an id, or `nil` if it does not exist.
  ///
  /// - Throws: ``MixtapeError/Code/invalidFile`` if its file has errors and no version in HEAD can be used instead.
  public func find(_ id: Podcast.ID) throws(MixtapeError) -> Podcast? {
    try StoreReader(store).podcastFile(id)?.podcast
  }

  /// Returns the podcast with an id.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with the existing ids as candidates; the errors of ``find(_:)``.
  public func existing(_ id: Podcast.ID) throws(MixtapeError) -> Podcast {
    guard let podcast = try find(id) else { throw try store.notFound(.podcast(id)) }
    return podcast
  }

  /// Returns the ids of all podcasts, in order. Reads only the names of the files.
  public func ids() throws(MixtapeError) -> [Podcast.ID] {
    try SectionScan(.library, of: store).files.keys.compactMap(Podcast.ID.init(rawValue:)).sorted()
  }

  /// Returns the folders of the library, in order, including empty ones. Reads directories and no files.
  public func folders() throws(MixtapeError) -> [Folder] { try store.folders(of: .library) }
}
