import ArgumentParser
import MixtapeModel
import MixtapeStore

struct Show: MixtapeCommand {
  static let opensRepository = false

  static let configuration = CommandConfiguration(
    commandName: "show",
    abstract: "Show a playlist, as it is or as it was.",
    discussion: """
      Numbers the episodes as `add --at`, `remove` and `reorder` count them. An episode that the library does not have \
      is shown as missing.

      Examples:
        mixtape show morning-commute
        mixtape show morning-commute --at @{1}
        mixtape show morning-commute --at 2026-03-01
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Option(
    help: ArgumentHelp(
      "Show it as it was: at a commit, a tag or HEAD~3; @{2}, two versions of it back; yesterday, 2026-03-01 or \"3 days ago\".",
      valueName: "rev"))
  var at: RevisionArgument?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let id = try playlist.id
    let found = try store.tellingWhenItWas(id, at: at?.revision) { (revision) throws(MixtapeError) in
      guard let revision else { return try store.existing(id, withTimes: session.wantsJSON) }
      return try store.playlist(id, at: revision)
    }
    if session.wantsJSON {
      session.print(JSONOutput.playlist(found))
    } else {
      let library = try store.episodes(found.episodes)
      session.print(PlaylistDetails(found, library: library, width: session.width).lines)
    }
    return .done
  }
}
