import MixtapeModel
import TerminalUI

/// A playlist, and which of some episodes it holds.
struct EpisodeHolding {
  let playlist: PlaylistSummary
  /// Those that its file names, in the order in which they were asked for.
  let contained: [Episode.ID]
  /// Those that its rules find besides; `nil` if the rules were not evaluated.
  let found: [Episode.ID]?
  /// How many were asked for.
  let total: Int

  /// How many of the episodes a playlist holds.
  enum Extent: String {
    case all, some, none
  }

  /// How many it holds, by hand and by its rules.
  var count: Int { contained.count + (found?.count ?? 0) }

  var extent: Extent { count == total ? .all : count > 0 ? .some : .none }
}

extension EpisodeHolding {
  /// Playlists with marks, one a line; where several episodes were asked for, with how many of them each holds.
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
  /// A playlist, and which of some episodes it holds.
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
