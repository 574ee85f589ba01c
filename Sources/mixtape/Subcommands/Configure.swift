import ArgumentParser
import MixtapeModel
import MixtapeStore

struct Configure: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change a setting of a playlist for the player.",
    discussion: """
      continuous: go on to the next episode at the end of one. shuffle: the playlist may be shuffled.

      Example:
        mixtape set bedtime continuous false
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Argument(help: ArgumentHelp("The setting.", valueName: "setting"))
  var setting: PlaybackSettings.Key

  @Argument(help: "true or false.", completion: .list(["true", "false"]))
  var value: Bool

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    try session.perform(.configure(try playlist.id, setting, value))
  }
}
