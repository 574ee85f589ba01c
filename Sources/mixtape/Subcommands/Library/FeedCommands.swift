import ArgumentParser
import Feeds
import MixtapeModel
import MixtapeStore
import Podcasts
import StoreBrowser

struct FeedCommands: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "feed",
    abstract: "Update podcasts from their feeds, and check feeds.",
    subcommands: [UpdateFeeds.self, CheckFeed.self])
}

struct UpdateFeeds: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "update",
    abstract: "Fetch feeds, and add their new episodes to the library.",
    discussion: """
      Without ids, updates all subscribed podcasts. All changes are one commit. New values of a feed replace those in the \
      file. Values that you edited stay until the feed changes them. Values that you wrote before the first update also \
      stay. So do ratings, plays, tags, ids and comments, and, without --drop-missing, episodes that the feed no longer \
      has. By default, episodes older than all those in the file are not added, nor are episodes that you removed or moved \
      to another podcast. Episodes that fit a rule of `skip` in the file are never added.

      With `new` in `[downloads]` of mixtape.toml, Mixtape then downloads the new episodes of the updated podcasts.

      If a feed has several pages, the first update reads all of them, and so does --all.

      The exit status is 69 if a feed could not be fetched, or a podcast could not be saved. The other podcasts are updated.

      Examples:
        mixtape feed update
        mixtape feed update night-sky harbour-tales
        mixtape feed update --folder podcasts/news --dry-run
      """)

  @Argument(help: ArgumentHelp("The podcasts (default: all subscribed ones).", valueName: "id"))
  var podcasts: [PodcastArgument] = []

  @Option(
    help: ArgumentHelp("Only podcasts in this folder of the library and below it.", valueName: "folder"),
    completion: .libraryFolders)
  var folder: FolderArgument?

  @Flag(help: "Also add episodes older than all those in the file, and episodes that you removed or moved.")
  var all = false

  @Flag(help: "Also replace values that you wrote or edited by those of the feed.")
  var overwrite = false

  @Flag(
    help: ArgumentHelp(
      "Also remove episodes that a feed does not have any more, unless they have a rating, notes or a position, or are downloaded, in a playlist, or written by you."
    )
  )
  var dropMissing = false

  @Flag(help: "Do not download new episodes, although `[downloads]` of mixtape.toml asks for it.")
  var noDownload = false

  @Flag(help: "Fetch the feeds and show what would change, without changing anything.")
  var dryRun = false

  @OptionGroup(title: "Common options") var common: CommonOptions

  func validate() throws {
    if !podcasts.isEmpty && folder != nil { throw ValidationError("name podcasts or --folder, not both") }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let subscriptions = try subscriptions(in: store, session)
    guard !subscriptions.isEmpty else {
      session.remark("No podcast \(folder == nil ? "of the library" : "in this folder") is subscribed.")
      session.hint("`mixtape podcast add URL` adds a podcast")
      session.hint("`mixtape import FILE` adds the podcasts of an OPML file")
      session.hint("`mixtape set ID --subscribe` subscribes to a podcast of the library")
      return .nothingToDo
    }
    let (plan, update) = try session.updateFeeds(
      subscriptions, of: store, try options(for: store, session), isDryRun: dryRun)
    var downloads: NewDownloadReport?
    if session.wantsJSON {
      if !dryRun, !plan.changesNothing { session.noteChange() }
      downloads = downloadNew(after: update, in: store, session)
      session.print(JSONOutput.update(plan, update, downloads: NewDownloadReport.json(of: downloads), isDryRun: dryRun))
    } else if update.failures.count == subscriptions.count {
      session.remark("No podcast could be updated.")
    } else if dryRun {
      present(dryRun: plan, session)
    } else {
      try present(plan, of: store, session)
    }
    session.report(plan, update, isNamed: !podcasts.isEmpty, isDryRun: dryRun)
    if !session.wantsJSON { downloads = downloadNew(after: update, in: store, session) }
    let isDownloaded = session.present(downloads)
    return update.failures.isEmpty && isDownloaded ? .done : .unavailable
  }

  private func downloadNew(after update: FeedUpdate, in store: Store, _ session: Session) -> NewDownloadReport? {
    dryRun || noDownload ? nil : session.downloadNew(of: update.updated, in: store)
  }

  private func options(for store: Store, _ session: Session) throws -> FeedUpdate.Options {
    var options = FeedUpdate.Options(
      includesOlder: all, overwrites: overwrite, respectsWaits: podcasts.isEmpty)
    options.dropsMissing = dropMissing
    if dropMissing { options.kept = Set(session.downloads(of: store).items.keys) }
    return options
  }

  private func subscriptions(in store: Store, _ session: Session) throws -> [Subscription] {
    guard podcasts.isEmpty else {
      return try podcasts.elements(in: session).withoutRepetitions.map { id in
        guard let feed = try store.library.existing(id).feed else {
          throw Problem(
            .usage, code: "no-feed", "\(id) has no feed", hints: "`mixtape set \(id) --feed URL` sets it")
        }
        return Subscription(id: id, feed: feed)
      }
    }
    let folder = try self.folder?.folder
    if let folder { try store.requireFolder(folder, of: .library) }
    return try store.subscriptions(in: folder)
  }
}

