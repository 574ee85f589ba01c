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

/// A row of the tree in the left pane.
package struct SidebarRow: Equatable, Sendable {
  /// The thing that a row shows.
  package enum Item: Hashable, Sendable {
    /// A folder; an open one shows its contents below it.
    case folder(Folder)
    case tag(String)
    case playlist(Playlist.ID)
    case podcast(Podcast.ID)
  }

  package let item: Item
  /// The text of the row.
  package let name: String
  /// The level in the tree, counted from 0.
  package let depth: Int
  /// The number of episodes, or of playlists and podcasts below a folder or tag; `nil` while it is unknown.
  package let count: Int?
  /// Whether it is a playlist with rules.
  var isSmart = false
  /// Whether a folder or a tag shows its contents.
  var isOpen = false
  /// The text that distinguishes a playlist or podcast from another one with its name; `nil` for others.
  var remark: String?

  /// Whether the row is a folder or a tag.
  package var isGroup: Bool {
    switch item {
    case .folder, .tag: true
    case .playlist, .podcast: false
    }
  }
}

/// The rows of a tree. Linear in the number of its leaves and folders.
struct SidebarTree {
  let rows: [SidebarRow]

  /// Makes the rows of leaves and folders. With a filter, all folders and tags are open.
  init(
    leaves: [SidebarLeaf], folders: [Folder], closed: Set<SidebarRow.Item>, filter: String, isByTag: Bool = false
  ) {
    let words = FoldedText.words(of: filter)
    let shown = words.isEmpty ? leaves : leaves.filter { $0.folded.contains(words) }
    let closed = words.isEmpty ? closed : []
    if isByTag {
      rows = Self.rows(of: shown, closed)
    } else {
      rows = Self.rows(of: shown, words.isEmpty ? folders : nil, closed)
    }
  }

  /// Returns the rows by folder. In a folder, subfolders come first.
  ///
  /// - Parameter folders: All folders, in order; `nil` for those of the leaves.
  private static func rows(
    of leaves: [SidebarLeaf], _ folders: [Folder]?, _ closed: Set<SidebarRow.Item>
  ) -> [SidebarRow] {
    let members = Dictionary(grouping: leaves, by: \.folder)
    var counts: [Folder: Int] = [:]
    for (folder, members) in members {
      for parent in folder.selfAndParents { counts[parent, default: 0] += members.count }
    }
    let children = Dictionary(grouping: folders ?? counts.keys.sorted()) { $0.parent ?? .top }
    var rows: [SidebarRow] = []
    // A stack instead of recursion, because folders of a file system can be deep.
    var pending: [(folder: Folder, isListed: Bool)] = [(.top, true)]
    while let (folder, isListed) = pending.popLast() {
      let depth = folder.components.count
      guard isListed else {
        rows += (members[folder] ?? []).map { row(of: $0, depth: depth) }
        continue
      }
      let isOpen = !closed.contains(.folder(folder))
      if let name = folder.components.last {
        rows.append(
          SidebarRow(
            item: .folder(folder), name: name, depth: depth - 1, count: counts[folder] ?? 0, isOpen: isOpen))
      }
      guard isOpen else { continue }
      pending.append((folder, false))
      for child in (children[folder] ?? []).reversed() { pending.append((child, true)) }
    }
    return rows
  }

  /// Returns the rows by tag.
  private static func rows(of leaves: [SidebarLeaf], _ closed: Set<SidebarRow.Item>) -> [SidebarRow] {
    var members: [String: [SidebarLeaf]] = [:]
    for leaf in leaves { for tag in leaf.tags { members[tag, default: []].append(leaf) } }
    return members.sorted { NaturalOrder.precedes($0.key, $1.key) }.flatMap { tag, members in
      let isOpen = !closed.contains(.tag(tag))
      let head = SidebarRow(item: .tag(tag), name: tag, depth: 0, count: members.count, isOpen: isOpen)
      return [head] + (isOpen ? members.map { row(of: $0, depth: 1) } : [])
    }
  }

  private static func row(of leaf: SidebarLeaf, depth: Int) -> SidebarRow {
    SidebarRow(
      item: leaf.item, name: leaf.name, depth: depth, count: leaf.count, isSmart: leaf.isSmart,
      remark: leaf.remark)
  }
}
