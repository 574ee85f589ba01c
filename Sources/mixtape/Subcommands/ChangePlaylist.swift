import ArgumentParser
import MixtapeLibrary
import MixtapeModel
import MixtapeStore

struct Rename: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "rename",
    abstract: "Change the name of a playlist.",
    discussion: """
      The id and the file name do not change. To change them, rename the file.

      Example:
        mixtape rename morning-commute "To Work"
      """)

  @Argument(help: ArgumentHelp("The playlist.", valueName: "id"))
  var playlist: PlaylistArgument

  @Argument(help: ArgumentHelp("The new name.", valueName: "name"))
  var text: String

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if text == "-" { throw ValidationError("`-` is not a name; `rename` reads no name from standard input") }
  }

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

  @Argument(help: ArgumentHelp("The new description; `-` reads it from standard input.", valueName: "text"))
  var text: String

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if playlist.text == "-", text == "-" { throw ValidationError("standard input is either the id or the description") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let id = try playlist.id(in: session)
    return try session.perform(.describe(id, as: text == "-" ? try textOfStandardInput(session.context) : text))
  }

  /// Returns the text on standard input, without its last line end.
  private func textOfStandardInput(_ context: CommandContext) throws -> String {
    guard var text = String(validating: try context.readStandardInput(), as: UTF8.self) else {
      throw Problem(.invalid, code: "invalid-text", "standard input is not UTF-8 text")
    }
    if text.last?.isNewline == true { text.removeLast() }
    return text
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
      valueName: "id> ... <folder"), completion: .ofStore { $0.playlists($1) + $0.folders($1) })
  var words: [String]

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if words.count < 2 { throw ValidationError("missing argument: give the playlists, then the folder") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let ids = try words.dropLast().map(PlaylistArgument.init(text:)).elements(in: session)
    let folder = try Folder(validating: words[words.count - 1])
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
  var items: [ItemToDeleteArgument]

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let items = try items.elements(in: session).withoutRepetitions
    let playlists = items.compactMap { if case .playlist(let id) = $0 { id } else { nil } }
    let podcasts = items.compactMap { if case .podcast(let id) = $0 { id } else { nil } }
    guard playlists.isEmpty || podcasts.isEmpty else {
      let kind = try session.currentStore().kindWithArticle(of: podcasts[0])
      throw Problem.usage(
        "\(playlists[0]) is a playlist, and \(podcasts[0]) is \(kind); nothing was changed",
        hints: "delete playlists and podcasts with two commands")
    }
    let status =
      podcasts.isEmpty
      ? try session.perform(.delete(playlists), on: playlists, preview)
      : try session.perform(.remove(podcasts), preview, in: try session.currentStore())
    if !preview.dryRun, !items.isEmpty { session.hint("`mixtape undo` restores \(items.count == 1 ? "it" : "them")") }
    return status
  }
}

/// An item that `delete` deletes. An id of a playlist and a podcast is refused, and so is that of an episode.
struct ItemToDeleteArgument: ListedArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { ItemArgument.defaultCompletionKind }

  func element(in session: Session) throws -> StoreItem {
    let argument = ItemArgument(text: text)
    if Episode.ID(rawValue: text) != nil, argument.items.isEmpty {
      throw Problem.usage(
        "\(text) is an episode",
        hints: "`mixtape episode remove \(text)` removes it from the library")
    }
    try argument.requireOneKind(in: try session.currentStore())
    return try argument.element(in: session)
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
    let found = playlist.isSmart ? try store.contents(of: playlist).found : []
    let freezing = PlaylistOperation.freeze(playlist.id, found: found)
    if preview.dryRun { return try session.preview(freezing, in: store) }
    guard playlist.isSmart else {
      return try session.present(PlaylistPlan(freezing, from: playlist, to: playlist), of: store)
    }
    let status = try session.present(try store.change(freezing), of: store)
    if found.isEmpty {
      session.reporter.warn(
        code: "rules-found-nothing", "the rules of \(playlist.id) found no episodes",
        hints: ["`mixtape undo` restores the rules"])
    }
    return status
  }
}
