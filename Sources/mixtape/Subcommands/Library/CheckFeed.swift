import ArgumentParser
import Feeds
import MixtapeModel
import Podcasts
import StoreBrowser

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
