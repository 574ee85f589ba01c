import ArgumentParser
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import Podcasts
import StoreBrowser
import SystemPackage

struct Search: MixtapeCommand {

  static let configuration = CommandConfiguration(
    commandName: "search",
    abstract: "List the episodes of the library that contain words or match rules.",
    discussion: """
      Words are searched in titles, artists, albums, genres, composers, descriptions and notes of episodes, and in titles of \
      podcasts. Case and accents are ignored. An episode must contain all words.

        "two words"   these words next to each other
        aur*          words that begin with "aur"
        title:moon    a word in one field
        podcast:moon  a word in the title, description or notes of the podcast
        -bus          no such word
        -- --word     a word that begins with dashes

      Put single quotes around each rule of --where. An episode must match all rules, unless --match says otherwise. Fields of \
      rules: \(RuleField.allCases.map(\.rawValue).joined(separator: ", ")). Other names: \
      \(RuleField.aliases.keys.sorted().joined(separator: ", ")). An operator that a field does not support is an error, \
      which lists those that it supports. `mixtape create NAME --build` asks for the parts of rules.

      Without words and rules, lists all episodes. `-n 5` lists only the first 5. Prints the id, the title and as much else \
      as there is room for; --columns chooses.

      Examples:
        mixtape search auroras
        mixtape search night -train -n 5
        mixtape search '"patch tuesday" byte'
        mixtape search 'title:moon*' --sort -dateAdded --ids
        mixtape search --where 'duration < 20 min and not played in the last 30 days'
        mixtape search --where 'genre = "Ragtime"' --sort -lastPlayedAt --limit 10
        mixtape search --where 'playCount is missing' --count
      """)

  @Argument(
    parsing: .allUnrecognized,
    help: ArgumentHelp("Words to search for; `-word` excludes episodes with that word.", valueName: "text"))
  var arguments: [String] = []

  @Option(
    name: .customLong("where"),
    help: ArgumentHelp("A rule that episodes must match; may be repeated.", valueName: "rule"))
  var rules: [RuleArgument] = []

  @Option(help: ArgumentHelp("How to combine rules (default: all).", valueName: "how"))
  var match: SmartCriteria.Match?

  @OptionGroup var order: OrderOptions

  @Flag(help: "Only the episodes that are downloaded to this machine.")
  var downloaded = false

  @OptionGroup var form: EpisodeListOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  /// The place of `-n N` before `--`. It is not an option of the parser, which would read `-night` as several options.
  private var number: (index: Int, value: Int)? {
    let words = arguments.prefix { $0 != "--" }
    guard let index = words.firstIndex(of: NumberOption.name), index + 1 < words.endIndex,
      let value = Int(words[index + 1])
    else { return nil }
    return (index, value)
  }

  /// The search text, without `-n N`, and without the `--` that ends the options. Leading dashes of later words are
  /// removed, because a dash means `not`.
  private var text: [String] {
    var arguments = arguments
    if let index = number?.index { arguments.removeSubrange(index...(index + 1)) }
    guard let end = arguments.firstIndex(of: "--") else { return arguments }
    let words = arguments[(end + 1)...].map { word in
      word.hasPrefix("--") ? String(word.drop { $0 == "-" }) : word
    }
    return Array(arguments[..<end]) + words
  }

  /// Whether something chooses the episodes. Ids often go to a command that changes them, and an empty variable of the shell must not
  /// mean all.
  private var chooses: Bool {
    !text.isEmpty || !rules.isEmpty || number != nil || downloaded || !order.limit.isEmpty || order.sort != nil
  }

