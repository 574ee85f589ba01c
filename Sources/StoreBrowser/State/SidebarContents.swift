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

  /// Makes the contents of a tree of playlists. If `areFolded` is false, names are folded when a filter needs them: the first
  /// screen does not wait for that.
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

  /// Makes the contents of a tree of podcasts, in the order of their titles: by folder, or by tag.
  package init(_ podcasts: [PodcastSummary], byTag: Bool, faults: [FileFault] = []) {
    let sorted = podcasts.map { (podcast: $0, title: TextFolding.fold($0.head.title)) }.sorted { one, other in
      one.title == other.title
        ? NaturalOrder.precedes(one.podcast.id.rawValue, other.podcast.id.rawValue)
        : NaturalOrder.precedes(one.title, other.title)
    }
    let leaves = sorted.map { podcast, _ in
      SidebarLeaf(
        .podcast(podcast.id), podcast.head.title, in: byTag ? .top : podcast.head.folder, tags: podcast.head.tags,
        author: podcast.head.author, count: podcast.episodeCount,
        hasFeed: podcast.head.feed != nil)
    }
    self.init(byTag ? leaves.filter { !$0.tags.isEmpty } : leaves, [], faults, isByTag: byTag)
  }

  private init(
    _ leaves: [SidebarLeaf], _ folders: [Folder], _ faults: [FileFault] = [], isByTag: Bool = false
  ) {
    self.leaves = Self.distinguishing(leaves)
    self.faults = faults
    self.isByTag = isByTag
    self.folders = Set(Set(folders + leaves.map(\.folder)).flatMap(\.selfAndParents)).sorted()
  }

  /// Lets leaves with the name of another leaf show what distinguishes them: their folders, else their authors, else their ids.
  private static func distinguishing(_ leaves: [SidebarLeaf]) -> [SidebarLeaf] {
    let counts = Dictionary(leaves.map { ($0.name, 1) }, uniquingKeysWith: +)
    guard counts.count < leaves.count else { return leaves }
    let equal = Dictionary(grouping: leaves.filter { counts[$0.name, default: 1] > 1 }, by: \.name)
    let remarks = equal.mapValues { leaves in
      [\SidebarLeaf.folderName, \.author].first { remark in
        Set(leaves.compactMap { $0[keyPath: remark] }).count == leaves.count
      } ?? \.id
    }
    return leaves.map { leaf in remarks[leaf.name].map { leaf.showing(leaf[keyPath: $0]) } ?? leaf }
  }
}

/// A playlist or a podcast of a tree.
struct SidebarLeaf: Equatable, Sendable {
  let item: SidebarRow.Item
  let folder: Folder
  let tags: [String]
  let author: String?
  let name: String
  /// The number of hand-picked episodes; `nil` while it is unknown.
  let count: Int?
  let isSmart: Bool
  /// Whether it is a podcast that is updated from a feed.
  let hasFeed: Bool
  /// The text beside the name, if another leaf has the same name.
  private(set) var remark: String?
  /// The folded text, if it was prepared.
  private let prepared: FoldedText?

  init(
    _ item: SidebarRow.Item, _ name: String, in folder: Folder, tags: [String] = [], author: String? = nil, count: Int?,
    isSmart: Bool = false, hasFeed: Bool = false, isFolded: Bool = true
  ) {
    self.item = item
    self.folder = folder
    self.tags = tags
    self.author = author
    self.name = name
    self.count = count
    self.isSmart = isSmart
    self.hasFeed = hasFeed
    prepared = isFolded ? Self.folded(item, name) : nil
  }

  /// Returns the leaf with a text beside its name.
  fileprivate func showing(_ remark: String?) -> SidebarLeaf {
    var copy = self
    copy.remark = remark
    return copy
  }

  fileprivate var folderName: String? { folder == .top ? "top" : "\(folder)" }

  fileprivate var id: String? {
    switch item {
    case .playlist(let id): id.rawValue
    case .podcast(let id): id.rawValue
    case .folder, .tag: nil
    }
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
