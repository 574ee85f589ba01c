import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import SystemPackage

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

extension Store {
  func existing(_ id: Playlist.ID, withTimes: Bool = false) throws(MixtapeError) -> Playlist {
    if let playlist = try playlist(id, withTimes: withTimes) { return playlist }
    throw try notFound(id)
  }

  func existingPath(of item: StoreItem) throws(MixtapeError) -> FilePath {
    if let path = try path(of: item) { return path }
    throw try notFound(item)
  }

  func kindWithArticle(of podcast: Podcast.ID) throws(MixtapeError) -> String {
    switch try library.find(podcast)?.kind {
    case .album: "an album"
    case .podcast, nil: "a podcast"
    }
  }

  /// Returns the error for an episode that is missing from the library, with similar ids as candidates.
  func notFound(_ id: Episode.ID) throws(MixtapeError) -> MixtapeError {
    MixtapeError(.notFound, .episode(id), candidates: try episodeIDs(near: [id]).map(\.rawValue))
  }

  /// Returns episodes of the library.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` for the first one that the library does not have.
  @discardableResult
  func requireKnown(_ ids: [Episode.ID]) throws(MixtapeError) -> [Episode.ID: Episode] {
    let known = try episodes(ids)
    if let unknown = ids.first(where: { known[$0] == nil }) { throw try notFound(unknown) }
    return known
  }

  /// Returns the episodes that a query finds, in order.
  func episodeIDs(matching query: EpisodeQuery) throws(MixtapeError) -> [Episode.ID] {
    var found: [Episode.ID] = []
    try forEachEpisodeID(matching: query) {
      found.append($0)
      return true
    }
    return found
  }

  /// Returns the episodes that a search finds, up to a limit, for a list from which the user chooses one: those whose titles have all
  /// words of the search come first.
  func episodes(choosableBy search: String, atMost limit: Int, now: Date) throws(MixtapeError) -> [Episode] {
    let titled = try EpisodeQuery.titleSearch(for: search).map { (titles) throws(MixtapeError) in
      try episodes(matching: EpisodeQuery(search: titles, now: now), atMost: limit)
    }
    let found = try episodes(matching: EpisodeQuery(search: search, now: now), atMost: limit)
    guard let titled, !titled.isEmpty else { return found }
    let first = Set(titled.map(\.id))
    return Array((titled + found.filter { !first.contains($0.id) }).prefix(limit))
  }

  /// Looks up a playlist or a podcast at a revision. If it did not exist then, but does or did at another time, the error says
  /// so.
  func explainingAbsence<Result>(
    _ item: StoreItem, at revision: Revision?, _ look: (Revision?) throws(MixtapeError) -> Result
  ) throws -> Result {
    do throws(MixtapeError) {
      return try look(revision)
    } catch {
      guard let revision, error.code == .notFound, try isKnown(item) else { throw error }
      throw ErrorPresenter.absent(item, at: revision)
    }
  }
}

extension MixtapeError {
  /// Returns the error, with a cause if the missing id of a playlist or a podcast is the name of another one, the id of the other
  /// kind, or the id of a renamed or a deleted one.
  func withLikelyItem(in store: Store) -> MixtapeError {
    guard code == .notFound, cause == nil else { return self }
    do throws(MixtapeError) {
      if let item = itemOfOtherKind, try store.path(of: item) != nil { return with(LikelyItem.ofOtherKind(item)) }
      let playlists = { () throws(MixtapeError) in try store.summaries().map { ($0.name, $0.id.rawValue) } }
      let podcasts = { () throws(MixtapeError) in
        try store.library.summaries().map { ($0.head.title, $0.id.rawValue) }
      }
      switch subject {
      case .playlist(let id):
        return try withLikelyItem(for: .playlist(id), among: try playlists(), in: store)
      case .podcast(let id):
        return try withLikelyItem(for: .podcast(id), among: try podcasts(), in: store)
      case .item(let id): return named(id, among: try playlists() + podcasts()) ?? self
      default: return self
      }
    } catch {
      // The missing id is the error to report.
      return self
    }
  }