  func validate() throws {
    // Unknown options are among the arguments.
    let mistaken = arguments.prefix { $0 != "--" }.first { $0.hasPrefix("--") }
    if let mistaken {
      throw ValidationError(
        "there is no option \(ErrorPresenter.quoted(mistaken)); write `-- \(mistaken)` to search for the word")
    }
    if arguments.prefix(while: { $0 != "--" }).contains("-w") {
      throw ValidationError("there is no option \"-w\"; use `--where`, or write `-- -w` to leave out the word")
    }
    if number == nil, arguments.prefix(while: { $0 != "--" }).contains(NumberOption.name) {
      throw ValidationError("-n requires a number; write `-- -n` to leave out the word")
    }
    if !text.isEmpty, text.allSatisfy(\.isBlank) { throw ValidationError("the search text is empty") }
    if match != nil, rules.isEmpty { throw ValidationError("--match requires --where") }
    if form.ids, !chooses {
      throw ValidationError(
        "--ids needs words, --where, --sort, -n, --limit or --downloaded; `--sort library` prints the ids of the whole library"
      )
    }
    if downloaded, !order.limit.isEmpty {
      throw ValidationError("--downloaded cannot be used with --limit; use -n for the first downloaded episodes")
    }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let words = text.isEmpty ? nil : text.joined(separator: " ")
    var limited = order
    limited.sorting.add(limit: number?.value)
    let limit = try limited.edits()
    let others = [match.map(CriteriaEdit.match), words.map(CriteriaEdit.search)].compactMap(\.self)
    // The library does not know what is downloaded, so -n counts the downloads afterwards.
    return try session.list(
      rules, others + (downloaded ? try order.edits() : limit), downloaded: downloaded,
      atMost: downloaded ? number?.value : nil, as: form)
  }
}

struct Query: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "query",
    abstract: "List the episodes that match rules, as `mixtape search --where RULE` does.",
    discussion: """
      Examples:
        mixtape query 'rating >= 4 and not played in the last 30 days' --sort -rating
      """, shouldDisplay: false)

  @Argument(help: ArgumentHelp("A rule that episodes must match.", valueName: "rule"))
  var rules: [RuleArgument]

  @OptionGroup var first: FirstOption

  @OptionGroup var order: OrderOptions

  @OptionGroup var form: EpisodeListOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    try session.list(rules, try first.edits(with: order), as: form)
  }
}

struct ListEpisodes: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "list",
    abstract: "List the episodes of podcasts or albums, as `mixtape search --where 'podcast = ID'` does.",
    discussion: """
      Examples:
        mixtape episode list night-sky --columns date,title,state
      """, shouldDisplay: false)

  @Argument(
    help: ArgumentHelp(
      "The podcasts or albums (default: all); `-` reads them from standard input, one per line.", valueName: "podcast"))
  var podcasts: [PodcastArgument] = []

  @OptionGroup var first: FirstOption

  @OptionGroup var order: OrderOptions

  @OptionGroup var form: EpisodeListOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let ids = try podcasts.elements(in: session).withoutRepetitions
    if !podcasts.isEmpty, ids.isEmpty { return session.printNothingFound(to: "list", "podcast") }
    for id in ids { _ = try store.library.existing(id) }
    let rules = try ids.map { CriteriaEdit.add(try WrittenRule(parsing: "podcast = \"\($0)\"")) }
    return try session.list([], rules + (ids.isEmpty ? [] : [.match(.any)]) + (try first.edits(with: order)), as: form)
  }
}

/// The option `-n` of the short forms of `search`.
struct FirstOption: ParsableArguments {
  @Option(name: .customShort("n"), help: ArgumentHelp("Only the first N, as `--limit N`.", valueName: "n"))
  var number: Int?

  /// Returns the order and the limits.
  func edits(with order: OrderOptions) throws -> [CriteriaEdit] {
    var order = order
    order.sorting.add(limit: number)
    return try order.edits()
  }
}

