import ArgumentParser
import MixtapeModel
import MixtapeStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

struct SetValues: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "set",
    abstract: "Change values of playlists, of podcasts and albums, or of episodes, as one change.",
    discussion: """
      The ids are of one kind, and each kind has its own options. The id of a podcast or a playlist does not stand for its \
      episodes here: `--where 'podcast = "night-sky"'` finds them.

      The ids and the file names of playlists and podcasts do not change. An empty text removes a description, notes, an author, \
      a feed, a cover or the categories. `yes` and `on` mean true, `no` and `off` mean false.

      Unless the file says otherwise, an episode has the artist, the album and the genre of its podcast. `--set id=NAME` \
      changes its id, also in playlists. Times are `31:40`, `90 min` or seconds; dates are `2026-03-01` or \
      `2026-03-01T06:00:00Z`.

      Keys for --set and --clear: \(EpisodeKeyArgument.list(EpisodeKey.all)).

      Examples:
        mixtape set focus --name "Deep Focus" --description "No words."
        mixtape set ferry --folder travel/2026 --shuffle spread --dry-run
        mixtape set bedtime wind-down --continuous false
        mixtape set night-sky --title "Night Sky" --remove-tag weekly
        mixtape set night-sky --add-skip 'title contains "Rerun"'
        mixtape set night-sky daily-byte --folder podcasts/science --unsubscribe
        mixtape set night-sky/042-auroras --set rating=5 --set year=2026
        mixtape set --where 'genre = "Ragtime"' --clear composer --dry-run
      """)

  @Argument(
    help: ArgumentHelp(
      "Playlists, podcasts and albums, or episodes, by id or name; `-` reads them from standard input, one per line.",
      valueName: "what"))
  var items: [ItemToSetArgument] = []

  @OptionGroup var preview: DryRunOptions

  @OptionGroup(title: "Options of several kinds") var shared: SharedValueOptions

  @OptionGroup(title: "Options of playlists") var ofPlaylists: PlaylistValueOptions

  @OptionGroup(title: "Options of podcasts and albums") var ofPodcasts: PodcastValueOptions

  @OptionGroup(title: "Options of episodes") var ofEpisodes: EpisodeValueOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if given.isEmpty {
      let assigned = items.first { $0.text.contains("=") }?.text
        .split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false).map(String.init)
      let option =
        assigned.map { parts in
          let isOption = options.contains { $0.name == "--\(parts[0])" }
          return (isOption ? "--" : "--set ") + parts.joined(separator: isOption ? " " : "=")
        } ?? "--description"
      throw ValidationError("no change is given; use an option such as \(option)")
    }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let found = ofEpisodes.found
    try found.require(or: items, "playlists, podcasts or episodes", of: "set")
    let items = try items.elements(in: session).withoutRepetitions
    let kind = try kind(of: items, in: session)
    switch kind {
    case .playlist:
      let ids = items.compactMap { if case .playlist(let id) = $0 { id } else { nil } }
      try requireOne(kind, of: ids.count)
      return try session.perform(.edit(ids, try playlistEdits()), on: ids, preview)
    case .podcast:
      let ids = items.compactMap { if case .podcast(let id) = $0 { id } else { nil } }
      try requireOne(kind, of: ids.count)
      let edits = try podcastEdits(at: session.context.now)
      try session.warnOfDoubtful(ofPodcasts.addSkip)
      return try perform(.edit(ids, edits), isNothing: ids.isEmpty, kind, in: session)
    case .episode:
      let edits = try episodeEdits()
      let named = items.compactMap { if case .episode(let id) = $0 { id } else { nil } }
      let ids = (named + (try found.episodes(in: try session.currentStore(), session))).withoutRepetitions
      try requireOne(kind, of: ids.count)
      return try perform(.editEpisodes(ids, edits), isNothing: ids.isEmpty, kind, in: session)
    }
  }

  /// Changes the library, unless nothing is named or found.
  private func perform(
    _ operation: PodcastOperation, isNothing: Bool, _ kind: ItemKind, in session: Session
  ) throws -> ExitStatus {
    guard !isNothing else {
      return session.printNothingFound(
        to: "change", by: ofEpisodes.found.finding.noun, kind.noun, operation: operation.kind.rawValue)
    }
    return try session.perform(operation, preview, in: try session.currentStore())
  }
}

// MARK: - Kinds

extension SetValues {
  fileprivate enum ItemKind: String {
    case playlist, podcast, episode

    init(_ item: NamedItem) {
      switch item {
      case .playlist: self = .playlist
      case .podcast: self = .podcast
      case .episode: self = .episode
      }
    }

    var noun: String { rawValue }
  }

