internal import MixtapeModel
internal import MixtapeStore

/// The queue of a new session: the saved one, adjusted to the present playlist and library.
struct RestoredQueue {
  /// The saved state, with the present ids of episodes.
  let saved: SavedPlayerSession?
  /// The saved episodes that the library lacks and that the playlist will not bring back.
  let absent: [AbsentEpisode]
  /// The episodes of the playlist.
  private let playlist: [Episode]
  /// The saved episodes that the library has.
  private let library: [Episode.ID: Episode]
  private let startsOver: Bool
  /// Whether the queue is kept by a session that starts over.
  private let isKept: Bool
  /// Whether the saved shuffle replaces that of the options. The options of the standalone player only apply to a new queue.
  private let keepsShuffle: Bool
  private let keeper: PositionKeeper

  /// Reads the saved episodes from the library.
  init(
    _ saved: SavedPlayerSession?, for owner: StorePlayer, _ playlist: [Episode], startsOver: Bool,
    keeping keeper: PositionKeeper, from store: Store
  ) throws(MixtapeError) {
    var library = try saved.map { (saved) throws(MixtapeError) in try store.episodes(saved.episodes) } ?? [:]
    let lacking = saved?.episodes.filter { library[$0] == nil } ?? []
    let moved = try store.episodes(movedFrom: saved?.sources(of: lacking) ?? [:])
    for episode in moved.values { library[episode.id] = episode }
    let present = saved?.renaming(moved.mapValues(\.id))
    self.saved = present
    self.playlist = playlist
    self.library = library
    self.startsOver = startsOver
    self.keeper = keeper
    // A playlist that starts over discards the queue. The queue of the standalone player is all that it has.
    isKept = !startsOver || owner == .standalone
    keepsShuffle = owner == .standalone && present.map { !$0.player.episodes.isEmpty } ?? false
    let added = isKept ? Set(present?.added(present?.player.episodes ?? []) ?? []) : []
    absent = present?.player.absent { library[$0] != nil || !added.contains($0) } ?? []
    try keeper.lookUp(playlist + library.values, in: store)
  }

  /// The sources of absent episodes.
  var sources: [Episode.ID: EpisodeSource] { saved?.sources(of: absent.map(\.id)) ?? [:] }

  /// Makes the player, with as many of the episodes as it can hold.
  func makePlayer(on service: any MusicService, _ options: ShufflePlayer.Options) -> ShufflePlayer {
    guard let saved, !startsOver else {
      let player = ShufflePlayer(service: service, options: options)
      let queued = isKept ? saved?.player.episodes ?? [] : []
      player.add(entriesFor: playlist)
      player.addUpToCapacity(queued.compactMap { library[$0] })
      return player
    }
    let differences = saved.differences(to: playlist.map(\.id))
    let current = saved.player.current.flatMap { library[$0] }.flatMap { keeper.keeps($0) ? $0 : nil }
    let player = ShufflePlayer(
      restoring: saved.player(resuming: current), library: library, service: service, options: options)
    for id in differences.removed {
      player.entries.last { $0.episode.id == id }.map { _ = player.remove(entry: $0.id) }
    }
    if !keepsShuffle, options.shuffle != player.shuffleAlgorithm { player.shuffle(by: options.shuffle) }
    let episodes = Dictionary(playlist.map { ($0.id, $0) }) { first, _ in first }
    let known = Set(player.allEpisodes.map(\.id)).subtracting(saved.listed)
    // Not those that the user has already put into the queue.
    player.add(entriesFor: differences.added.filter { !known.contains($0) }.compactMap { episodes[$0] })
    return player
  }
}

extension ShufflePlayer {
  /// Adds episodes until the player is full. Episodes that are already in the player stay.
  func addUpToCapacity(_ episodes: [Episode]) {
    for episode in episodes {
      do throws(ShufflePlayerError) {
        try add(episode)
      } catch {
        switch error {
        case .capacityReached: return
        }
      }
    }
  }
}