struct New: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "new",
    abstract: "List the new episodes of subscribed podcasts, the last published first.",
    discussion: """
      An episode is new until it was played or started. `podcast add` and imports of OPML write `newSince` into the file \
      of the podcast, so that episodes published before that day are not new. Without this key, all unplayed episodes are.

      Examples:
        mixtape new
        mixtape new night-sky -n 5
        mixtape new --ids | mixtape add focus -
      """)

  @Argument(help: ArgumentHelp("The podcasts (default: all subscribed ones).", valueName: "podcast"))
  var podcasts: [PodcastArgument] = []

  @Option(name: [.customShort("n"), .long], help: ArgumentHelp("Only the newest N.", valueName: "n"))
  var limit: Int?

  @OptionGroup var form: EpisodeListOptions

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if let limit, limit < 1 { throw ValidationError("--limit must be at least 1") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let ids = try podcasts.elements(in: session).withoutRepetitions
    if !podcasts.isEmpty, ids.isEmpty { return session.printNothingFound(to: "list", "podcast") }
    for id in ids where try store.path(of: .podcast(id)) == nil { throw try store.notFound(.podcast(id)) }
    let texts = form.needsIDsOnly ? EpisodeTexts(now: session.context.now()) : session.episodeTexts(of: store)
    var stream = try EpisodeStream(session, form, texts, usual: EpisodeColumn.ofNew, atMost: limit)
    try store.forEachNewEpisode(of: ids.isEmpty ? nil : Set(ids)) { stream.put($0) }
    let count = try stream.finish()
    if count == 0, !form.count {
      session.remark("No new episodes.")
      session.hint("`mixtape feed update` fetches them")
    }
    return count == 0 && form.exitCode ? .nothingToDo : .done
  }
}

extension Session {
  /// Prints the episodes of the library that match rules, in the requested form.
  ///
  /// - Parameters:
  ///   - others: The other criteria.
  ///   - downloaded: Whether only downloaded episodes are listed.
  ///   - most: The maximum number of episodes; `nil` for all.
  fileprivate func list(
    _ rules: [RuleArgument], _ others: [CriteriaEdit], downloaded: Bool = false, atMost most: Int? = nil,
    as form: EpisodeListOptions
  ) throws -> ExitStatus {
    let store = try currentStore()
    try warnOfDoubtful(rules)
    let conditions = try rules.map { try $0.condition }
    do {
      let criteria = try SmartCriteria().applying(conditions.map(CriteriaEdit.add) + others)
      let query = EpisodeQuery(criteria, now: context.now())
      let count: Int
      if form.count, !downloaded {
        count = try store.count(matching: query)
        print(count: count)
      } else {
        let texts =
          form.needsIDsOnly
          ? EpisodeTexts(now: query.now, downloads: downloaded ? downloads(of: store) : Downloads())
          : episodeTexts(of: store)
        var stream = try EpisodeStream(self, form, texts, downloaded: downloaded, atMost: most)
        if form.needsIDsOnly {
          try store.forEachEpisodeID(matching: query) { stream.put($0) }
        } else {
          try store.forEachEpisode(matching: query) { stream.put($0) }
        }
        count = try stream.finish()
      }
      if count == 0, !form.count {
        remark("No episodes found.")
        try hintAtWiderSearches(than: criteria, in: store)
      }
      return count == 0 && form.exitCode ? .nothingToDo : .done
    } catch let error as MixtapeError {
      throw ErrorPresenter.failure(of: conditions.map(\.rule), error) ?? error
    }
  }

  /// The maximum number of searches that are tried and named if one finds nothing.
  private static let (mostTried, mostNamed) = (8, 2)

  /// Names what would find something: the search without rules, else other searches.
  private func hintAtWiderSearches(than criteria: SmartCriteria, in store: Store) throws {
    guard let search = criteria.search else { return }
    do throws(RuleError) {
      _ = try ParsedRule(parsing: search)
      hint("add `--where \(ErrorPresenter.shellWord(search))` to search by this rule")
    } catch {
      // Words are rarely a rule.
    }
    if criteria.conditions?.isEmpty == false {
      let query = EpisodeQuery(try SmartCriteria().applying([.search(search)]), now: context.now())
      let count = try store.count(matching: query)
      if count > 0 { return hint("without the rules, `\(search)` finds \(counted(count, "episode"))") }
    }
    var named = 0
    for wider in EpisodeQuery.widerSearches(than: search).prefix(Self.mostTried) where named < Self.mostNamed {
      var unlimited = try criteria.applying([.search(wider)])
      unlimited.limits = PlaylistLimits()
      let count = try store.count(matching: EpisodeQuery(unlimited, now: context.now()))
      guard count > 0 else { continue }
      named += 1
      hint("the search `\(wider)` finds \(counted(count, "episode"))")
    }
  }

