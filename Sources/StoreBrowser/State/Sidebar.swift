package import MixtapeModel

/// The tree in the left pane: playlists or podcasts in their folders, or podcasts by tag.
package struct Sidebar: Equatable, Sendable {
  /// The trees, in the order of their keys.
  package enum Kind: Int, CaseIterable, Hashable, Sendable {
    case playlists, library, tags
  }

  /// The visible rows.
  package private(set) var rows: [SidebarRow] = []
  package var cursor = ListCursor()
  /// The words that rows must contain; empty for all rows.
  package private(set) var filter = ""
  /// The playlists that are marked.
  package var marks: Set<Playlist.ID> = []
  /// Whether the contents are known.
  package private(set) var isLoaded = false
  /// The leaves of the tree, in order, each with its group.
  private var leaves: [SidebarLeaf] = []
  private var folders: [Folder] = []
  private var isByTag = false
  /// The files with errors.
  package private(set) var faults: [FileFault] = []
  private var faulty: Set<SidebarRow.Item> = []
  /// The folders and tags that hide their contents.
  private var closed: Set<SidebarRow.Item> = []

  package init() {}

  /// The selected row; `nil` in an empty tree.
  package var selected: SidebarRow? { rows.indices.contains(cursor.row) ? rows[cursor.row] : nil }

  /// Whether there is no playlist or podcast at all.
  package var isEmpty: Bool { leaves.isEmpty && folders.isEmpty }

  /// The ids of the playlists, in order.
  package var playlists: [Playlist.ID] {
    leaves.compactMap { if case .playlist(let id) = $0.item { id } else { nil } }
  }

  /// Returns whether the file of a row has errors, so that the row shows an earlier version.
  func isFaulty(_ item: SidebarRow.Item) -> Bool { faulty.contains(item) }

  /// Returns the folder of a playlist or podcast of the tree.
  package func folder(of item: SidebarRow.Item) -> Folder? { leaves.first { $0.item == item }?.folder }

  /// Returns the tags of a podcast of the tree.
  func tags(of id: Podcast.ID) -> [String] { leaves.first { $0.item == .podcast(id) }?.tags ?? [] }

  /// The selected podcast or album if it has no feed, so that it cannot be updated; `nil` for others.
  package var selectedWithoutFeed: Podcast.ID? {
    guard case .podcast(let id)? = selected?.item, let leaf = leaves.first(where: { $0.item == .podcast(id) }) else {
      return nil
    }
    return leaf.hasFeed ? nil : id
  }

  /// Returns the ids of all playlists in a folder, at any depth, also of those that a filter hides.
  package func playlists(in folder: Folder) -> [Playlist.ID] {
    leaves.compactMap { leaf in
      if case .playlist(let id) = leaf.item, leaf.folder.isWithin(folder) { id } else { nil }
    }
  }

  /// Shows the contents of the tree. The cursor stays at its item.
  package mutating func show(_ contents: SidebarContents) {
    isLoaded = true
    (leaves, folders, faults) = (contents.leaves, contents.folders, contents.faults)
    isByTag = contents.isByTag
    faulty = Set(faults.compactMap(\.item))
    if !marks.isEmpty { marks.formIntersection(playlists) }
    arrange()
  }

  /// Shows only rows with the words of a filter. The cursor stays at its item if it is still shown.
  package mutating func filter(by text: String) {
    guard text != filter else { return }
    filter = text
    arrange()
  }

  /// Selects the first row that a filter has found, unless such a row is selected.
  package mutating func selectMatch() {
    guard !filter.isEmpty, selected?.isGroup != false, let row = rows.firstIndex(where: { !$0.isGroup }) else { return }
    cursor.select(row)
  }

  /// Opens or closes the selected folder or tag.
  package mutating func toggleSelected() {
    guard let item = selected?.item else { return }
    if closed.remove(item) == nil { closed.insert(item) }
    arrange()
  }

  /// Selects an item, and opens the folders above it.
  package mutating func select(_ item: SidebarRow.Item) {
    if let leaf = leaves.first(where: { $0.item == item }) {
      let hidden = leaf.folder.selfAndParents.filter { closed.contains(.folder($0)) }
      hidden.forEach { closed.remove(.folder($0)) }
      if !filter.isEmpty || !hidden.isEmpty {
        filter = ""
        arrange()
      }
    }
    if let row = rows.firstIndex(where: { $0.item == item }) { cursor.select(row) }
  }

  /// Makes the rows. The cursor stays at its item, or else at its row.
  private mutating func arrange() {
    let item = selected?.item
    rows = SidebarTree(leaves: leaves, folders: folders, closed: closed, filter: filter, isByTag: isByTag).rows
    if let item, let row = rows.firstIndex(where: { $0.item == item }) { cursor.select(row) }
  }
}