extension UpdateFeeds {
  /// Prints the result. If the sentence does not say everything, the changes of each podcast follow, with the titles of its newest
  /// episodes.
  private func present(_ plan: PodcastPlan, of store: Store, _ session: Session) throws(MixtapeError) {
    _ = try session.present(plan, of: store)
    let podcasts = plan.changes.map(UpdatedPodcast.init)
    let isSaid = podcasts.count == 1 && podcasts[0].hasOnlyEpisodes
    for podcast in podcasts {
      session.print((isSaid ? [] : [podcast.line]) + Self.newEpisodes(of: podcast, session))
    }
    let titles = podcasts.flatMap(\.newEpisodes).map(\.title)
    if !titles.isEmpty {
      // The sentence ends with a full stop.
      let sentence = PlanReport(plan).done.rendered(colored: false).dropLast()
      session.context.listener?.summary("\(String(sentence)): \(listed(first: Self.mostTitles, of: titles))")
    }
  }

  /// Prints the plan that was not made.
  private func present(dryRun plan: PodcastPlan, _ session: Session) {
    if plan.changesNothing { return session.remark(PlanReport(plan).nothing) }
    session.print(PlanReport(plan, isDryRun: true).done)
    for podcast in plan.changes.map(UpdatedPodcast.init) {
      session.print([podcast.line] + Self.newEpisodes(of: podcast, session))
    }
    session.remark("Nothing was changed.")
  }

  /// The maximum number of new episodes that the result in one line names.
  private static let mostTitles = 3

  /// The maximum number of new episodes of a podcast that are listed.
  private static let mostNewEpisodes = 10

  private static func newEpisodes(of podcast: UpdatedPodcast, _ session: Session) -> [StyledText] {
    let texts = EpisodeTexts(now: session.context.now())
    let listed = podcast.newEpisodes.prefix(mostNewEpisodes)
    let more = podcast.newEpisodes.count - listed.count
    return session.lines(of: listed, texts, nil, usual: [.date, .title, .length, .id], indentation: 4)
      + (more > 0 ? ["    … and \(more) more"] : [])
  }
}

/// The change of one podcast by an update from its feed.
private struct UpdatedPodcast {
  private let id: Podcast.ID
  /// The new episodes, the last published first.
  let newEpisodes: [Episode]
  private let changedEpisodes: Int
  private let removedEpisodes: Int
  private let fields: [PodcastDifference.Field]

  init(_ change: PodcastChange) {
    let difference = PodcastDifference(from: change.before, to: change.after)
    id = change.item.id
    let added = Set(difference.episodes.added.map(\.element))
    newEpisodes = change.item.episodes.filter { added.contains($0.id) }.lastPublishedFirst
    changedEpisodes = difference.changedEpisodes.count
    removedEpisodes = difference.episodes.removed.count
    fields = difference.fields
  }

  /// Whether episodes came and went, and nothing else changed.
  var hasOnlyEpisodes: Bool { changedEpisodes == 0 && fields.isEmpty }

  var line: StyledText {
    let parts = [
      newEpisodes.isEmpty ? nil : counted(newEpisodes.count, "new episode"),
      changedEpisodes == 0 ? nil : counted(changedEpisodes, "changed episode"),
      removedEpisodes == 0 ? nil : counted(removedEpisodes, "removed episode"),
      fields.isEmpty ? nil : "new \(listed(fields.map(\.rawValue)))",
    ].compactMap(\.self)
    return "  \(id, .bold): \(parts.isEmpty ? "changed" : parts.joined(separator: ", "))"
  }
}

struct CheckFeed: MixtapeCommand {
  static let configuration = CommandConfiguration(
    commandName: "check",
    abstract: "Check a feed, and show what Mixtape reads in it.",
    discussion: """
      Prints each fault and each skipped item with its line and column, and a summary. An error means that a part of the \
      feed is lost. After a warning, Mixtape has guessed, shortened or skipped a value. A note names an item that is no \
      episode. The exit status is 65 if there are errors.

      Examples:
        mixtape feed check https://example.org/feed.xml
        mixtape feed check feed.xml --json
      """)

