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

  /// The number of columns, with a blank on both sides.
  fileprivate var width: Int { name.count + 4 }

  /// The columns of the tab, for example those of `1 Playlists`.
  package var columns: Range<Int> {
    let before = Self.allCases.prefix(rawValue).reduce(0) { $0 + $1.width }
    return before + 1..<before + width - 1
  }
}

extension Browser {
  /// The tab that is shown.
  package var tab: BrowserTab {
    if page != nil { return .player }
    return detached == .new ? .new : BrowserTab(rawValue: kind.rawValue) ?? .playlists
  }

  /// The first tabs, which have room in the first row. Those of the trees are always there.
  var shownTabs: [BrowserTab] {
    // Marks and the filter are more important on a narrow screen.
    let right = (markWords.isEmpty ? 0 : markWords.count + 1) + (sidebar.filter.isEmpty ? 0 : 12)
    var width = 0
    return Array(
      BrowserTab.allCases.prefix { tab in
        guard tab.tree != nil || width + tab.width + right < columns else { return false }
        width += tab.width
        return true
      })
  }

  /// Returns the tab at a column of the first row.
  func tab(at column: Int) -> BrowserTab? { shownTabs.first { $0.columns.contains(column) } }

  /// The number of marks for the first row, shortened on a narrow screen; empty without marks.
  var markWords: String {
    let (marks, hidden) = (sidebar.marks.count + listing.marks.count, listing.hiddenMarkCount)
    guard marks > 0 else { return "" }
    let isWide = BrowserTab.allCases.reduce(0) { $0 + $1.width } + 20 + (hidden > 0 ? 10 : 0) <= columns
    return isWide ? "\(marks) marked\(hidden > 0 ? ", \(hidden) hidden" : "")" : "*\(marks)"
  }
}
