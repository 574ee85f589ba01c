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
      try at.map { try Self.playlist(id, at: $0, in: store) }
      ?? store.existing(id, withTimes: session.wantsJSON)
    if session.wantsJSON {
      session.print(JSONOutput.playlist(found))
    } else {
      session.print(PlaylistDetails(found, library: try store.episodes(found.episodes)).lines)
    }
    return .done
  }

  private static func playlist(_ id: Playlist.ID, at revision: String, in store: Store) throws -> Playlist {
    do throws(MixtapeError) {
      return try store.playlist(id, at: revision)
    } catch {
      guard error.code == .notFound else { throw error }
      throw ErrorPresenter.absent(id, at: revision)
    }
  }
}