  @Argument(help: ArgumentHelp("The address or the file of the feed; `-` for standard input.", valueName: "feed"))
  var feed: String

  @OptionGroup(title: "Common options") var common: CommonOptions

  func perform(in session: Session) throws -> ExitStatus {
    let source = try FeedSource(feed, in: session.context)
    // A path is shown as it was given, so that editors and terminals find the file.
    let fetched = try session.read(source, writtenAs: feed)
    let report = FeedReport(fetched, shownAs: source.isFile ? feed : nil)
    session.print(json: report.json) { session.print(report.lines) }
    session.reportPages(of: fetched, nil)
    return report.hasErrors ? .invalid : .done
  }
}

struct FeedReport {
  private let feed: Feed
  private let pages: PagedFeed
  private let name: String

  /// Makes the report of a feed that was fetched or read from a file.
  ///
  /// - Parameter shown: The name of the feed in the report; `nil` for its address.
  init(_ fetched: FetchedFeed, shownAs shown: String? = nil) {
    feed = fetched.feed
    pages = fetched.pages
    name = shown ?? fetched.name
  }

  /// Whether the feed has an error, so that a part of it is lost.
  var hasErrors: Bool { feed.diagnostics.contains { $0.severity == .error } }

  /// The diagnostics, and a summary of the feed. The faults are beside the summary, because a feed can have hundreds of items that
  /// are no episodes.
  var lines: [StyledText] {
    let notes = feed.diagnostics.filter { $0.severity == .note }
    let faults = feed.diagnostics.filter { $0.severity != .note }
    let diagnostics = (notes + faults).map(line)
    return diagnostics + (diagnostics.isEmpty ? [] : [""]) + summary
  }

  private func line(of diagnostic: FeedDiagnostic) -> StyledText {
    let style: StyledText.Style =
      switch diagnostic.severity {
      case .error: .boldRed
      case .warning: .boldYellow
      case .note: .cyan
      }
    let place = "\(diagnostic.page ?? name):\(diagnostic.position.line):\(diagnostic.position.column)"
    return "\(place, .bold): \(StyledText(diagnostic.severity.rawValue + ":", style)) \(diagnostic.message)"
  }

  private var summary: [StyledText] {
    let podcast = feed.podcast
    var rows: [(String, String?)] = [
      ("title", podcast.title), ("format", feed.format.rawValue), ("author", podcast.author), ("page", feed.link),
      ("categories", podcast.categories.isEmpty ? nil : podcast.categories.joined(separator: ", ")),
      ("medium", feed.medium), ("guid", feed.guid), ("episodes", String(podcast.episodes.count)),
    ]
    if pages.pageCount > 0 {
      rows.append(("more pages", "\(pages.pageCount), with \(pages.laterCount) of the episodes"))
    }
    if let newest = podcast.episodes.compactMap(\.published).max() { rows.append(("newest", Timestamp.utc(newest))) }
    if feed.itemsWithoutSound > 0 { rows.append(("without sound", counted(feed.itemsWithoutSound, "item"))) }
    rows.append(("moved to", feed.newAddress))
    let errors = feed.diagnostics.count { $0.severity == .error }
    let warnings = feed.diagnostics.count { $0.severity == .warning }
    rows.append(("faults", "\(counted(errors, "error")), \(counted(warnings, "warning"))"))
    return rows.compactMap { name, value in
      value.map { "\(name, .faint)\(StyledText.blanks(15 - name.count))\($0)" as StyledText }
    }
  }

  var json: JSONNode {
    [
      "feed": JSONOutput.podcast(feed.podcast),
      "format": .string(feed.format.rawValue),
      "link": .optional(feed.link),
      "guid": .optional(feed.guid),
      "medium": .optional(feed.medium),
      "newAddress": .optional(feed.newAddress),
      "episodes": .array(feed.podcast.episodes.map { JSONOutput.episode($0) }),
      "pages": [
        "more": .integer(pages.pageCount), "episodes": .integer(pages.laterCount),
        "unread": pages.unread.map { page in
          [
            "number": .integer(page.number), "address": .string(page.address),
            "message": .string(ErrorPresenter.wording(of: page)),
          ]
        } ?? .null,
      ],
      "isCutOff": .bool(feed.isCutOff),
      "itemsWithoutSound": .integer(feed.itemsWithoutSound),
      "diagnostics": .array(
        feed.diagnostics.map {
          [
            "severity": .string($0.severity.rawValue), "message": .string($0.message),
            "page": .optional($0.page), "line": .integer($0.position.line),
            "column": .integer($0.position.column),
            "skippedItem": $0.skippedItem.map { ["title": .optional($0.title), "guid": .optional($0.guid)] } ?? .null,
          ]
        }),
    ]
  }
}
