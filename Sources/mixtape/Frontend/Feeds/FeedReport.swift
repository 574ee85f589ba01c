import Feeds
import MixtapeModel
import TerminalUI
import XMLReading

/// The report of `feed check`.
struct FeedReport {
  private let feed: Feed
  private let name: String

  /// Makes the report of a feed that was fetched or read from a file.
  ///
  /// - Parameter shown: The name of the feed in the report; `nil` for its address.
  init(_ fetched: FetchedFeed, shownAs shown: String? = nil) {
    feed = fetched.feed
    name = shown ?? fetched.name
  }

  /// Whether the feed has an error, so that a part of it is lost.
  var hasErrors: Bool { feed.diagnostics.contains { $0.severity == .error } }

  /// The diagnostics, and a summary of the feed.
  var lines: [StyledText] {
    let diagnostics = feed.diagnostics.map { diagnostic -> StyledText in
      let style: StyledText.Style = diagnostic.severity == .error ? .boldRed : .boldYellow
      let place = "\(name):\(diagnostic.position.line):\(diagnostic.position.column)"
      return "\(place, .bold): \(StyledText(diagnostic.severity.rawValue + ":", style)) \(diagnostic.message)"
    }
    return diagnostics + (diagnostics.isEmpty ? [] : [""]) + summary
  }

  private var summary: [StyledText] {
    let podcast = feed.podcast
    var rows: [(String, String?)] = [
      ("title", podcast.title), ("format", feed.format.rawValue), ("author", podcast.author), ("page", feed.link),
      ("categories", podcast.categories.isEmpty ? nil : podcast.categories.joined(separator: ", ")),
      ("medium", feed.medium), ("guid", feed.guid), ("episodes", String(podcast.episodes.count)),
    ]
    if let newest = podcast.episodes.compactMap(\.published).max() { rows.append(("newest", Timestamp.utc(newest))) }
    if feed.itemsWithoutSound > 0 { rows.append(("without sound", counted(feed.itemsWithoutSound, "item"))) }
    rows.append(("moved to", feed.newAddress))
    let errors = feed.diagnostics.count { $0.severity == .error }
    let warnings = feed.diagnostics.count - errors
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
      "isCutOff": .bool(feed.isCutOff),
      "itemsWithoutSound": .integer(Int64(feed.itemsWithoutSound)),
      "diagnostics": .array(
        feed.diagnostics.map {
          [
            "severity": .string($0.severity.rawValue), "message": .string($0.message),
            "line": .integer(Int64($0.position.line)), "column": .integer(Int64($0.position.column)),
          ]
        }),
    ]
  }
}
