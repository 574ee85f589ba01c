import MixtapeModel
import TerminalUI

/// A playlist, and the episodes it holds among those asked for.
struct EpisodeHolding {
  let playlist: PlaylistSummary
  /// The episodes in its file, in the order in which they were asked for.
  let contained: [Episode.ID]
  /// The other episodes, which its rules find; `nil` if the rules were not evaluated.
  let found: [Episode.ID]?
  /// The number of episodes that were asked for.
  let total: Int

  /// The part of the episodes that a playlist holds.
  enum Extent: String {
    case all, some, none
  }

  /// The number of episodes that it holds, by hand and by rules.
  var count: Int { contained.count + (found?.count ?? 0) }

  var extent: Extent { count == total ? .all : count > 0 ? .some : .none }
}

extension EpisodeHolding {
  /// Returns a table of playlists with marks, and with numbers if several episodes were asked for.
  static func table(of holdings: [EpisodeHolding]) -> TextTable {
    var table = TextTable(freeText: [2])
    for holding in holdings {
      table.append(
        StyledText(holding.mark, holding.style), StyledText(holding.playlist.id, holding.style),
        StyledText(holding.playlist.name),
        StyledText(holding.total > 1 ? "\(holding.count) of \(holding.total)" : "", .faint))
    }
    return table
  }

  private var mark: String {
    switch extent {
    case .all: contained.count == total ? "*" : "+"
    case .some: "~"
    case .none: " "
    }
  }

  private var style: StyledText.Style? {
    switch extent {
    case .all: .green
    case .some: .yellow
    case .none: nil
    }
  }
}

extension JSONOutput {
  /// Returns the JSON of a playlist and the episodes it holds.
  static func holding(_ holding: EpisodeHolding) -> JSONValue {
    [
      "id": .string(holding.playlist.id.rawValue),
      "folder": .string(holding.playlist.folder.path),
      "name": .string(holding.playlist.name),
      "holds": .string(holding.extent.rawValue),
      "contains": .strings(holding.contained),
      "found": holding.found.map { JSONValue.strings($0) } ?? .null,
    ]
  }
}
