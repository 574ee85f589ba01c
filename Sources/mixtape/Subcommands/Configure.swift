import ArgumentParser
import MixtapeModel
import MixtapeStore

struct Configure: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change a setting of playlists for the player, as one change.",
    usage: "mixtape set <id> ... <setting> <value> [--dry-run] [--store <dir>] [--json] [--color <when>] [--no-pager]",
    discussion: """
      continuous: whether the player continues with the next episode. shuffle: whether the player shuffles the \
      playlist, or the name of the shuffle. `yes` and `on` mean true, `no` and `off` mean false.

      Examples:
        mixtape set ferry continuous false
        mixtape set focus shuffle spread
        mixtape set bedtime wind-down shuffle true
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
    if words.count < 3 {
      throw ValidationError("missing argument: give the playlists, then the setting, then its value")
    }
    _ = try change
  }

  func perform(in session: Session) throws -> ExitStatus {
    let ids = try words.playlists(beforeLast: 2, in: session)
    return try session.perform(.configure(ids, try change), on: ids, preview)
  }

  private var change: PlaybackSettings.Setting {
    get throws {
      let (name, value) = (words[words.count - 2].text, words[words.count - 1].text)
      guard let key = SettingName.key(name) else {
        throw ValidationError("there is no setting \"\(name)\"; the settings are \(SettingName.all)")
      }
      return try SettingName.setting(key, value)
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

  /// Returns a setting with a value.
  ///
  /// - Throws: A `ValidationError` with the valid values.
  static func setting(_ key: PlaylistKey, _ value: String) throws -> PlaybackSettings.Setting {
    if let setting = PlaybackSettings.Setting(key, value) { return setting }
    let values = values(of: key).joined(separator: ", ")
    throw ValidationError("invalid value \"\(value)\" for \(key.rawValue); valid values: \(values)")
  }

  /// Returns the values of a setting that are listed in help and completions.
  static func values(of key: PlaylistKey) -> [String] {
    (key.form.kinds.contains(.flag) ? ["true", "false"] : []) + names(of: key)
  }

  /// Returns the names among the values of a setting.
  static func names(of key: PlaylistKey) -> [String] { key.form.choices ?? [] }

  /// Returns the settings and values that start with a prefix.
  static func completions(of prefix: String) -> [String] {
    let keys = PlaylistKey.keys(of: .settings)
    return (keys.map(\.rawValue) + keys.flatMap(values)).withoutRepetitions.filter { $0.hasPrefix(prefix) }
  }
}
