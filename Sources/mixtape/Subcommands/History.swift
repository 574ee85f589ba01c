import MixtapeModel
import ArgumentParser
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

  @OptionGroup var listing: HistoryListing

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    try listing.print(of: try item?.id(in: session), in: session)
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

  /// Returns the error, with a hint if a playlist or a podcast follows a revision.
  private func hintingAtOrder(_ error: any Error, _ first: ItemArgument, in store: Store) throws -> any Error {
    var revisions = [from, to].compactMap { $0?.revision.description }
    let place = try revisions.firstIndex { try ItemArgument(text: $0).items.contains(where: store.isKnown) }
    guard let place else { return error }
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
