/// A tab in the first row of the screen, in the order of their keys.
package enum BrowserTab: Int, CaseIterable, Hashable, Sendable {
  case playlists, library, tags
  /// The new episodes.
  case new
  case player

  /// The key of the tab.
  package var key: String { String(rawValue + 1) }

  /// The name of the tab.
  package var name: String {
    switch self {
    case .playlists: "Playlists"
    case .library: "Library"
    case .tags: "Tags"
    case .new: "New"
    case .player: "Player"
    }
  }

  /// The tree of the tab; `nil` for a tab without one.
  package var tree: Sidebar.Kind? { Sidebar.Kind(rawValue: rawValue) }

  /// The columns of the tab, for example those of `1 Playlists`.
  package var columns: Range<Int> {
    let before = Self.allCases.prefix(rawValue).reduce(0) { $0 + $1.name.count + 4 }
    return before + 1..<before + 1 + name.count + 2
  }

  /// Returns the tab at a column of the first row.
  static func at(column: Int) -> BrowserTab? { allCases.first { $0.columns.contains(column) } }
}

extension Browser {
  /// The tab that is shown.
  package var tab: BrowserTab {
    if page != nil { return .player }
    return detached == .new ? .new : BrowserTab(rawValue: kind.rawValue) ?? .playlists
  }
}
