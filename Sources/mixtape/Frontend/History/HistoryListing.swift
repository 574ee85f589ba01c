import MixtapeModel
import ArgumentParser
import GitHistory
import MixtapeStore
import StoreBrowser

/// The options of a list of changes.
struct HistoryListing: ParsableArguments {
  @Option(help: ArgumentHelp("Only changes that added, removed or moved this episode.", valueName: "episode"))
  var episode: EpisodeArgument?

  @Option(
    name: .customLong("operation"),
    help: ArgumentHelp("Only changes of this kind: `add`, `edit`, `undo`, ….", valueName: "kind"))
  var operations: [OperationArgument] = []

  @Option(help: ArgumentHelp("Only changes since a time: `yesterday`, `2026-03-01`, `3 days ago`.", valueName: "date"))
  var since: TimeArgument?

  @Option(help: ArgumentHelp("Only changes until a time.", valueName: "date"))
  var until: TimeArgument?

  @Option(name: [.customShort("n"), .long], help: ArgumentHelp("Number of changes per page.", valueName: "n"))
  var limit = Self.defaultLimit

  @Option(help: ArgumentHelp("The page to show, counted from 1.", valueName: "n"))
  var page = 1

  @Flag(help: "Show the full message of each change.")
  var long = false

  @Flag(help: "Draw the branches and merges, as `git log --graph` does.")
  var graph = false

  func validate() throws {
    guard (1...100_000).contains(limit) else { throw ValidationError("--limit requires a number from 1 to 100000") }
    guard (1...1_000_000).contains(page) else { throw ValidationError("--page requires a number from 1 to 1000000") }
  }

  /// Prints the changes of the store, or of a playlist or a podcast.
  func print(of item: StoreItem?, in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let skip = (page - 1) * limit
    let filter = try filter(in: session)
    let graph = graph ? try store.historyGraph(of: item, matching: filter, limit: limit, skip: skip) : nil
    let result = try graph?.page ?? store.history(of: item, matching: filter, limit: limit, skip: skip)
    let episodes = session.wantsJSON ? try store.changedEpisodes(in: result.entries) : [:]
    try session.print(
      json: .array(
        result.entries.map {
          JSONOutput.entry($0, isReceived: result.received.contains($0.id), episodes: episodes[$0.id])
        })
    ) {
      if let graph {
        session.print(lines(of: graph, in: session.context))
      } else {
        for entry in result.entries {
          session.print(lines(for: entry, isReceived: result.received.contains(entry.id), in: session.context))
        }
      }
      if result.entries.isEmpty { try remarkNothingFound(in: session, store) }
      if let boundary = result.boundary {
        session.hint("older history is not available: \(ErrorPresenter.reason(of: boundary))")
      }
      if result.hasMore {
        let size = limit == Self.defaultLimit ? "" : "--limit \(limit) "
        session.hint("`\(size)--page \(page + 1)` shows earlier changes")
      }
    }
    return .done
  }

  private static let defaultLimit = 20

  private func filter(in session: Session) throws -> HistoryFilter {
    HistoryFilter(
      episode: try episode?.id(in: session), operations: Set(operations.map(\.operation)), since: since?.time,
      until: until?.time)
  }

  private func remarkNothingFound(in session: Session, _ store: Store) throws {
    session.remark("No changes found.")
    guard let episode = try episode?.id(in: session), try store.episodes([episode]).isEmpty else { return }
    let library = try store.episodeIDs(near: [episode])
    if let near = ErrorPresenter.didYouMean(episode, among: library) { session.hint(near) }
  }

  /// Returns the entries with the lines that lead from each commit to its parents.
  private func lines(of graph: HistoryGraph, in context: CommandContext) -> [StyledText] {
    let entries = Dictionary(uniqueKeysWithValues: graph.page.entries.map { ($0.id, $0) })
    var (lanes, lines, below) = (CommitLanes(), [StyledText](), [String]())
    for node in graph.nodes {
      guard let entry = entries[node.id] else {
        below += node.isEntry ? lanes.draw(node).below : lanes.pass(node)
        continue
      }
      // Lines above the first entry belong to the page before.
      if !lines.isEmpty { lines += below.map { StyledText($0) } }
      let text = self.lines(for: entry, isReceived: graph.page.received.contains(entry.id), in: context)
      let (title, body, next) = lanes.draw(node)
      lines += zip(text.indices, text).map { offset, line in "\(offset == 0 ? title : body) \(line)" as StyledText }
      below = next
    }
    return lines
  }

