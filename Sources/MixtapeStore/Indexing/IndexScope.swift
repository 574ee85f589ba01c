internal import MixtapeModel

/// The files that an answer is made of.
struct IndexScope {
  let section: Section
  /// The ids that are looked for; `nil` for all.
  let names: Set<String>?

  /// Every playlist.
  static let playlists = IndexScope(section: .playlists, names: nil)
  /// Every podcast and album.
  static let library = IndexScope(section: .library, names: nil)

  /// Some podcasts and albums.
  static func podcasts(_ ids: some Sequence<Podcast.ID>) -> IndexScope {
    IndexScope(section: .library, names: Set(ids.map(\.rawValue)))
  }
}
