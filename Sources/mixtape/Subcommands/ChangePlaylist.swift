import ArgumentParser
import MixtapeModel
import MixtapeStore
import TerminalUI

struct Rename: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Change the name of a playlist.",
    discussion: """
      The id and the file name do not change.

      Example:
        mixtape rename morning-commute "To Work"
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Argument(help: ArgumentHelp("The new name.", valueName: "name"))
  var text: String

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    try session.perform(.rename(try playlist.id, to: text))
  }
}

struct Describe: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "describe",
    abstract: "Change the description of a playlist.",
    discussion: """
      An empty text removes the description.

      Example:
        mixtape describe focus "No words before noon."
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Argument(help: ArgumentHelp("The new description.", valueName: "text"))
  var text: String

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    try session.perform(.describe(try playlist.id, as: text))
  }
}

struct Configure: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change a setting of a playlist for the player.",
    discussion: """
      continuous: whether the player plays the next episode at the end of one. shuffle: whether the player shuffles \
      the playlist, or the name of the shuffle to use.

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

struct Duplicate: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "duplicate",
    abstract: "Copy a playlist, including its comments.",
    discussion: """
      The copy gets a new id, made from its name. Without a name, further copies are numbered: "Focus copy 2".

      Examples:
        mixtape duplicate morning-commute
        mixtape duplicate morning-commute "Evening Commute"
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Argument(help: "The name of the copy (default: the name followed by \"copy\").")
  var name: String?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    try session.perform(.duplicate(try playlist.id, name: name))
  }
}

struct Move: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move a playlist to a folder.",
    discussion: """
      The folder is created if needed. The id does not change.

      Examples:
        mixtape move ferry travel/2026
        mixtape move ferry /
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Argument(help: "The folder; `/` is the top.")
  var folder: FolderArgument

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    try session.perform(.move(try playlist.id, to: try folder.folder))
  }
}

struct Delete: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete a playlist. `mixtape undo` restores it.",
    discussion: """
      History keeps it: `mixtape show ID --at REV` still shows it.

      Example:
        mixtape delete to-sort
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    session.hint("`mixtape undo` brings it back")
    return try session.perform(.delete(try playlist.id))
  }
}
