internal import MixtapeModel
internal import MixtapePlayer
internal import MixtapeStore

/// The queue of a new session: the saved one, adjusted to the present playlist and library.
struct RestoredQueue {
  private let saved: SavedPlayerSession?
  /// The episodes of the playlist.
  private let playlist: [Episode]
  /// The saved episodes that the library has.
  private let library: [Episode.ID: Episode]
  private let startsOver: Bool
  /// Whether the saved shuffle replaces that of the options. The options of the standalone player only apply to a new queue.
  private let keepsShuffle: Bool
  /// The saved episodes that the library lacks and that the playlist will not bring back.
  let missing: [Episode.ID]

  /// Reads the saved episodes from the library.
  init(
    _ saved: SavedPlayerSession?, for owner: StorePlayer, _ playlist: [Episode], startsOver: Bool, from store: Store
  ) throws(MixtapeError) {
    // A playlist that starts over discards the queue. The queue of the standalone player is all that it has.
    let isKept = !startsOver || owner == .standalone
    let queued = isKept ? saved?.queued ?? [] : []
    let library = queued.isEmpty ? [:] : try store.episodes(queued)
    self.saved = isKept ? saved : nil
    self.playlist = playlist
    self.library = library
    self.startsOver = startsOver
    keepsShuffle = owner == .standalone && !queued.isEmpty
    missing = Array(
      (saved?.added(queued.filter { library[$0] == nil }) ?? []).prefix(ShufflePlayer.capacity))
  }

  /// Makes the player, with as many of the episodes as it can hold.
  func makePlayer(on service: any MusicService, _ options: ShufflePlayer.Options) -> ShufflePlayer {
    guard let saved, !startsOver else {
      let player = ShufflePlayer(service: service, options: options)
      player.addUpToCapacity(playlist + (saved?.queued ?? []).compactMap { library[$0] })
      return player
    }
    let differences = saved.differences(to: playlist.map(\.id))
    let player = ShufflePlayer(restoring: saved.player, library: library, service: service, options: options)
    for id in saved.player.episodes where differences.removed.contains(id) { player.remove(id) }
    if !keepsShuffle, options.shuffle != player.shuffleAlgorithm { player.shuffle(by: options.shuffle) }
    player.addUpToCapacity(playlist.filter { differences.added.contains($0.id) })
    player.addUpToCapacity((saved.missing ?? []).compactMap { library[$0] })
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
