import Dispatch
import Feeds
import FileSystem
import GitHistory
import Interchange
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import Podcasts
import StoreBrowser
import Synchronization
import SystemPackage

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

  /// Makes a reader without queries. It delivers answers on another thread.
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
      return .failure(query, reason: ErrorPresenter.problem(for: store.explaining(error)).message)
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
      let found = try store.episodeIDs(matching: EpisodeQuery(search: text, now: context.now()))
      return .filter(text, source, Set(found))
    case .search(let text): return .search(text, try find(text, Picker.longestResult))
    case .playable(let text):
      let found = try store.episodes(choosableBy: text, atMost: PlayerPage.longestResult, now: context.now())
      return .playable(text, found)
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
    listed(try store.episodes(choosableBy: text, atMost: limit, now: context.now()))
  }

  /// Returns episodes with their texts.
  func listed(_ episodes: [Episode]) -> [Picker.Found] {
    let texts = texts(of: episodes)
    return episodes.compactMap { episode in texts[episode.id].map { Picker.Found(episode.id, $0) } }
  }

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
    let warning = faults.takeRemarks().first.map { ErrorPresenter.wording(of: $0).wording.message }
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

  func ask(_ query: BrowserQuery) {
    switch query.kind {
    case .conflicts: slow.ask(query)
    case .lastPlaylists, .playlists, .podcasts, .rules: long.ask(query)
    case .bringIn, .contents, .texts, .filter, .search, .playable, .containing, .history, .change, .details:
      short.ask(query)
    }
  }
}

extension BrowserReader {
  /// The maximum number of changes in a history.
  private static let mostChanges = 500
  /// The maximum number of episodes of an earlier version that are listed.
  private static let mostEpisodes = 1_000

  /// Returns the last changes of an item, or of the whole store with the next undo and redo.
  func changes(of item: StoreItem?) throws(MixtapeError) -> ChangesPage.Contents {
    let page = try store.history(of: item, limit: Self.mostChanges)
    let changes = page.entries.map { entry in
      ChangesPage.Change(
        revision: entry.id.description, parent: entry.parents.first?.description,
        label: entry.label(in: context).rendered(colored: false), subject: entry.subject)
    }
    guard item == nil else { return ChangesPage.Contents(changes) }
    let next = try store.nextSteps()
    return ChangesPage.Contents(
      changes, undo: next.undo.map(ChangesPage.Step.init),
      redo: next.redo.map { ChangesPage.Step(revision: $0.id.description, subject: $0.subject) })
  }

  /// Returns the difference that a change made to an item, or to the whole store.
  func difference(_ change: ChangesPage.Change, of item: StoreItem?) throws(MixtapeError) -> [StyledText] {
    guard let parent = change.parent else {
      if case .playlist(let id) = item { return try lines(of: id, at: change) }
      return ["The first change has nothing to compare with."]
    }
    let differences = try store.differences(
      of: item, from: Revision(parent), to: Revision(change.revision))
    let lines = try store.lines(of: differences)
    return lines.isEmpty ? ["No differences."] : lines
  }

  /// Returns the values that both sides of a sync changed, and that nobody has decided.
  func conflicts() throws(MixtapeError) -> [ConflictsPage.Conflict] {
    let open = try store.openConflicts()
    return zip(open, try store.values(of: open)).map { conflict, values in
      let times = values.times(in: context)
      return ConflictsPage.Conflict(
        conflict.name, conflict.key,
        ConflictChoice.allCases.map { choice in
          let version = values[choice]
          return ConflictsPage.Version(
            choice == .mine ? .mine : .theirs, SyncReportText.value(version.value),
            origin: version.origin(at: times[choice]), isTaken: choice == values.taken)
        })
    }
  }

  /// Returns the description, the settings and the rules of a playlist, as far as it has them.
  private func facts(of playlist: Playlist) -> [StyledText] {
    let description = playlist.description.split(whereSeparator: \.isNewline).map { StyledText($0) }
    let keys = PlaylistKey.keys(of: .settings) + PlaylistKey.keys(of: .criteria).filter { $0 != .conditions }
    let values = keys.filter(playlist.keysInUse.contains).map { "\($0.rawValue) \(playlist[$0])" }
    let rules = (playlist.criteria.conditions ?? []).map { StyledText("rule: \($0)", .faint) }
    return description + (values.isEmpty ? [] : [StyledText(values.joined(separator: " · "), .faint)]) + rules
  }

