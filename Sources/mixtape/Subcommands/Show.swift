import ArgumentParser
import MixtapeModel
import MixtapeStore

struct Show: MixtapeCommand {
  static let configuration = CommandConfiguration(
    abstract: "Show a playlist, as it is or as it was.",
    discussion: """
      Numbers the episodes as `add --at`, `remove` and `reorder` count them. An episode that the library does not have \
      is shown as missing.

      Examples:
        mixtape show morning-commute
        mixtape show morning-commute --at HEAD~3
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Option(help: ArgumentHelp("Show it as it was at a revision: a commit, HEAD~3, a branch or a tag.", valueName: "rev"))
  var at: String?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let id = try playlist.id
    let found =
      if let at { try store.playlist(id, at: at) } else { try store.existing(id, withTimes: session.wantsJSON) }
    if session.wantsJSON {
      session.print(JSONOutput.playlist(found))
    } else {
      session.print(PlaylistDetails(found, library: try store.episodes(found.episodes)).lines)
    }
    return .done
  }
}
