package import MixtapeModel

/// The tree in the left pane: playlists or podcasts in their folders, or podcasts by tag.
package struct Shelf: Equatable, Sendable {
  /// The trees, in the order of their keys.
  package enum Kind: Int, CaseIterable, Hashable, Sendable {
    case playlists, library, tags
  }

  /// The visible rows.
  package private(set) var rows: [ShelfRow] = []
  package var cursor = ListCursor()
  /// The words that rows must contain; empty for all rows.
  package private(set) var filter = ""
  /// The playlists that are marked.
  package var marks: Set<Playlist.ID> = []
  /// Whether the contents are known.
  package private(set) var isLoaded = false
  /// The leaves of the tree, in order, each with its group.
  private var leaves: [Leaf] = []
  private var folders: [Folder] = []
  /// The folders and tags that hide their contents.
  private var closed: Set<ShelfRow.Item> = []

  /// A playlist or a podcast of the tree.
  struct Leaf: Equatable, Sendable {
    let item: ShelfRow.Item
    let folder: Folder
    let tags: [String]
    let name: String
    let count: Int
    let isSmart: Bool
    /// The name and the id, folded for comparison.
    let folded: String
  }

  package init() {}

  /// The selected row; `nil` in an empty tree.
  package var selected: ShelfRow? { rows.indices.contains(cursor.row) ? rows[cursor.row] : nil }

  /// Whether there is no playlist or podcast at all.
  package var isEmpty: Bool { leaves.isEmpty && folders.isEmpty }

  /// The ids of the playlists, in order.
  package var playlists: [Playlist.ID] {
    leaves.compactMap { if case .playlist(let id) = $0.item { id } else { nil } }
  }

  /// Returns the name of a playlist or podcast of the tree.
  package func name(of item: ShelfRow.Item) -> String? { leaves.first { $0.item == item }?.name }

  /// Shows playlists in their folders. The cursor stays at its item.
  package mutating func show(_ playlists: [PlaylistSummary], in folders: [Folder]) {
    let leaves = playlists.map { playlist in
      Leaf(
        item: .playlist(playlist.id), folder: playlist.folder, tags: [], name: playlist.name,
        count: playlist.episodeCount, isSmart: playlist.isSmart,
        folded: TextFolding.fold("\(playlist.name) \(playlist.id)"))
    }
    marks.formIntersection(playlists.map(\.id))
    show(leaves, folders)
  }

  /// Shows podcasts in their folders, or by tag. The cursor stays at its item.
  package mutating func show(_ podcasts: [PodcastSummary], byTag: Bool) {
    let leaves = podcasts.map { podcast in
      Leaf(
        item: .podcast(podcast.id), folder: byTag ? .top : podcast.head.folder, tags: byTag ? podcast.head.tags : [],
        name: podcast.head.title, count: podcast.episodeCount, isSmart: false,
        folded: TextFolding.fold("\(podcast.head.title) \(podcast.id)"))
    }
    show(byTag ? leaves.filter { !$0.tags.isEmpty } : leaves, [])
  }

  private mutating func show(_ leaves: [Leaf], _ folders: [Folder]) {
    isLoaded = true
    self.leaves = leaves
    self.folders = Set(Set(folders + leaves.map(\.folder)).flatMap(\.withParents)).sorted()
    arrange()
  }

  /// Shows only rows with the words of a filter. The cursor stays at its item if it is still shown.
  package mutating func filter(by text: String) {
    guard text != filter else { return }
    filter = text
    arrange()
  }

  /// Opens or closes the selected folder or tag.
  package mutating func toggleSelected() {
    guard let item = selected?.item else { return }
    if closed.remove(item) == nil { closed.insert(item) }
    arrange()
  }

  /// Selects an item, and opens the folders above it.
  package mutating func select(_ item: ShelfRow.Item) {
    if let leaf = leaves.first(where: { $0.item == item }) {
      let hidden = leaf.folder.withParents.filter { closed.contains(.folder($0)) }
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
    rows = ShelfTree(leaves: leaves, folders: folders, closed: closed, filter: filter).rows
    if let item, let row = rows.firstIndex(where: { $0.item == item }) { cursor.select(row) }
  }
}

extension Folder {
  /// The folder and all that contain it, without the top folder.
  var withParents: [Folder] {
    var (result, next): ([Folder], Folder?) = ([], self)
    while let folder = next, folder != .top {
      result.append(folder)
      next = folder.parent
    }
    return result
  }
}
