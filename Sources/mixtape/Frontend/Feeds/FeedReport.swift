import Feeds
import MixtapeModel
import Subscriptions
import TerminalUI
import XMLReading

/// The report of `feed check`.
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

  /// The report as JSON.
  var json: JSONValue {
    [
      "feed": JSONOutput.podcast(feed.podcast),
      "format": .string(feed.format.rawValue),
      "link": .optional(feed.link),
      "guid": .optional(feed.guid),
      "medium": .optional(feed.medium),
      "newAddress": .optional(feed.newAddress),
      "episodes": .array(feed.podcast.episodes.map { JSONOutput.episode($0) }),
      "pages": [
        "more": .integer(Int64(pages.pageCount)), "episodes": .integer(Int64(pages.laterCount)),
        "unread": pages.unread.map { page in
          [
            "number": .integer(Int64(page.number)), "address": .string(page.address),
            "message": .string(ErrorPresenter.wording(of: page)),
          ]
        } ?? .null,
      ],
      "isCutOff": .bool(feed.isCutOff),
      "itemsWithoutSound": .integer(Int64(feed.itemsWithoutSound)),
      "diagnostics": .array(
        feed.diagnostics.map {
          [
            "severity": .string($0.severity.rawValue), "message": .string($0.message),
            "page": .optional($0.page), "line": .integer(Int64($0.position.line)),
            "column": .integer(Int64($0.position.column)),
            "skippedItem": $0.skippedItem.map { ["title": .optional($0.title), "guid": .optional($0.guid)] } ?? .null,
          ]
        }),
    ]
  }
}
