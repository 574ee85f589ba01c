import MixtapeModel
import TerminalUI

/// A playlist, and the requested episodes that it contains.
struct PlaylistContainment {
  let playlist: PlaylistSummary
  /// The episodes in its file, in the requested order.
  let contained: [Episode.ID]
  /// The other episodes, which its rules find; `nil` if the rules were not evaluated.
  let found: [Episode.ID]?
  /// The number of requested episodes.
  let total: Int

  /// The extent to which a playlist contains the requested episodes.
  enum Extent: String {
    case all, some, none
  }

  /// The number of requested episodes that it contains, by hand and by rules.
  var count: Int { contained.count + (found?.count ?? 0) }

  var extent: Extent { count == total ? .all : count > 0 ? .some : .none }
}

extension PlaylistContainment {
  /// Returns a table of playlists with marks, and with numbers if there are several requested episodes.
  static func table(of holdings: [PlaylistContainment]) -> TextTable {
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
  /// Returns the JSON of a playlist and the requested episodes that it contains.
  static func holding(_ holding: PlaylistContainment) -> JSONValue {
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
