import EpisodeDownloads
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import StoreBrowser
import SystemPackage
import TerminalUI

extension Session {
  /// Prints the episodes that criteria find, in the requested form.
  func list(_ criteria: SmartCriteria, as form: EpisodeListOptions, in store: Store) throws -> ExitStatus {
    let query = EpisodeQuery(criteria, now: context.now())
    let count: Int
    if form.count {
      count = printCount(try store.count(matching: query))
    } else if form.ids {
      var stream = EpisodeStream(self, EpisodeTexts(now: query.now), [])
      try store.forEachEpisodeID(matching: query) { stream.put($0) }
      count = try stream.finish()
    } else {
      var stream = EpisodeStream(self, episodeTexts(of: store), try form.columns.chosen)
      try store.forEachEpisode(matching: query) { stream.put($0) }
      count = try stream.finish()
    }
    if count == 0, !form.count {
      remark("No episodes found.")
      try hintAtWiderSearches(than: criteria, in: store)
    }
    return count == 0 && form.exitCode ? .nothingToDo : .done
  }

  /// The maximum number of searches that are tried and named if one finds nothing.
  private static let (mostTried, mostNamed) = (8, 2)

  /// Names searches that would find something.
  private func hintAtWiderSearches(than criteria: SmartCriteria, in store: Store) throws {
    guard let search = criteria.search else { return }
    var named = 0
    for wider in EpisodeQuery.widerSearches(than: search).prefix(Self.mostTried) where named < Self.mostNamed {
      let query = EpisodeQuery(try criteria.applying([.search(wider)]), now: context.now())
      let count = try store.count(matching: query)
      guard count > 0 else { continue }
      named += 1
      hint("the search `\(wider)` finds \(counted(count, "episode"))")
    }
  }

  /// Prints the new episodes, the last published first.
  ///
  /// - Parameters:
  ///   - podcasts: The podcasts; empty for all.
  ///   - most: The maximum number of episodes; `nil` for all.
  func listNew(
    of podcasts: [Podcast.ID], atMost most: Int?, as form: EpisodeListOptions, in store: Store
  ) throws -> ExitStatus {
    let wanted = podcasts.isEmpty ? nil : Set(podcasts)
    var stream = EpisodeStream(
      self, form.ids || form.count ? EpisodeTexts(now: context.now()) : episodeTexts(of: store),
      try form.columns.chosen ?? EpisodeColumn.ofNew, hasUsualColumns: form.columns.names == nil)
    var number = 0
    try store.forEachNewEpisode(of: wanted) { episode in
      number += 1
      if form.count { return number != most }
      return (form.ids ? stream.put(episode.id) : stream.put(episode)) && number != most
    }
    let count = form.count ? printCount(number) : try stream.finish()
    if count == 0, !form.count {
      remark("No new episodes.")
      hint("`mixtape feed update` fetches them")
    }
    return count == 0 && form.exitCode ? .nothingToDo : .done
  }

  private func printCount(_ count: Int) -> Int {
    print(json: ["count": .integer(Int64(count))]) { print("\(count)") }
    return count
  }
}

/// Prints episodes as they are found, so that a long result needs little memory.
private struct EpisodeStream {
  private let session: Session
  private let texts: EpisodeTexts
  private let columns: [EpisodeColumn]?
  private let hasUsualColumns: Bool
  private var count = 0
  /// The episodes of the next table.
  private var rows: [Episode] = []
  private var failure: OutputFailure?

  /// The number of episodes in a table. Each table has its own column widths.
  private static let tableSize = 1_000

  /// Makes a stream.
  ///
  /// - Parameters:
  ///   - columns: The columns; `nil` for the usual ones.
  ///   - hasUsualColumns: Whether a narrow terminal hides some columns.
  init(_ session: Session, _ texts: EpisodeTexts, _ columns: [EpisodeColumn]?, hasUsualColumns: Bool = false) {
    self.session = session
    self.texts = texts
    self.columns = columns
    self.hasUsualColumns = hasUsualColumns || columns == nil
  }

  /// Prints an id; returns `false` if the reader has closed the pipe.
  mutating func put(_ id: Episode.ID) -> Bool {
    if session.wantsJSON { print(element: .string(id.rawValue)) } else { session.print(StyledText(id)) }
    count += 1
    return drain()
  }

  /// Prints an episode; returns `false` if the reader has closed the pipe.
  mutating func put(_ episode: Episode) -> Bool {
    if session.wantsJSON {
      print(element: JSONOutput.episode(episode, downloadedTo: texts.downloads.path(of: episode.id)?.string))
    } else {
      rows.append(episode)
      if rows.count == Self.tableSize { printTable() }
    }
    count += 1
    return drain()
  }

  /// Prints the remaining episodes.
  ///
  /// - Returns: The number of episodes.
  mutating func finish() throws(OutputFailure) -> Int {
    if let failure { throw failure }
    if session.wantsJSON { session.print(raw: count == 0 ? "[]\n" : "\n]\n") } else { printTable() }
    return count
  }

  private mutating func printTable() {
    session.print(session.lines(of: rows, texts, columns, isChosen: !hasUsualColumns))
    rows = []
  }

  private func print(element: JSONValue) {
    session.print(raw: count == 0 ? "[\n  " : ",\n  ")
    session.print(raw: element.pretty.replacing("\n", with: "\n  "))
  }

  private mutating func drain() -> Bool {
    do throws(OutputFailure) {
      return try session.drain()
    } catch {
      failure = error
      return false
    }
  }
}
