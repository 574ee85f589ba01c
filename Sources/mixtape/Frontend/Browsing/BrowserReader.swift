import Dispatch
import EpisodeDownloads
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import StoreBrowser
import Synchronization
import TerminalUI

/// Answers queries of the browser on a separate thread. A new query replaces a waiting one of its kind.
final class BrowserReader: Sendable {
  let store: Store
  let context: CommandContext
  private let faults: FileFaultLog
  private let downloads: DownloadDirectory?
  private let answers: @Sendable (BrowserAnswer) -> Void
  private let waiting = Mutex<[BrowserQuery]>([])
  private let queue = DispatchQueue(label: "mixtape.browser.reader")

  /// The number of texts that come with the contents of a list.
  private static let firstTexts = 200
  /// The maximum number of episodes in the result of a search.
  private static let longestResult = 1_000

  /// Makes a reader without queries.
  ///
  /// - Parameters:
  ///   - faults: Receives the files with errors that the store reads.
  ///   - answers: Receives the answers, on another thread.
  init(
    _ store: Store, _ context: CommandContext, _ faults: FileFaultLog = FileFaultLog(),
    answers: @escaping @Sendable (BrowserAnswer) -> Void
  ) {
    self.store = store
    self.context = context
    self.faults = faults
    downloads = DownloadDirectory(of: store, in: context)
    self.answers = answers
  }

  /// Asks a query.
  func ask(_ query: BrowserQuery) {
    waiting.withLock { waiting in
      waiting.removeAll { $0.kind == query.kind }
      waiting.append(query)
    }
    queue.async { self.answerNext() }
  }