  /// All options that change something: whether each is given, and the kinds that have it.
  private var options: [(name: String, isGiven: Bool, kinds: [ItemKind])] {
    [
      ("--title", shared.title != nil, [.podcast, .episode]),
      ("--description", shared.description != nil, [.playlist, .podcast, .episode]),
      ("--notes", shared.notes != nil, [.podcast, .episode]),
      ("--folder", shared.folder != nil, [.playlist, .podcast]),
      ("--name", ofPlaylists.name != nil, [.playlist]),
      ("--continuous", ofPlaylists.continuous != nil, [.playlist]),
      ("--shuffle", ofPlaylists.shuffle != nil, [.playlist]),
      ("--author", ofPodcasts.origin.author != nil, [.podcast]),
      ("--feed", ofPodcasts.origin.feed != nil, [.podcast]),
      ("--artwork", ofPodcasts.origin.artwork != nil, [.podcast]),
      ("--category", !ofPodcasts.category.isEmpty, [.podcast]),
      ("--add-tag", !ofPodcasts.addTag.isEmpty, [.podcast]),
      ("--remove-tag", !ofPodcasts.removeTag.isEmpty, [.podcast]),
      ("--add-skip", !ofPodcasts.addSkip.isEmpty, [.podcast]),
      ("--remove-skip", !ofPodcasts.removeSkip.isEmpty, [.podcast]),
      ("--new-since", ofPodcasts.newSince != nil, [.podcast]),
      ("--subscribe", ofPodcasts.subscribe, [.podcast]),
      ("--unsubscribe", ofPodcasts.unsubscribe, [.podcast]),
      ("--set", !ofEpisodes.set.isEmpty, [.episode]),
      ("--clear", !ofEpisodes.clear.isEmpty, [.episode]),
    ]
  }

  private var given: [(name: String, isGiven: Bool, kinds: [ItemKind])] { options.filter(\.isGiven) }

  /// Returns the kind of all items, and makes sure that all given options are of this kind.
  ///
  /// If standard input names nothing, it is a kind of the first option.
  ///
  /// - Throws: A ``Problem`` for items of two kinds, or for an option of another kind.
  private func kind(of items: [NamedItem], in session: Session) throws -> ItemKind {
    let finds = !ofEpisodes.found.finding.isEmpty
    guard let first = items.first else {
      if finds { try requireOptions(of: .episode, "\(findingOption) finds episodes") }
      return finds ? .episode : given.first?.kinds.first ?? .playlist
    }
    let kind = ItemKind(first)
    if let other = items.first(where: { ItemKind($0) != kind }) {
      throw Problem.usage(
        "\(try Self.wording(of: first, session)), and \(try Self.wording(of: other, session)); nothing was changed",
        hints: "change playlists, podcasts and episodes with separate commands")
    }
    if finds, kind != .episode {
      throw Problem.usage(
        "\(findingOption) finds episodes, and \(try Self.wording(of: first, session)); nothing was changed",
        hints: "change playlists, podcasts and episodes with separate commands")
    }
    try requireOptions(of: kind, try Self.wording(of: first, session), hint: Self.findingHint(first))
    return kind
  }

  /// Returns the item and its kind, as a clause.
  private static func wording(of item: NamedItem, _ session: Session) throws -> String {
    switch item {
    case .playlist(let id): "\(id) is a playlist"
    case .podcast(let id): "\(id) is \(try session.currentStore().kindWithArticle(of: id))"
    case .episode(let id): "\(id) is an episode"
    }
  }

  /// The name of the option that finds episodes.
  private var findingOption: String { ofEpisodes.found.finding.rules.isEmpty ? "--search" : "--where" }

  /// Throws an error if an option is not for a kind.
  ///
  /// - Parameters:
  ///   - reason: The reason for the kind, as a clause.
  ///   - hint: The hint for an option of episodes.
  private func requireOptions(
    of kind: ItemKind, _ reason: @autoclosure () throws -> String, hint: String? = nil
  ) throws {
    guard let option = given.first(where: { !$0.kinds.contains(kind) }) else { return }
    let names = options.filter { $0.kinds.contains(kind) }.map(\.name)
    throw Problem.usage(
      "\(option.name) is an option of \(listed(option.kinds.map { "\($0.noun)s" })), and \(try reason()); nothing was changed",
      hints: option.kinds == [.episode] ? hint : nil, "options of \(kind.noun)s: \(names.joined(separator: ", "))")
  }

