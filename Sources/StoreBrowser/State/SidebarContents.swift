package import MixtapeModel

/// The contents of a tree, prepared for it. Making them takes some milliseconds in a large store, so readers do it on their thread.
package struct SidebarContents: Equatable, Sendable {
  /// The playlists or podcasts, in order.
  let leaves: [SidebarLeaf]
  /// The folders of the tree, in order.
  let folders: [Folder]
  /// The files with errors.
  package let faults: [FileFault]
  /// Whether the podcasts are grouped by tag, and not by folder.
  let isByTag: Bool

  /// Makes the contents of a tree of playlists.
  ///
  /// - Parameters:
  ///   - folders: Folders besides those of the playlists.
  ///   - faults: The files with errors.
  ///   - areFolded: Whether names are folded now, and not when a filter needs them. The first screen does not wait for that.
  package init(
    _ playlists: [PlaylistSummary], in folders: [Folder], faults: [FileFault] = [], folded areFolded: Bool = true
  ) {
    self.init(
      playlists.map { playlist in
        SidebarLeaf(
          .playlist(playlist.id), playlist.name, in: playlist.folder, count: playlist.episodeCount,
          isSmart: playlist.isSmart, isFolded: areFolded)
      }, folders, faults)
  }

  /// Makes the contents of a tree of playlists of which only the names of the files are known.
  package init(named playlists: [(id: Playlist.ID, folder: Folder)], in folders: [Folder]) {
    self.init(
      playlists.map { SidebarLeaf(.playlist($0.id), $0.id.rawValue, in: $0.folder, count: nil, isFolded: false) },
      folders)
  }

  /// Makes the contents of a tree of podcasts: by folder, or by tag.
  package init(_ podcasts: [PodcastSummary], byTag: Bool, faults: [FileFault] = []) {
    let leaves = podcasts.map { podcast in
      SidebarLeaf(
        .podcast(podcast.id), podcast.head.title, in: byTag ? .top : podcast.head.folder, tags: podcast.head.tags,
        count: podcast.episodeCount)
    }
    self.init(byTag ? leaves.filter { !$0.tags.isEmpty } : leaves, [], faults, isByTag: byTag)
  }

  private init(
    _ leaves: [SidebarLeaf], _ folders: [Folder], _ faults: [FileFault] = [], isByTag: Bool = false
  ) {
    self.leaves = Self.namingFolders(in: leaves)
    self.faults = faults
    self.isByTag = isByTag
    self.folders = Set(Set(folders + leaves.map(\.folder)).flatMap(\.selfAndParents)).sorted()
  }

  /// Lets leaves with the name of another leaf show their folders.
  private static func namingFolders(in leaves: [SidebarLeaf]) -> [SidebarLeaf] {
    let counts = Dictionary(leaves.map { ($0.name, 1) }, uniquingKeysWith: +)
    guard counts.count < leaves.count else { return leaves }
    return leaves.map { counts[$0.name, default: 1] > 1 ? $0.showingFolder : $0 }
  }
}

/// A playlist or a podcast of a tree.
struct SidebarLeaf: Equatable, Sendable {
  let item: SidebarRow.Item
  let folder: Folder
  let tags: [String]
  let name: String
  /// The number of hand-picked episodes; `nil` while it is unknown.
  let count: Int?
  let isSmart: Bool
  /// Whether another leaf has the same name, so that the row shows the folder.
  private(set) var showsFolder = false
  /// The folded text, if it was prepared.
  private let prepared: FoldedText?

  init(
    _ item: SidebarRow.Item, _ name: String, in folder: Folder, tags: [String] = [], count: Int?, isSmart: Bool = false,
    isFolded: Bool = true
  ) {
    self.item = item
    self.folder = folder
    self.tags = tags
    self.name = name
    self.count = count
    self.isSmart = isSmart
    prepared = isFolded ? Self.folded(item, name) : nil
  }

  /// The leaf with its folder beside its name.
  fileprivate var showingFolder: SidebarLeaf {
    var copy = self
    copy.showsFolder = true
    return copy
  }

  /// The name and the id, for filters.
  var folded: FoldedText { prepared ?? Self.folded(item, name) }

  private static func folded(_ item: SidebarRow.Item, _ name: String) -> FoldedText {
    switch item {
    case .playlist(let id): FoldedText("\(name) \(id)")
    case .podcast(let id): FoldedText("\(name) \(id)")
    case .folder, .tag: FoldedText(name)
    }
  }
}

/// A file with errors. The tree shows its last committed version, or nothing.
package struct FileFault: Equatable, Sendable {
  /// The playlist or podcast of the file; `nil` if its name is invalid.
  package let item: SidebarRow.Item?
  /// The first error, with its place.
  package let text: String

  package init(in item: SidebarRow.Item?, _ text: String) {
    self.item = item
    self.text = text
  }
}