  private func lines(
    for entry: HistoryEntry, isReceived: Bool, in context: CommandContext
  ) -> [StyledText] {
    let subject: StyledText = "\(entry.label(in: context))  \(entry.subject)"
    let title: StyledText = isReceived ? "\(subject)  \("received", .cyan)" : subject
    guard long, !entry.body.isEmpty else { return [title] }
    return [title] + entry.body.split(whereSeparator: \.isNewline).map { "            \($0)" }
  }
}

extension HistoryEntry {
  /// Returns the commit and the time, as lists of changes show them.
  func label(in context: CommandContext) -> StyledText {
    "\(id.abbreviated, .yellow)  \(Timestamp(date, utcOffset: context.utcOffset(date)).text, .faint)"
  }
}

/// The lines beside a list of commits that lead from children to parents, drawn as `git log --graph` does.
///
/// Each lane leads down to a commit that comes later.
struct CommitLanes {
  /// The commits to which the lanes lead, from left to right.
  private var targets: [CommitID] = []

  /// Draws a commit.
  ///
  /// - Returns: The text beside the line of the commit, the text beside its further lines, and the lines below them.
  mutating func draw(_ node: HistoryGraph.Node) -> (title: String, body: String, below: [String]) {
    let place = targets.firstIndex(of: node.id) ?? targets.endIndex
    if place == targets.endIndex { targets.append(node.id) }
    let title = targets.indices.map { $0 == place ? "*" : "|" }.joined(separator: " ")
    let body = targets.indices.map { $0 == place && node.parents.isEmpty ? " " : "|" }.joined(separator: " ")
    return (title, body, replaceTarget(at: place, with: node.parents))
  }

  /// Follows the lines of a commit that is not in the list.
  ///
  /// - Returns: The lines to draw, which join or split lanes.
  mutating func pass(_ node: HistoryGraph.Node) -> [String] {
    guard let place = targets.firstIndex(of: node.id) else { return [] }
    return replaceTarget(at: place, with: node.parents)
  }

  private mutating func replaceTarget(at place: Int, with parents: [CommitID]) -> [String] {
    var lines: [String] = []
    if let first = parents.first { targets[place] = first }
    for (offset, parent) in parents.dropFirst().enumerated() {
      let new = place + 1 + offset
      lines.append(
        Self.line((0..<targets.count).map { $0 < new ? (2 * $0, "|") : (2 * $0 + 1, "\\") } + [(2 * new - 1, "\\")]))
      targets.insert(parent, at: new)
    }
    return lines + joinLanes(ending: parents.isEmpty ? place : nil)
  }

  /// Removes a lane that ends, and joins lanes to the left that lead to one commit.
  private mutating func joinLanes(ending end: Int?) -> [String] {
    var (kept, lanes) = ([CommitID](), [(place: Int, goal: Int)]())
    for (place, target) in targets.enumerated() where place != end {
      if let goal = kept.firstIndex(of: target) {
        lanes.append((place, goal))
      } else {
        lanes.append((place, kept.count))
        kept.append(target)
      }
    }
    targets = kept
    var lines: [String] = []
    while lanes.contains(where: { $0.place > $0.goal }) {
      lines.append(Self.line(lanes.map { $0.place > $0.goal ? (2 * $0.place - 1, "/") : (2 * $0.place, "|") }))
      lanes = lanes.map { ($0.place > $0.goal ? $0.place - 1 : $0.place, $0.goal) }
    }
    return lines
  }

  private static func line(_ marks: [(column: Int, mark: Character)]) -> String {
    var line = [Character](repeating: " ", count: (marks.map(\.column).max() ?? -1) + 1)
    for (column, mark) in marks { line[column] = mark }
    return String(line)
  }
}
