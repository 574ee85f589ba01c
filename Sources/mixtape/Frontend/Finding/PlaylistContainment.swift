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
  static func table(of containments: [PlaylistContainment]) -> TextTable {
    var table = TextTable(freeText: [2])
    for containment in containments {
      table.append(
        StyledText(containment.mark, containment.style), StyledText(containment.playlist.id, containment.style),
        StyledText(containment.playlist.name),
        StyledText(containment.total > 1 ? "\(containment.count) of \(containment.total)" : "", .faint))
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
  static func containment(_ containment: PlaylistContainment) -> JSONValue {
    [
      "id": .string(containment.playlist.id.rawValue),
      "folder": .string(containment.playlist.folder.path),
      "name": .string(containment.playlist.name),
      "holds": .string(containment.extent.rawValue),
      "contains": .strings(containment.contained),
      "found": containment.found.map { JSONValue.strings($0) } ?? .null,
    ]
  }
}
