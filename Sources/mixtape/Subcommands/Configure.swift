import ArgumentParser
import MixtapeModel
import MixtapeStore
import TerminalUI

struct Configure: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change a setting of a playlist for the player.",
    discussion: """
      continuous: go on to the next episode at the end of one. shuffle: the playlist may be shuffled, in the usual way or \
      in the one that is named.

      Examples:
        mixtape set ferry continuous false
        mixtape set focus shuffle spread
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Argument(help: ArgumentHelp("The setting.", valueName: "setting"))
  var setting: PlaybackSettings.Key

  @Argument(
    help: "true or false; for shuffle, also \(Self.shuffles.joined(separator: ", ")).",
    completion: .list(["true", "false"] + shuffles))
  var value: String

  @OptionGroup(title: "Common options") var common: CommonOptions

  private static let shuffles = ShuffleAlgorithm.allCases.filter { $0 != .off }.map(\.rawValue)

  func validate() throws { _ = try change }

  func perform(in session: Session) throws -> ExitStatus {
    try session.perform(.configure(try playlist.id, try change))
  }

  private var change: PlaybackSettings.Setting {
    get throws {
      switch setting {
      case .continuous: if let value = Bool(value) { return .continuous(value) }
      case .shuffle: if let value = ShuffleSetting(value) { return .shuffle(value) }
      }
      let shuffles = setting == .shuffle ? Self.shuffles : []
      throw ValidationError(
        "\(setting.rawValue) is one of \((["true", "false"] + shuffles).joined(separator: ", ")), and not \"\(value)\"")
    }
  }
}
