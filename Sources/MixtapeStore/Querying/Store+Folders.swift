public import MixtapeModel

/// The two trees of folders that a store has.
public enum FolderTree: String, Hashable, Sendable, CaseIterable {
  case playlists, library

  var section: Section { self == .playlists ? .playlists : .library }
}

extension Store {
  /// The folders of playlists, in order; also those that hold no playlist. Reads directories and no files.
  public func folders() throws(MixtapeError) -> [Folder] { try folders(of: .playlists) }

  /// The folders of a tree, in order; also those that hold nothing. Reads directories and no files.
  public func folders(of tree: FolderTree) throws(MixtapeError) -> [Folder] {
    try SectionScan(tree.section, of: directory).folders.filter { $0 != .top }.sorted()
  }
}
