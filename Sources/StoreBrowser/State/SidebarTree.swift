package import MixtapeModel

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

  /// Makes the rows of leaves and folders.
  ///
  /// - Parameters:
  ///   - leaves: The playlists or podcasts, in order.
  ///   - folders: All folders but the top, in order.
  ///   - closed: The folders and tags that hide their contents. With a filter, all are open.
  ///   - filter: The words that a leaf must contain.
  ///   - isByTag: Whether the leaves are grouped by tag, and not by folder.
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
