import ArgumentParser
import MixtapeLibrary
import MixtapeModel
import MixtapeStore

struct Freeze: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "freeze",
    abstract: "Replace the rules of a playlist with the episodes that they find now.",
    discussion: """
      The episodes that the rules find now follow the hand-picked ones, and the rules are removed. To keep the rules \
      too, freeze a copy (`mixtape duplicate`). `mixtape undo` restores the rules.

      Example:
        mixtape freeze short-and-unheard
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let playlist = try store.existing(try playlist.id(in: session), withTimes: false)
    guard playlist.isSmart else {
      let nothing = PlaylistPlan(.freeze(playlist.id, found: []), from: playlist, to: playlist)
      return try session.present(nothing, of: store)
    }
    let found = try store.contents(of: playlist).found
    return try session.present(try store.change(.freeze(playlist.id, found: found)), of: store)
  }
}
