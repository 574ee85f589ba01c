import ArgumentParser
import MixtapeModel
import MixtapeStore

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
    abstract: "Change a setting of playlists for the player, as one change.",
    usage: "mixtape set <id> ... <setting> <value> [--dry-run] [--store <dir>] [--json] [--color <when>] [--no-pager]",
    discussion: """
      continuous: whether the player continues with the next episode. shuffle: whether the player shuffles the \
      playlist, or the name of the shuffle.

      Examples:
        mixtape set ferry continuous false
        mixtape set focus shuffle spread
        mixtape set bedtime wind-down shuffle false
      """)

  @Argument(
    help: ArgumentHelp(
      "The playlists (`-` reads them from standard input, one per line); then the setting (\(SettingName.all)); then its value: true or false, and for shuffle also \(SettingName.names(of: .shuffle).joined(separator: ", ")).",
      valueName: "id> ... <setting> <value"),
    completion: .ofStore { $0.playlists($1) + SettingName.completions(of: $1) })
  var words: [PlaylistsArgument]

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if words.count < 3 { throw ValidationError("name the playlists, the setting and its value") }
    _ = try change
  }

  func perform(in session: Session) throws -> ExitStatus {
    let ids = try words.playlists(beforeLast: 2, from: session.context.standardInput)
    return try session.perform(.configure(ids, try change), on: ids, preview)
  }

  private var change: PlaybackSettings.Setting {
    get throws {
      let (name, value) = (words[words.count - 2].text, words[words.count - 1].text)
      guard let key = SettingName.key(name) else {
        throw ValidationError("there is no setting \"\(name)\"; the settings are \(SettingName.all)")
      }
      if let change = PlaybackSettings.Setting(key, value) { return change }
      let values = SettingName.values(of: key).joined(separator: ", ")
      throw ValidationError("invalid value \"\(value)\" for \(key.rawValue); valid values: \(values)")
    }
  }
}

/// The names of settings on the command line, and those of their values.
enum SettingName {
  /// All names, for help and errors.
  static let all = PlaylistKey.keys(of: .settings).map(\.rawValue).joined(separator: " and ")

  /// Returns the setting with a name, or `nil`.
  static func key(_ name: String) -> PlaylistKey? {
    PlaylistKey(rawValue: name).flatMap { $0.part == .settings ? $0 : nil }
  }

  /// The values of a setting that are listed in help and completions.
  static func values(of key: PlaylistKey) -> [String] {
    (key.form.kinds.contains(.flag) ? ["true", "false"] : []) + names(of: key)
  }

  /// The names among the values of a setting. `off` means the same as `false`.
  static func names(of key: PlaylistKey) -> [String] {
    (key.form.choices ?? []).filter { $0 != ShuffleAlgorithm.off.rawValue }
  }

  /// Returns the settings and values that start with a prefix.
  static func completions(of prefix: String) -> [String] {
    let keys = PlaylistKey.keys(of: .settings)
    return (keys.map(\.rawValue) + keys.flatMap(values)).withoutRepetitions.filter { $0.hasPrefix(prefix) }
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
      """, aliases: ["cp"])

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Argument(help: "The name of the copy (default: the name followed by \"copy\").")
  var name: String?

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let plan = try store.change(.duplicate(try playlist.id, name: name))
    if let copy = plan.after, copy.isSmart { try store.warnOfMissingPlaylists(askedBy: copy.id) }
    return try session.present(plan, of: store)
  }
}

struct Move: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "move",
    abstract: "Move playlists to a folder, as one change.",
    usage: "mixtape move <id> ... <folder> [--dry-run] [--store <dir>] [--json] [--color <when>] [--no-pager]",
    discussion: """
      The folder is created if needed. The ids do not change.

      Examples:
        mixtape move ferry travel/2026
        mixtape move ferry /
        mixtape move focus to-sort archive
      """, aliases: ["mv"])

  @Argument(
    help: ArgumentHelp(
      "The playlists (`-` reads them from standard input, one per line), and at the end the folder; `/` is the top.",
      valueName: "id> ... <folder"))
  var words: [PlaylistsArgument]

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if words.count < 2 { throw ValidationError("name the playlists, and at the end the folder") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let ids = try words.playlists(beforeLast: 1, from: session.context.standardInput)
    let folder = try FolderArgument(text: words[words.count - 1].text).folder
    return try session.perform(.move(ids, to: folder), on: ids, preview)
  }
}

struct Delete: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete playlists, as one change. `mixtape undo` restores them.",
    discussion: """
      The playlists stay in history: `mixtape show ID --at REV` shows one.

      Examples:
        mixtape delete to-sort
        mixtape delete ferry to-sort
        mixtape delete ferry to-sort --dry-run
      """, aliases: ["rm"])

  @Argument(help: ArgumentHelp("The playlists; `-` reads them from standard input, one per line.", valueName: "id"))
  var playlists: [PlaylistArgument]

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let ids = try playlists.elements(from: session.context.standardInput).withoutRepetitions
    if !preview.dryRun, !ids.isEmpty { session.hint("`mixtape undo` restores \(ids.count == 1 ? "it" : "them")") }
    return try session.perform(.delete(ids), on: ids, preview)
  }
}
