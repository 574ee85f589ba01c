import ArgumentParser
import MixtapeLibrary
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
    try session.perform(.rename(try playlist.id(in: session), to: text))
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
    try session.perform(.describe(try playlist.id(in: session), as: text))
  }
}

struct SetPlaylists: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change values of playlists, as one change.",
    discussion: """
      The ids and the file names do not change. An empty text removes the description. `yes` and `on` mean true, `no` and `off` \
      mean false.

      Examples:
        mixtape set focus --name "Deep Focus" --description "No words."
        mixtape set ferry --folder travel/2026 --shuffle spread --dry-run
        mixtape set bedtime wind-down --continuous false
      """)

  @Argument(help: ArgumentHelp("The playlists; `-` reads them from standard input, one per line.", valueName: "id"))
  var playlists: [PlaylistArgument]

  @Option(help: "The display name, of one playlist.")
  var name: String?

  @Option(help: ArgumentHelp("The description.", valueName: "text"))
  var description: String?

  @Option(
    help: ArgumentHelp("Whether the player continues with the next episode: true or false.", valueName: "value"),
    completion: .list(SettingName.values(of: .continuous)))
  var continuous: String?

  @Option(
    help: ArgumentHelp(
      "Whether the player shuffles: true, false, \(SettingName.names(of: .shuffle).joined(separator: ", ")).",
      valueName: "value"),
    completion: .list(SettingName.values(of: .shuffle)))
  var shuffle: String?

  @Option(help: "The new folder; `/` is the top.")
  var folder: FolderArgument?

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if [name, description, continuous, shuffle, folder?.text].allSatisfy({ $0 == nil }) {
      throw ValidationError("no change is given; use an option such as --name")
    }
    _ = try settings
  }

  func perform(in session: Session) throws -> ExitStatus {
    let ids = try playlists.elements(in: session)
    if name != nil, Set(ids).count > 1 {
      throw CommandFailure(.usage, code: "usage", "--name requires one playlist", hints: "name the others separately")
    }
    var edits = [name.map(PlaylistEdit.name), description.map(PlaylistEdit.description)].compactMap(\.self)
    edits += try settings.map(PlaylistEdit.setting)
    if let folder { edits.append(.folder(try folder.folder)) }
    return try session.perform(.edit(ids, edits), on: ids, preview)
  }

  /// The settings that the options name.
  var settings: [PlaybackSettings.Setting] {
    get throws {
      try [(PlaylistKey.continuous, continuous), (.shuffle, shuffle)].compactMap { key, value in
        try value.map { try SettingName.setting(key, $0) }
      }
    }
  }
}

/// The values of settings on the command line.
enum SettingName {
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
    let plan: PlaylistPlan
    let original = try playlist.id(in: session)
    do throws(MixtapeError) {
      plan = try store.change(.duplicate(original, name: name))
    } catch {
      throw ErrorPresenter.withoutIDOption(error, hint: "use another name for the copy")
    }
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
      "The playlists (`-` reads them from standard input, one per line), then the folder; `/` is the top.",
      valueName: "id> ... <folder"))
  var words: [PlaylistsArgument]

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if words.count < 2 { throw ValidationError("missing argument: give the playlists, then the folder") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let ids = try words.playlists(beforeLast: 1, in: session)
    let folder = try FolderArgument(text: words[words.count - 1].text).folder
    return try session.perform(.move(ids, to: folder), on: ids, preview)
  }
}

struct Delete: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "delete",
    abstract: "Delete playlists, podcasts or albums, as one change. `mixtape undo` restores them.",
    discussion: """
      They stay in history: `mixtape show ID --at REV` shows one. Playlists keep the ids of the episodes of a deleted podcast, and \
      `mixtape show` marks them as missing.

      Examples:
        mixtape delete to-sort
        mixtape delete ferry to-sort --dry-run
        mixtape delete night-sky
      """, aliases: ["rm"])

  @Argument(
    help: ArgumentHelp(
      "The playlists, or the podcasts and albums; `-` reads them from standard input, one per line.", valueName: "id"))
  var items: [ItemArgument]

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    for argument in items { try requireOneItem(argument, in: try session.currentStore()) }
    let items = try items.elements(in: session).withoutRepetitions
    let playlists = items.compactMap { if case .playlist(let id) = $0 { id } else { nil } }
    let podcasts = items.compactMap { if case .podcast(let id) = $0 { id } else { nil } }
    guard playlists.isEmpty || podcasts.isEmpty else {
      throw CommandFailure(
        .usage, code: "usage",
        "\(playlists[0]) is a playlist, and \(podcasts[0]) is a podcast; nothing was deleted",
        hints: "delete playlists and podcasts with two commands")
    }
    let status =
      podcasts.isEmpty
      ? try session.perform(.delete(playlists), on: playlists, preview)
      : try session.perform(.remove(podcasts), preview, in: try session.currentStore())
    if !preview.dryRun, !items.isEmpty { session.hint("`mixtape undo` restores \(items.count == 1 ? "it" : "them")") }
    return status
  }

  /// Refuses an id that a playlist and a podcast have, and that of an episode.
  private func requireOneItem(_ argument: ItemArgument, in store: Store) throws {
    if Episode.ID(rawValue: argument.text) != nil, argument.items.isEmpty {
      throw CommandFailure(
        .usage, code: "usage", "\(argument.text) is an episode",
        hints: "`mixtape episode remove \(argument.text)` removes it from the library")
    }
    let paths = try argument.items.compactMap { try store.path(of: $0) }
    guard paths.count > 1, let name = argument.items.first?.id else { return }
    throw CommandFailure(
      .usage, code: "usage", "\(name) is a playlist and a podcast; nothing was deleted",
      hints: "name the file: `playlists/\(name).toml` or `library/\(name).toml`")
  }
}

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

struct Edit: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "edit",
    abstract: "Edit the file of a playlist, a podcast or an album, and commit the changes.",
    discussion: """
      Opens the file in $VISUAL, else $EDITOR, and checks it afterwards. If it has errors, you can edit it again. A \
      file with errors is committed when the errors are fixed.

      Examples:
        mixtape edit morning-commute
        EDITOR="code --wait" mixtape edit night-sky
      """)

  @Argument(help: ArgumentHelp("The playlist, podcast or album.", valueName: "id"))
  var item: ItemArgument

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    try FileEditing(try item.id(in: session), in: session).perform()
  }
}