  /// The podcast with the id of the missing playlist, or the playlist with the id of the missing podcast.
  private var itemOfOtherKind: StoreItem? {
    switch subject {
    case .playlist(let id): Podcast.ID(rawValue: id.rawValue).map(StoreItem.podcast)
    case .podcast(let id): Playlist.ID(rawValue: id.rawValue).map(StoreItem.playlist)
    default: nil
    }
  }

  /// Returns the error with the item that has the missing id as its name; `nil` without such an item.
  private func named(_ id: String, among items: [(name: String, id: String)]) -> MixtapeError? {
    let folded = TextFolding.fold(id)
    guard let item = items.first(where: { TextFolding.fold($0.name) == folded }) else { return nil }
    return with(LikelyItem.named(item.name, id: item.id))
  }

  private func withLikelyItem(
    for missing: StoreItem, among items: [(name: String, id: String)], in store: Store
  ) throws(MixtapeError) -> MixtapeError {
    let fate = try store.fate(ofMissing: missing)
    let named = named(missing.id, among: items)
    return switch fate {
    case .renamed(let present)?: with(RenamedItem(item: missing, present: present))
    case .misnamed(let file)?: with(LikelyItem.misnamed(file))
    case .deleted?: named ?? with(LikelyItem.deleted(missing))
    case nil: named ?? self
    }
  }

  private func with(_ cause: any Error) -> MixtapeError {
    MixtapeError(code, subject, candidates: candidates, cause: cause)
  }
}

extension Folder {
  /// Returns whether the list of a folder includes this folder. Without a chosen folder, a list includes everything.
  func isListed(in chosen: Folder?, recursively: Bool) -> Bool {
    guard let chosen else { return true }
    return recursively ? isWithin(chosen) : self == chosen
  }
}

extension Store {
  /// Checks that a folder exists. The top folder always exists.
  ///
  /// - Throws: ``MixtapeError/Code/notFound`` with the existing folders as candidates.
  func requireFolder(_ folder: Folder, of tree: FolderTree) throws(MixtapeError) {
    let folders = try folders(of: tree)
    guard folder != .top, !folders.contains(folder) else { return }
    throw MixtapeError(.notFound, .folder(folder), candidates: folders.map(\.path))
  }

  /// Returns the playlists with some hand-picked episodes, and the number of these entries, sorted by id.
  ///
  /// Reads every playlist: ``Store/summaries(containing:)`` is faster for a few episodes, but counts an episode that a playlist
  /// has twice once.
  func playlists(
    whereEpisode isWanted: (Episode.ID) -> Bool
  ) throws(MixtapeError) -> [(id: Playlist.ID, count: Int)] {
    try playlists().compactMap { playlist in
      let count = playlist.episodes.count(where: isWanted)
      return count > 0 ? (playlist.id, count) : nil
    }
  }
}

extension Store {
  /// Makes sure that rules can be run in a playlist.
  ///
  /// - Parameter id: The playlist that gets the rules.
  /// - Returns: A remark for each playlist that the rules name and that does not exist.
  /// - Throws: ``MixtapeError/Code/library`` if a regular expression is invalid, or if a rule leads back to the playlist.
  func check(_ rules: [Rule], of id: Playlist.ID) throws(MixtapeError) -> [EvaluationRemark] {
    do throws(LibraryError) {
      for rule in rules { try rule.requirePatterns() }
    } catch {
      throw MixtapeError(.library, cause: error)
    }
    let asked = Rule.and(rules).playlists
    guard !asked.isEmpty else { return [] }
    if let cycle = try cycle(from: id, through: asked) {
      throw MixtapeError(.library, cause: LibraryError(.cycle, .playlists(cycle)))
    }
    let known = try playlistIDs()
    return asked.subtracting(known).sorted().map { missing in
      let nearest = NearestNames.of(missing.rawValue, among: known.map(\.rawValue), limit: 1)
      return .missingPlaylist(missing, askedBy: id, nearest: nearest.compactMap(Playlist.ID.init(rawValue:)))
    }
  }
}
