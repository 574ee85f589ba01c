import EpisodeDownloads
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import SystemPackage
import TerminalUI

extension Session {
  /// Prints the episodes that criteria find, in the requested form.
  func list(_ criteria: SmartCriteria, as form: EpisodeListOptions, in store: Store) throws -> ExitStatus {
    let query = EpisodeQuery(criteria, now: context.now())
    let count = form.count ? try printCount(of: query, in: store) : try stream(query, form, in: store)
    if count == 0, !form.count { remark("No episodes found.") }
    return count == 0 && form.exitCode ? .nothingToDo : .done
  }

  private func printCount(of query: EpisodeQuery, in store: Store) throws -> Int {
    let count = try store.count(matching: query)
    print(json: ["count": .integer(Int64(count))]) { print("\(count)") }
    return count
  }

  private func stream(_ query: EpisodeQuery, _ form: EpisodeListOptions, in store: Store) throws -> Int {
    var stream = EpisodeStream(self, wantsJSON && !form.ids ? downloads(of: store) : Downloads())
    if form.ids {
      try store.forEachEpisodeID(matching: query) { stream.put($0) }
    } else {
      try store.forEachEpisode(matching: query) { stream.put($0) }
    }
    return try stream.finish()
  }
}

/// Prints episodes as they are found, so that a long result needs little memory.
private struct EpisodeStream {
  private let session: Session
  private let downloads: Downloads
  private var count = 0
  /// The episodes of the next table.
  private var rows: [Episode] = []
  private var failure: OutputFailure?

  /// The number of episodes in a table. Each table has its own column widths.
  private static let tableSize = 1_000

  init(_ session: Session, _ downloads: Downloads) {
    self.session = session
    self.downloads = downloads
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
      print(element: JSONOutput.episode(episode, downloadedTo: downloads.path(of: episode.id)?.string))
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
    session.print(EpisodeTable(rows, width: session.width).lines)
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