  func lines(of id: Playlist.ID, at change: ChangesPage.Change) throws(MixtapeError) -> [StyledText] {
    let past = try store.pastPlaylist(id, at: Revision(change.revision))
    let entries = past.contents.entries.prefix(Self.mostEpisodes)
    let episodes = try past.episodes(entries.map(\.id))
    let head: StyledText = "\(past.playlist.name, .bold) \(counted(past.contents.entries.count, "episode"), .faint)"
    return [head] + facts(of: past.playlist)
      + entries.enumerated().map { offset, entry in
        let title: StyledText =
          episodes[entry.id].map { StyledText($0.title) } ?? "\("missing", .yellow) \(entry.id, .faint)"
        return "\(offset + 1, .faint)  \(title)"
      }
  }
}

extension ChangesPage.Step {
  fileprivate init(_ step: UndoPreview.Step) {
    switch step {
    case .committed(let entry): self.init(revision: entry.id.description, subject: entry.subject)
    case .handEdit(let edit): self.init(revision: nil, subject: "\(edit.subject) (not committed yet)")
    }
  }
}

extension BrowserReader {
  /// Returns the command that brings an address, a directory or a file into the library.
  func way(toBringIn text: String) -> BringIn.Way {
    let isAddress = if case .address(let address)? = FeedSource(text) { !FeedAddress.isFile(address) } else { false }
    // The command reads feeds in files, too, if they are addresses.
    if isAddress || FeedSource.hasScheme(text) {
      return .command(.init("reading the feed", "Adds the podcast of this feed.", ["podcast", "add", text]))
    }
    let path = context.normalized(expandingHome(in: text))
    guard path.isAbsolute else { return .refusal("The working directory does not exist; type an absolute path") }
    do throws(Errno) {
      switch try FileKind(at: SystemCalls.resolved(path)) {
      case .directory:
        return .command(
          .init("scanning \(path.string)", "Adds the music files of this directory.", ["scan", path.string]))
      default: return wayToBringIn(fileAt: path)
      }
    } catch {
      let host = FeedAddress.isHostAndPath(text) ? "; the address of a feed is like https://\(text)" : ""
      return .refusal("\(path.string): \(error.reason)\(host)")
    }
  }

  private func expandingHome(in text: String) -> String {
    guard text == "~" || text.hasPrefix("~/"), let home = context.variable("HOME") else { return text }
    return home + text.dropFirst()
  }

  private func wayToBringIn(fileAt path: FilePath) -> BringIn.Way {
    let bytes: [UInt8]
    do throws(FileAccess.Failure) {
      bytes = try FileAccess.read(path, atMost: CommandContext.maximumFileSize)
    } catch {
      return .refusal("\(path.string): \(ImportFileCollector.wording(of: error).0)")
    }
    let name = path.lastComponent?.string
    if SubscriptionFormat.recognizes(bytes, name: name) {
      return importing(path, "Adds the podcasts of this list that the library does not have.")
    }
    if let format = InterchangeFormats.format(of: bytes, name: name), !format.read(bytes).isOfPodcast {
      return importing(path, "Imports the playlists of this file (\(format.title)).")
    }
    return .command(
      .init("reading the feed", "Adds the podcast of this feed, if it is one.", ["podcast", "add", path.string]))
  }

  private func importing(_ path: FilePath, _ sentence: String) -> BringIn.Way {
    .command(.init("importing \(path.lastComponent?.string ?? "")", sentence, ["import", path.string]))
  }
}

/// The files with errors and the remarks on rules that the reads of a store have found.
final class FileFaultLog: Sendable {
  private let faults = Mutex<[FileFault]>([])
  private let remarks = Mutex<[EvaluationRemark]>([])

  /// Notes the notice of a file with errors, or of rules.
  func note(_ notice: StoreNotice) {
    switch notice {
    case .fileInvalid(let report, _): note(report)
    case .rules(let remark): remarks.withLock { $0.append(remark) }
    default: break
    }
  }

  private func note(_ report: FileReport) {
    let item: SidebarRow.Item? =
      switch StoreItem(path: report.path) {
      case .playlist(let id): .playlist(id)
      case .podcast(let id): .podcast(id)
      case nil: nil
      }
    let notice = Reporter.InvalidFileNotice(report, usesCommittedVersion: false)
    faults.withLock { $0.append(FileFault(in: item, notice.firstError)) }
  }

  /// Returns the files that were noted since the last call.
  func take() -> [FileFault] { Self.take(faults) }

  /// Returns the remarks that were noted since the last call.
  func takeRemarks() -> [EvaluationRemark] { Self.take(remarks) }

  private static func take<Element: Sendable>(_ noted: borrowing Mutex<[Element]>) -> [Element] {
    noted.withLock { elements in
      defer { elements = [] }
      return elements
    }
  }
}