  fileprivate func print(count: Int) {
    print(json: ["count": .integer(count)]) { print("\(count)") }
  }
}

extension EpisodeListOptions {
  /// Whether the ids of the episodes are enough.
  fileprivate var needsIDsOnly: Bool { count || ids }
}

/// Prints episodes in the requested form as they are found, so that a long result needs little memory.
private struct EpisodeStream {
  private let session: Session
  private let form: EpisodeListOptions
  private let texts: EpisodeTexts
  private let columns: [EpisodeColumn]?
  private let usual: [EpisodeColumn]
  private let downloaded: Bool
  private let most: Int?
  private var count = 0
  private var rows: [Episode] = []
  private var failure: OutputFailure?

  /// The number of episodes in a table. Each table has its own column widths.
  private static let tableSize = 1_000

  /// Makes a stream.
  ///
  /// - Parameters:
  ///   - usual: The columns if the user chose none.
  ///   - downloaded: Whether only downloaded episodes are listed.
  ///   - most: The maximum number of episodes; `nil` for all.
  /// - Throws: ``Problem`` if the user chose a column that does not exist.
  init(
    _ session: Session, _ form: EpisodeListOptions, _ texts: EpisodeTexts,
    usual: [EpisodeColumn] = EpisodeColumn.printed, downloaded: Bool = false, atMost most: Int?
  ) throws(Problem) {
    self.session = session
    self.form = form
    self.texts = texts
    columns = try form.columns.chosen
    self.usual = usual
    self.downloaded = downloaded
    self.most = most
  }

  /// Prints or counts an episode by its id; returns `false` if no more are wanted.
  mutating func put(_ id: Episode.ID) -> Bool {
    if downloaded, texts.downloads.path(of: id) == nil { return true }
    if form.count { return goesOn() }
    if session.wantsJSON { print(element: .string(id.rawValue)) } else { session.print(StyledText(id)) }
    return goesOn()
  }

  /// Prints an episode; returns `false` if no more are wanted.
  mutating func put(_ episode: Episode) -> Bool {
    if form.needsIDsOnly { return put(episode.id) }
    if downloaded, texts.downloads.path(of: episode.id) == nil { return true }
    if session.wantsJSON {
      print(element: JSONOutput.episode(episode, downloadedTo: texts.downloads.path(of: episode.id)?.string))
    } else {
      rows.append(episode)
      if rows.count == Self.tableSize { printTable() }
    }
    return goesOn()
  }

  /// Counts an episode. Returns whether more are wanted: until the maximum number, or until the reader closes the pipe.
  private mutating func goesOn() -> Bool {
    count += 1
    do throws(OutputFailure) {
      guard try session.drain() else { return false }
    } catch {
      failure = error
      return false
    }
    return count != most
  }

  /// Prints the rest, and returns the number of episodes.
  mutating func finish() throws(OutputFailure) -> Int {
    if let failure { throw failure }
    if form.count {
      session.print(count: count)
    } else if session.wantsJSON {
      session.print(raw: count == 0 ? "[]\n" : "\n]\n")
    } else {
      printTable()
    }
    return count
  }

  private mutating func printTable() {
    session.print(session.lines(of: rows, texts, columns, usual: usual))
    rows = []
  }

  private func print(element: JSONNode) {
    session.print(raw: count == 0 ? "[\n  " : ",\n  ")
    session.print(raw: element.pretty.replacing("\n", with: "\n  "))
  }
}
