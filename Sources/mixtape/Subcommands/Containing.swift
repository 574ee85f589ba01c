import ArgumentParser
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import StoreBrowser

struct Containing: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "containing",
    abstract: "List the playlists that contain one or more of the episodes.",
    discussion: """
      `*` marks playlists whose files list the episode, and `+` playlists whose rules find it now. With several \
      episodes, `*` and `+` mark playlists with all of them, and `~` playlists with some.

      Examples:
        mixtape containing night-sky/042-auroras
        mixtape containing night-sky/042-auroras night-sky/040-comets --all
        mixtape search auroras --ids | mixtape containing -
      """)

  @Argument(
    help: ArgumentHelp(
      "Episodes, as <podcast>/<episode>; `-` reads them from standard input, one per line.", valueName: "episode"))
  var episodes: [EpisodeArgument]

  @Flag(help: "List all playlists, including those without the episodes.")
  var all = false

  @Flag(help: "Do not evaluate rules, which is faster.")
  var byHand = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let ids = try episodes.elements(in: session).withoutRepetitions
    guard !ids.isEmpty else {
      session.remark("Nothing to find: standard input contains no episode ids.")
      return .nothingToDo
    }
    let containments = try self.containments(of: ids, in: store, session).filter { all || $0.extent != .none }
    session.print(json: .array(containments.map(JSONOutput.containment))) {
      session.print(PlaylistContainment.table(of: containments).lines(within: session.width))
    }
    if containments.isEmpty { session.remark("No playlist contains \(ids.count == 1 ? "it" : "any of them").") }
    return .done
  }

  private func containments(of ids: [Episode.ID], in store: Store, _ session: Session) throws -> [PlaylistContainment] {
    let (playlists, held) = try store.summaries(containing: ids)
    try store.requireKnown(ids.filter { id in !held.values.contains { $0.contains(id) } })
    let found = try self.found(of: ids, among: playlists, in: store, session)
    return playlists.map { playlist in
      PlaylistContainment(
        playlist: playlist, contained: ids.filter { held[playlist.id]?.contains($0) == true },
        found: found.map { found in ids.filter { found[playlist.id]?.contains($0) == true } }, total: ids.count)
    }
  }

  /// Returns the episodes that rules find, by playlist; `nil` with `--by-hand`. Warns of rules that cannot be run.
  private func found(
    of ids: [Episode.ID], among playlists: [PlaylistSummary], in store: Store, _ session: Session
  ) throws -> [Playlist.ID: Set<Episode.ID>]? {
    if byHand { return nil }
    guard playlists.contains(where: \.isSmart) else { return [:] }
    let matching = try store.playlists(finding: ids)
    for (playlist, error) in matching.failures.sorted(by: { $0.key < $1.key }) {
      session.reporter.warn(
        of: MixtapeError(.library, .playlist(playlist), cause: error), "the rules of \(playlist) cannot be run")
    }
    return matching.found
  }
}

/// A playlist, and the requested episodes that it contains.
struct PlaylistContainment {
  let playlist: PlaylistSummary
  /// The episodes in its file, in the requested order.
  let contained: [Episode.ID]
  /// The other episodes, which its rules find; `nil` if the rules were not evaluated.
  let found: [Episode.ID]?
  let total: Int

  /// The extent to which a playlist contains the requested episodes.
  enum Extent: String {
    case all, some, none
  }

  /// The number of requested episodes that it contains, by hand and by rules.
  var count: Int { contained.count + (found?.count ?? 0) }

  var extent: Extent { count == total ? .all : count > 0 ? .some : .none }
}

extension PlaylistContainment {
  /// Returns a table of playlists with marks, and with numbers if there are several requested episodes.
  static func table(of containments: [PlaylistContainment]) -> TextTable {
    var table = TextTable(freeText: [2])
    for containment in containments {
      table.append(
        StyledText(containment.mark, containment.style), StyledText(containment.playlist.id, containment.style),
        StyledText(containment.playlist.name),
        StyledText(containment.total > 1 ? "\(containment.count) of \(containment.total)" : "", .faint))
    }
    return table
  }

  private var mark: String {
    switch extent {
    case .all: contained.count == total ? "*" : "+"
    case .some: "~"
    case .none: " "
    }
  }

  private var style: StyledText.Style? {
    switch extent {
    case .all: .green
    case .some: .yellow
    case .none: nil
    }
  }
}

extension JSONOutput {
  static func containment(_ containment: PlaylistContainment) -> JSONNode {
    [
      "id": .string(containment.playlist.id.rawValue),
      "folder": .string(containment.playlist.folder.path),
      "name": .string(containment.playlist.name),
      "holds": .string(containment.extent.rawValue),
      "contains": .strings(containment.contained),
      "found": containment.found.map { JSONNode.strings($0) } ?? .null,
    ]
  }
}
