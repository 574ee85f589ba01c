import ArgumentParser
import MixtapeModel
import MixtapeStore
import TerminalUI

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
    let item = try item.id(in: session)
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