  /// Returns the hint with the rule that finds the episodes of an item.
  private static func findingHint(_ item: NamedItem) -> String? {
    switch item {
    case .playlist(let id): "`--where 'in playlist \"\(id)\"'` finds its episodes"
    case .podcast(let id): "`--where 'podcast = \"\(id)\"'` finds its episodes"
    case .episode: nil
    }
  }

  /// Throws an error if an option gives several items the same name, title, id or feed.
  private func requireOne(_ kind: ItemKind, of count: Int) throws {
    guard count > 1 else { return }
    let single = given.map(\.name).first { ["--name", "--title", "--feed"].contains($0) }
    // These values tell episodes apart.
    let distinct: Set<EpisodeKey> = [.id, .guid, .url, .field(.title)]
    let key = kind == .episode ? try episodeEdits().map(\.key).first(where: distinct.contains) : nil
    guard let option = single ?? key.map({ "--set \($0)=…" }) else { return }
    throw Problem.usage("\(option) requires one \(kind.noun); these are \(count)")
  }
}

// MARK: - Edits

extension SetValues {
  private func playlistEdits() throws -> [PlaylistEdit] {
    var edits = [ofPlaylists.name.map(PlaylistEdit.name), shared.description.map(PlaylistEdit.description)]
      .compactMap(\.self)
    edits += try ofPlaylists.settings.map(PlaylistEdit.setting)
    if let folder = shared.folder { edits.append(.folder(try folder.folder)) }
    return edits
  }

  private func podcastEdits(at now: () -> Date) throws -> [PodcastEdit] {
    let origin = ofPodcasts.origin
    var edits: [PodcastEdit?] = [
      shared.title.map(PodcastEdit.title), origin.author.map { .author($0.nonEmpty) },
      origin.feed.map { .feed($0.nonEmpty) }, origin.artwork.map { .artwork($0.nonEmpty) },
      shared.description.map { .description($0.nonEmpty) }, shared.notes.map { .notes($0.nonEmpty) },
    ]
    let (categories, added, removed) = (ofPodcasts.category, ofPodcasts.addTag, ofPodcasts.removeTag)
    if !categories.isEmpty { edits.append(.categories(categories.compactMap(\.nonEmpty).withoutRepetitions)) }
    edits += removed.map { .untag($0) } + added.map { .tag($0) }
    edits += try ofPodcasts.removeSkip.map { .unskip(try $0.condition) }
    edits += try ofPodcasts.addSkip.map { .skip(try $0.condition) }
    if let newSince = ofPodcasts.newSince { edits.append(.newSince(try newSince.date(at: now()))) }
    if ofPodcasts.subscribe || ofPodcasts.unsubscribe { edits.append(.subscribed(ofPodcasts.subscribe)) }
    if let folder = shared.folder { edits.append(.folder(try folder.folder)) }
    return edits.compactMap(\.self)
  }

  private func episodeEdits() throws -> [EpisodeEdit] {
    let texts = [("title", shared.title), ("description", shared.description), ("notes", shared.notes)]
    var edits = try texts.compactMap { key, text in
      try text.map { text in
        text.isEmpty && key != "title"
          ? try EpisodeKeyArgument(text: key).removal : try EpisodeValueArgument(text: "\(key)=\(text)").edit
      }
    }
    edits += try ofEpisodes.set.map { try $0.edit } + ofEpisodes.clear.map { try $0.removal }
    let names = edits.map(\.key.name)
    if let twice = Set(names).sorted().first(where: { name in names.count { $0 == name } > 1 }) {
      throw Problem.usage(
        "`\(twice)` is given more than once",
        hints: "give one `--set` or one `--clear` for each key")
    }
    return edits
  }
}

// MARK: - Arguments

/// An item that `set` changes. An id of a playlist and a podcast is refused, because their options have the same names.
struct ItemToSetArgument: ListedArgument {
  let text: String

  static var defaultCompletionKind: CompletionKind { WhatArgument.defaultCompletionKind }

  func element(in session: Session) throws -> NamedItem {
    try ItemArgument(text: text).requireOneKind(in: try session.currentStore())
    return try WhatArgument(text: text).element(in: session)
  }
}

struct SharedValueOptions: ParsableArguments {
  @Option(help: "The title, of one podcast, album or episode.")
  var title: String?

  @Option(help: ArgumentHelp("The description.", valueName: "text"))
  var description: String?

  @Option(
    help: ArgumentHelp("Your notes on podcasts or episodes. Updates from the feed keep them.", valueName: "text"))
  var notes: String?

