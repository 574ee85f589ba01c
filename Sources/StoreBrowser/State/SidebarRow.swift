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
  /// The folder of a playlist or podcast with the name of another one; `nil` for others.
  var folder: Folder?

  /// Whether the row is a folder or a tag.
  package var isGroup: Bool {
    switch item {
    case .folder, .tag: true
    case .playlist, .podcast: false
    }
  }
}
