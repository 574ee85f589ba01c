import ArgumentParser
import GitHistory
import MixtapeModel
import MixtapeStore

struct History: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "List the changes of the store or of one playlist, the latest first.",
    discussion: """
      A playlist that was deleted still has its history. Revisions are what `show --at` and `diff` take.

      Examples:
        mixtape history
        mixtape history morning-commute --limit 5
        mixtape history --page 2
      """)

  @Argument(help: ArgumentHelp("The playlist (default: all of the store).", valueName: "id"))
  var playlist: PlaylistArgument?

  @Option(help: ArgumentHelp("How many changes a page has.", valueName: "n"))
  var limit = Self.usualLimit

  @Option(help: ArgumentHelp("Which page, counted from 1.", valueName: "n"))
  var page = 1

  @Flag(help: "Show what each change says besides its title.")
  var long = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    guard (1...100_000).contains(limit) else { throw ValidationError("--limit takes a number from 1 to 100000") }
    guard (1...1_000_000).contains(page) else { throw ValidationError("--page takes a number from 1 to 1000000") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let result = try store.history(of: try playlist?.id, limit: limit, skip: (page - 1) * limit)
    session.print(json: .array(result.entries.map(JSONOutput.entry))) {
      for entry in result.entries { session.print(lines(for: entry, in: session.context)) }
      if result.entries.isEmpty { session.remark("No changes here.") }
      if result.hasMore {
        let size = limit == Self.usualLimit ? "" : "--limit \(limit) "
        session.hint("`\(size)--page \(page + 1)` shows earlier changes")
      }
    }
    return .done
  }

  private static let usualLimit = 20

  private func lines(for entry: HistoryEntry, in context: CommandContext) -> [StyledText] {
    let time = Timestamp(entry.date, utcOffset: context.utcOffset(entry.date)).text
    let title: StyledText = "\(entry.id.abbreviated, .yellow)  \(time, .faint)  \(entry.subject)"
    guard long, !entry.body.isEmpty else { return [title] }
    return [title] + entry.body.split(whereSeparator: \.isNewline).map { "            \($0)" }
  }
}