  @Option(
    help: "The new folder of playlists or of podcasts; `/` is the top.",
    completion: .ofStore { $0.folders($1) + $0.folders(of: .library, $1) })
  var folder: FolderArgument?
}

struct PlaylistValueOptions: ParsableArguments {
  @Option(help: "The display name, of one playlist.")
  var name: String?

  @Option(
    help: ArgumentHelp("Whether the player continues with the next episode: true or false.", valueName: "value"),
    completion: .list(PlaylistKey.continuous.values))
  var continuous: String?

  @Option(
    help: ArgumentHelp(
      "Whether the player shuffles: \(PlaylistKey.shuffle.values.joined(separator: ", ")).",
      valueName: "value"),
    completion: .list(PlaylistKey.shuffle.values))
  var shuffle: String?

  func validate() throws { _ = try settings }

  var settings: [PlaybackSettings.Setting] {
    get throws {
      try [(PlaylistKey.continuous, continuous), (.shuffle, shuffle)].compactMap { key, value in
        try value.map { try key.setting($0) }
      }
    }
  }
}

extension PlaylistKey {
  /// The values of a setting that are listed in help and completions.
  fileprivate var values: [String] { (form.kinds.contains(.flag) ? ["true", "false"] : []) + (form.choices ?? []) }

  /// Returns a setting with a value.
  ///
  /// - Throws: A `ValidationError` with the valid values.
  fileprivate func setting(_ value: String) throws -> PlaybackSettings.Setting {
    if let setting = PlaybackSettings.Setting(self, value) { return setting }
    throw ValidationError("invalid value \"\(value)\" for \(rawValue); valid values: \(values.joined(separator: ", "))")
  }
}

struct PodcastValueOptions: ParsableArguments {
  @OptionGroup var origin: PodcastOriginOptions

  @Option(help: ArgumentHelp("A category; may be repeated. Replaces the current categories.", valueName: "name"))
  var category: [String] = []

  @Option(help: ArgumentHelp("A tag to add; may be repeated.", valueName: "tag"), completion: .tags)
  var addTag: [String] = []

  @Option(help: ArgumentHelp("A tag to remove; may be repeated.", valueName: "tag"), completion: .tags)
  var removeTag: [String] = []

  @Option(
    help: ArgumentHelp("A rule of items that updates from the feed skip; may be repeated.", valueName: "rule"))
  var addSkip: [RuleArgument] = []

  @Option(
    help: ArgumentHelp("A rule of skipped items to remove, as it is written; may be repeated.", valueName: "rule"))
  var removeSkip: [RuleArgument] = []

  @Option(
    help: ArgumentHelp(
      "`mixtape new` lists only episodes published on this day or later: `2026-03-01`, `today`, or `none` for all.",
      valueName: "date"))
  var newSince: NewSinceArgument?

  @Flag(help: "Subscribe to the podcast.")
  var subscribe = false

  @Flag(help: "Unsubscribe from the podcast.")
  var unsubscribe = false

  func validate() throws {
    if subscribe && unsubscribe { throw ValidationError("--subscribe and --unsubscribe cannot be used together") }
    if let tag = addTag.first(where: removeTag.contains) {
      throw ValidationError("--add-tag and --remove-tag cannot have the same tag \"\(tag)\"")
    }
  }
}

struct EpisodeValueOptions: ParsableArguments {
  @Option(help: ArgumentHelp("A key and its new value; may be repeated.", valueName: "key=value"))
  var set: [EpisodeValueArgument] = []

  @Option(help: ArgumentHelp("A key to remove; may be repeated.", valueName: "key"))
  var clear: [EpisodeKeyArgument] = []

  @OptionGroup var found: WhereOptions
}

/// The day from which on episodes are new: a date, `today`, or `none`.
struct NewSinceArgument: TextArgument {
  let text: String

  static let (today, none) = ("today", "none")

  static var defaultCompletionKind: CompletionKind { .list([today, none]) }

  /// The time; `nil` for `none`.
  ///
  /// - Throws: ``Problem`` for any other text.
  func date(at now: Date) throws(Problem) -> Date? {
    switch text {
    case Self.none: return nil
    case Self.today: return now.startOfDay
    default:
      if case .date(let date)? = Episode.FieldValue(text, of: .date) { return date }
      throw Problem(
        .usage, code: "invalid-value", "\(ErrorPresenter.quoted(text)) is not a date",
        hints: "write a date such as 2026-03-01, `today` or `none`")
    }
  }
}
