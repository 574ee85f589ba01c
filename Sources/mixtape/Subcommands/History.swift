import ArgumentParser
import GitHistory
import MixtapeModel
import MixtapeStore
import StoreBrowser

struct History: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List the changes of the store, or of one playlist, podcast or album, the latest first.",
    discussion: """
      Also works for a deleted playlist or podcast. `diff`, `restore` and, for playlists, `show --at` accept the printed \
      revisions. With a podcast, --episode also finds changes of the episode itself, such as ratings.

      With several filters, a change must match all of them. --operation may be repeated to match any of several \
      kinds; `git` stands for commits that Mixtape did not make. A date in --since or --until means the whole day.

      `received` marks changes that came by a sync. With --graph, `*` is a change, and lines lead down to the change \
      before it, or to both sides of a merge.

      Examples:
        mixtape history
        mixtape history --graph --limit 10
        mixtape history morning-commute --limit 5
        mixtape history night-sky --operation rate
        mixtape history --episode night-sky/042-auroras
        mixtape history --operation undo --operation redo
        mixtape history --since "2 weeks ago" --until yesterday
      """, aliases: ["log"])

  @Argument(help: ArgumentHelp("The playlist, podcast or album (default: all of the store).", valueName: "id"))
  var item: ItemArgument?

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

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    guard (1...100_000).contains(limit) else { throw ValidationError("--limit requires a number from 1 to 100000") }
    guard (1...1_000_000).contains(page) else { throw ValidationError("--page requires a number from 1 to 1000000") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let item = try item?.id(in: session)
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

struct Diff: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "diff",
    abstract: "Show the changes since a revision, or between two revisions.",
    discussion: """
      Without a revision, compares HEAD with the files, which shows uncommitted hand edits. With one revision, \
      compares it with the files; with two, compares the two. The first argument is a playlist, podcast or album if one \
      has that id, and a revision otherwise.

      Added episodes are marked with +, removed ones with -, moved ones with ~. --git prints the text in git's \
      format. In a file or a pipe, `git apply` accepts that text; on a terminal, control characters are escaped.

      Examples:
        mixtape diff
        mixtape diff morning-commute @{1}
        mixtape diff night-sky HEAD~1
        mixtape diff yesterday
        mixtape diff --git HEAD~2 HEAD
      """)

  @Argument(help: ArgumentHelp("The playlist, podcast or album (default: all of the store).", valueName: "id"))
  var item: ItemArgument?

  @Argument(help: ArgumentHelp("The first revision (default: HEAD).", valueName: "rev"))
  var from: RevisionArgument?

  @Argument(help: ArgumentHelp("The second revision (default: the current files).", valueName: "rev"))
  var to: RevisionArgument?

  @Flag(help: "Show the text of the files, in git's unified format.")
  var git = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    try session.present(try compare(in: store, session), asText: git, of: store)
    return .done
  }

  private func compare(in store: Store, _ session: Session) throws -> [FileDifference] {
    guard let item else { return try store.diff(of: nil, from: nil, to: nil) }
    if let to {
      let known: StoreItem
      do {
        known = try item.element(in: session, at: [from?.revision, to.revision])
      } catch {
        throw try hintingAtOrder(error, item, in: store)
      }
      return try store.diff(of: known, from: from?.revision, to: to.revision)
    }
    if try item.items.contains(where: store.isKnown) {
      return try store.diff(of: store.knownItem(of: item.items), from: from?.revision, to: nil)
    }
    do throws(MixtapeError) {
      return try store.diff(of: nil, from: Revision(item.text), to: from?.revision)
    } catch {
      guard error.code == .noSuchRevision, error.subject == .text(item.text), !(error.cause is RevisionFailure) else {
        let second = from.map { MixtapeError.Subject.text($0.revision.description) }
        guard error.code == .noSuchRevision, error.subject == second else { throw error }
        throw try hintingAtOrder(error, item, in: store)
      }
      return try compare(item, orThrow: error, in: store, session)
    }
  }

  /// Returns the error, with a hint if the first argument is a revision, and a playlist or a podcast follows.
  private func hintingAtOrder(_ error: any Error, _ first: ItemArgument, in store: Store) throws -> any Error {
    var revisions = [from, to].compactMap { $0?.revision.description }
    let place = try revisions.firstIndex { try ItemArgument(text: $0).items.contains(where: store.isKnown) }
    guard let place, store.has(Revision(first.text)) else { return error }
    let item = revisions.remove(at: place)
    let words = ([first.text] + revisions).map { $0.contains(" ") ? ErrorPresenter.shellWord($0) : $0.visible }
    let problem = ErrorPresenter.problem(for: error)
    return Problem(
      problem.status, code: problem.code, problem.message,
      hints: "a playlist or podcast precedes the revisions: `mixtape diff \(item) \(words.joined(separator: " "))`")
  }

  /// Compares a text that is neither a revision nor an id of HEAD's history. It may be a name, or an id of the other revision.
  private func compare(
    _ item: ItemArgument, orThrow error: MixtapeError, in store: Store, _ session: Session
  ) throws -> [FileDifference] {
    guard !item.items.isEmpty else {
      do {
        return try store.diff(of: try item.id(in: session), from: from?.revision, to: nil)
      } catch is Problem {
        throw error
      }
    }
    do throws(MixtapeError) {
      let known = try store.knownItem(of: item.items, at: [from?.revision].compactMap(\.self))
      return try store.diff(of: known, from: from?.revision, to: nil)
    } catch {
      guard error.code == .notFound else { throw error }
      let problem = ErrorPresenter.problem(for: error.withLikelyItem(in: store))
      throw Problem(
        .notFound, code: problem.code,
        "there is neither a playlist, a podcast nor a revision \(ErrorPresenter.name(.item(item.text)))",
        hints: problem.hints + ["`mixtape history` lists the revisions"])
    }
  }
}

