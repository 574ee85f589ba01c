import ArgumentParser
import MixtapeModel

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
      continuous: whether the player continues with the next episode. shuffle: whether the player shuffles the \
      playlist, or the name of the shuffle.

      Examples:
        mixtape set ferry continuous false
        mixtape set focus shuffle spread
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Argument(help: ArgumentHelp("The setting.", valueName: "setting"))
  var setting: SettingArgument

  @Argument(
    help: "true or false; for shuffle, also \(SettingArgument.names(of: .shuffle).joined(separator: ", ")).",
    completion: .list(PlaylistKey.keys(of: .settings).flatMap(SettingArgument.values).withoutRepetitions))
  var value: String

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws { _ = try change }

  func perform(in session: Session) throws -> ExitStatus {
    try session.perform(.configure(try playlist.id, try change))
  }

  private var change: PlaybackSettings.Setting {
    get throws {
      if let change = PlaybackSettings.Setting(setting.key, value) { return change }
      let values = SettingArgument.values(of: setting.key).joined(separator: ", ")
      throw ValidationError("invalid value \"\(value)\" for \(setting.key.rawValue); valid values: \(values)")
    }
  }
}

/// The name of a setting on the command line.
struct SettingArgument: ExpressibleByArgument {
  let key: PlaylistKey

  init?(argument: String) {
    guard let key = PlaylistKey(rawValue: argument), key.part == .settings else { return nil }
    self.key = key
  }

  static var allValueStrings: [String] { PlaylistKey.keys(of: .settings).map(\.rawValue) }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }

  /// The values of a setting that are listed in help and completions.
  static func values(of key: PlaylistKey) -> [String] {
    (key.form.kinds.contains(.flag) ? ["true", "false"] : []) + names(of: key)
  }

  /// The names among the values of a setting. `off` means the same as `false`.
  static func names(of key: PlaylistKey) -> [String] {
    (key.form.choices ?? []).filter { $0 != ShuffleAlgorithm.off.rawValue }
  }
}

struct Duplicate: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "duplicate",
    abstract: "Copy a playlist, including its comments.",
    discussion: """
      The id of the copy is made from its name. Without a name, several copies are numbered: "Focus copy 2".

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
      The playlist stays in history: `mixtape show ID --at REV` shows it.

      Example:
        mixtape delete to-sort
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    session.hint("`mixtape undo` restores it")
    return try session.perform(.delete(try playlist.id))
  }
}