  private func answerNext() {
    guard let query = waiting.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return }
    answers(reply(to: query))
  }

  /// Returns the answer to a query, or the error.
  func reply(to query: BrowserQuery) -> BrowserAnswer {
    do throws(MixtapeError) {
      return try read(query)
    } catch {
      return .failure(query, reason: ErrorPresenter.problem(for: store.explaining(error) as any Error).message)
    }
  }

  private func read(_ query: BrowserQuery) throws(MixtapeError) -> BrowserAnswer {
    switch query {
    case .lastPlaylists:
      if let last = store.lastSummaries() { return .lastPlaylists(SidebarContents(last, in: [], folded: false)) }
      let (names, folders) = try store.playlistNames()
      return .lastPlaylists(SidebarContents(named: names, in: folders))
    case .playlists:
      // Each list names all files with errors again.
      _ = faults.take()
      let (all, folders) = (try store.summaries(), try store.folders())
      return .playlists(SidebarContents(all, in: folders, faults: faults.take()))
    case .podcasts:
      _ = faults.take()
      let podcasts = try store.library.summaries()
      let faults = faults.take()
      return .podcasts(
        byFolder: SidebarContents(podcasts, byTag: false, faults: faults),
        byTag: SidebarContents(podcasts, byTag: true, faults: faults))
    case .contents(let source): return .contents(source, try contents(of: source))
    case .texts(let ids): return .texts(ids, texts(of: try store.episodes(ids).values))
    case .filter(let text, let source):
      var found: Set<Episode.ID> = []
      try store.forEachEpisodeID(matching: EpisodeQuery(search: text, now: context.now())) {
        found.insert($0)
        return true
      }
      return .filter(text, source, found)
    case .search(let text): return .search(text, try find(text, Picker.longestResult))
    case .playable(let text):
      let query = EpisodeQuery(search: text, now: context.now())
      return .playable(text, try store.episodes(matching: query, atMost: PlayerPage.longestResult))
    case .containing(let ids):
      let (all, held) = try store.summaries(containing: ids)
      return .containing(ids, all, held)
    case .history(let item): return .history(item, try changes(of: item))
    case .change(.playlist(let id)?, let change, .playlist):
      return .change(change, .playlist, try lines(of: id, at: change))
    case .change(let item, let change, let detail): return .change(change, detail, try difference(change, of: item))
    case .details(let subject, let width): return .details(subject, try store.details(of: subject, width: width))
    case .rules(let question): return .rules(question, try preview(question))
    case .conflicts: return .conflicts(try conflicts())
    case .bringIn(let text): return .bringIn(text, way(toBringIn: text))
    }
  }

  private func find(_ text: String, _ limit: Int) throws(MixtapeError) -> [Picker.Found] {
    listed(try store.episodes(matching: EpisodeQuery(search: text, now: context.now()), atMost: limit))
  }

  /// Returns episodes with their texts.
  func listed(_ episodes: [Episode]) -> [Picker.Found] {
    let texts = texts(of: episodes)
    return episodes.compactMap { episode in texts[episode.id].map { Picker.Found(episode.id, $0) } }
  }

  /// Returns the texts of episodes in a list.
  private func texts(of episodes: some Collection<Episode>) -> [Episode.ID: EpisodeText] {
    let downloaded = downloads?.downloaded(among: episodes.lazy.map(\.id)) ?? []
    let texts = EpisodeTexts(now: context.now())
    let found = episodes.map { ($0.id, texts.text(of: $0, isDownloaded: downloaded.contains($0.id))) }
    return Dictionary(found) { first, _ in first }
  }

  // MARK: Contents

  private func contents(of source: Listing.Source) throws(MixtapeError) -> Listing.Contents {
    switch source {
    case .playlist(let id): try contents(of: id)
    case .podcast(let id): try contents(of: id)
    case .search(let text): try contents(ofSearch: text)
    case .new: try newEpisodes()
    }
  }

  private func contents(of id: Playlist.ID) throws(MixtapeError) -> Listing.Contents {
    let playlist = try store.existing(id)
    _ = faults.takeRemarks()
    let (contents, episodes, time) = try store.contents(of: playlist) { contents in
      contents.entries.prefix(Self.firstTexts).map(\.id)
    }
    let warning = faults.takeRemarks().first.map { ErrorPresenter.wording(of: $0).message }
    let entries = contents.entries.map { entry in
      ListedEpisode(entry.id, entry.origin == .picked ? .picked : entry.origin == .missing ? .missing : .found)
    }
    var facts = [counted(entries.count, "episode")]
    if !entries.isEmpty { facts.append(playingTime(time, of: entries.count)) }
    if playlist.isSmart { facts.append(counted(playlist.criteria.conditions?.count ?? 0, "rule")) }
    for key in PlaylistKey.keys(of: .settings) where playlist.keysInUse.contains(key) {
      facts.append("\(key.rawValue) \(playlist[key])")
    }
    if let text = playlist.description.nonEmpty { facts.append(text) }
    return Listing.Contents(
      entries, texts: texts(of: episodes.values), title: "\(playlist.name) (\(id))",
      summary: facts.joined(separator: " · "), warning: warning, playlist: playlist)
  }

  private func contents(of id: Podcast.ID) throws(MixtapeError) -> Listing.Contents {
    guard let podcast = try store.library.find(id) else { throw try store.notFound(.podcast(id)) }
    let tags = podcast.tags.isEmpty ? nil : "tags: \(podcast.tags.joined(separator: ", "))"
    let facts = [counted(podcast.episodes.count, "episode"), podcast.kind.rawValue, podcast.author, tags]
    return Listing.Contents(
      podcast.episodes.map { ListedEpisode($0.id, .found) }, texts: texts(of: podcast.episodes.prefix(Self.firstTexts)),
      title: "\(podcast.title) (\(id))", summary: facts.compactMap(\.self).joined(separator: " · "))
  }

  private func newEpisodes() throws(MixtapeError) -> Listing.Contents {
    var found: [Episode] = []
    try store.forEachNewEpisode {
      found.append($0)
      return found.count < Self.longestResult
    }
    let count = counted(found.count, "new episode")
    return Listing.Contents(
      found.map { ListedEpisode($0.id, .found) }, texts: texts(of: found.prefix(Self.firstTexts)), title: "New",
      summary: (found.count == Self.longestResult ? "the first " : "") + count + " of subscribed podcasts")
  }

  private func contents(ofSearch text: String) throws(MixtapeError) -> Listing.Contents {
    let found = try find(text, Self.longestResult)
    let isCut = found.count == Self.longestResult
    return Listing.Contents(
      found.map { ListedEpisode($0.id, .found) },
      texts: Dictionary(found.map { ($0.id, $0.text) }) { first, _ in first },
      title: "Search: \(text)",
      summary: (isCut ? "the first " : "") + counted(found.count, "episode") + " of the library")
  }
}

/// The readers of the browser. Lists of all playlists and evaluations of rules take longer than other queries, and have a reader of
/// their own, so that a key never waits for them. Conflicts can take longer still: in a new clone, they need the whole history.
struct BrowserReaders {
  let slow: BrowserReader
  let long: BrowserReader
  let short: BrowserReader

  /// Asks a query.
  func ask(_ query: BrowserQuery) {
    switch query.kind {
    case .conflicts: slow.ask(query)
    case .lastPlaylists, .playlists, .podcasts, .rules: long.ask(query)
    case .bringIn, .contents, .texts, .filter, .search, .playable, .containing, .history, .change, .details:
      short.ask(query)
    }
  }
}