struct Blame: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "blame",
    abstract: "Show when each episode of a playlist, a podcast or an album was added, and by which change.",
    discussion: """
      Shows the latest change that added the episode. Ignores changes that only move episodes, move the file or \
      rename the playlist or podcast. Marks uncommitted hand edits as not committed.

      Examples:
        mixtape blame morning-commute
        mixtape blame morning-commute --at 2026-03-01
      """)

  @Argument(help: ArgumentHelp("The playlist, podcast or album.", valueName: "id"))
  var item: ItemArgument

  @Option(help: ArgumentHelp("Show the state at this revision (default: the current file).", valueName: "rev"))
  var at: RevisionArgument?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let item = try item.element(in: session, at: [at?.revision])
    let origins = try store.explainingAbsence(item, at: at?.revision) { (revision) throws(MixtapeError) in
      try store.blame(item, at: revision)
    }
    if session.wantsJSON {
      session.print(.array(origins.enumerated().map { JSONOutput.origin($0.element, at: $0.offset) }))
    } else {
      let library = try store.episodes(origins.map(\.episode))
      session.print(Self.table(of: origins, library, in: session.context).lines(within: session.width))
      if origins.contains(where: \.isBoundary) {
        session.hint("`^` marks the oldest available commit; the episode may be older")
      }
      if origins.isEmpty { session.remark("\(item.id) lists no episodes.") }
    }
    return .done
  }

  private static func table(
    of origins: [EpisodeOrigin], _ library: [Episode.ID: Episode], in context: CommandContext
  ) -> TextTable {
    var table = TextTable(rightAligned: [1], freeText: [2, 3])
    for (offset, origin) in origins.enumerated() {
      table.append(
        label(of: origin, in: context),
        StyledText(offset + 1, .faint), StyledText(library[origin.episode]?.title ?? origin.episode.rawValue),
        StyledText(origin.change?.subject ?? "", .faint))
    }
    return table
  }

  private static func label(of origin: EpisodeOrigin, in context: CommandContext) -> StyledText {
    guard let change = origin.change else { return StyledText("not committed", .yellow) }
    return origin.isBoundary ? "^\(change.label(in: context))" : change.label(in: context)
  }
}

extension Store {
  fileprivate func has(_ revision: Revision) -> Bool {
    do throws(MixtapeError) {
      _ = try resolve(revision)
      return true
    } catch {
      return false
    }
  }
}
