internal import MixtapeLibrary
public import MixtapeModel
internal import MixtapePlayer
public import MixtapeStore

/// The episodes of a list that a player plays.
public struct PlayableEpisodes: Sendable {
  /// The episodes, in order, up to the capacity of a player.
  public let episodes: [Episode]
  /// The number of all episodes that the library has.
  public let count: Int
  /// The number of episodes that are missing from the library.
  public let missingCount: Int

  /// Evaluates a playlist.
  ///
  /// - Parameter seed: The seed of a random order, if the playlist has none.
  /// - Throws: Errors of ``Store/contents(of:describing:)``.
  public init(of playlist: Playlist, seed: Int64, in store: Store) throws(MixtapeError) {
    let seeded = playlist.criteria.seed == nil ? playlist.withCriteria { $0.seed = seed } : playlist
    let (contents, library, _) = try store.contents(of: seeded) { contents in
      Array(contents.episodes.withoutRepetitions.prefix(ShufflePlayer.capacity))
    }
    let ids = contents.episodes.withoutRepetitions
    episodes = ids.prefix(ShufflePlayer.capacity).compactMap { library[$0] }
    count = ids.count
    missingCount = Set(contents.entries.lazy.filter { $0.origin == .missing }.map(\.id)).count
  }

  /// Looks up episodes in the library.
  ///
  /// - Parameter start: The first one that must be among those of the player.
  public init(_ ids: [Episode.ID], from start: Episode.ID? = nil, in store: Store) throws(MixtapeError) {
    let place = start.flatMap { ids.firstIndex(of: $0) } ?? 0
    let first = max(0, min(place, ids.count - ShufflePlayer.capacity))
    let chosen = Array(ids[first...].prefix(ShufflePlayer.capacity))
    let library = try store.episodes(chosen)
    episodes = chosen.compactMap { library[$0] }
    count = ids.count
    missingCount = 0
  }
}
