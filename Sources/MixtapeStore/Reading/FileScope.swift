internal import MixtapeModel

/// The files that a question about a store concerns: those of a section, or some of them.
struct FileScope {
  let section: Section
  /// The ids that are looked for; `nil` for all.
  let names: Set<String>?

  /// Every playlist.
  static let playlists = FileScope(section: .playlists, names: nil)
  /// Every podcast and album.
  static let library = FileScope(section: .library, names: nil)

  /// Some podcasts and albums.
  static func podcasts(_ ids: some Sequence<Podcast.ID>) -> FileScope {
    FileScope(section: .library, names: Set(ids.map(\.rawValue)))
  }
}
