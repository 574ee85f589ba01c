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

      Examples:
        mixtape freeze short-and-unheard
        mixtape freeze short-and-unheard --dry-run
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let playlist = try store.existing(try playlist.id(in: session))
    let freezing = PlaylistOperation.freeze(
      playlist.id, found: playlist.isSmart ? try store.contents(of: playlist).found : [])
    if preview.dryRun { return try session.preview(freezing, in: store) }
    guard playlist.isSmart else {
      return try session.present(PlaylistPlan(freezing, from: playlist, to: playlist), of: store)
    }
    return try session.present(try store.change(freezing), of: store)
  }
}
