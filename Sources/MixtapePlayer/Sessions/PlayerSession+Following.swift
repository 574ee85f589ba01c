public import MixtapeModel
public import MixtapeStore

extension PlayerSession {
  /// Adjusts the player to the present playlist and library. Nothing that plays is interrupted.
  ///
  /// Episodes that left the playlist leave the queue, the current one when it is no longer current. New ones join it. If the
  /// playlist was deleted, the queue stays.
  ///
  /// - Parameter store: The store to read: that of the session, with a context that may report other things.
  /// - Returns: The playlist; `nil` if it was deleted, or for a player without one.
  /// - Throws: Errors of reading the playlist and the library, and of evaluating rules. The player is then unchanged.
  @discardableResult
  public func follow(_ store: Store) throws(MixtapeError) -> Playlist? {
    let playlist: Playlist? =
      switch owner {
      case .playlist(let id): try store.playlist(id)
      case .standalone, .selection: nil
      }
    let listed = try playlist.map { (playlist) throws(MixtapeError) in
      try playable(playlist, in: store)
    }
    var library = try store.episodes(player.allEpisodes.map(\.id) + missing)
    let moved = try movedEpisodes(in: store, besides: library)
    for episode in moved.values { library[episode.id] = episode }
    rename(moved)
    try discardEdited(in: library.values)
    if let listed { follow(listed) }
    let returning = absent.compactMap { absence in library[absence.id].map { (episode: $0, absence: absence) } }
    player.insert(returning, of: absent)
    player.update(Array(library.values))
    absent.removeAll { library[$0.id] != nil }
    noteChange()
    return playlist
  }

  /// Returns the episodes that the library has under other ids than the player.
  private func movedEpisodes(
    in store: Store, besides library: [Episode.ID: Episode]
  ) throws(MixtapeError) -> [Episode.ID: Episode] {
    let lacking = player.allEpisodes.filter { library[$0.id] == nil }
    let known = Dictionary(lacking.compactMap { episode in EpisodeSource(of: episode).map { (episode.id, $0) } }) {
      first, _ in first
    }
    return try store.episodes(movedFrom: known.merging(absentSources.filter { library[$0.key] == nil }) { $1 })
  }

  /// Gives episodes their new ids.
  private func rename(_ moved: [Episode.ID: Episode]) {
    guard !moved.isEmpty else { return }
    let ids = moved.mapValues(\.id)
    player.replace(moved)
    log.rename(ids)
    positions.rename(ids)
    episodes = episodes.map { ids[$0] ?? $0 }
    formerEpisodes = formerEpisodes.map { ids[$0] ?? $0 }
    absent = absent.map { $0.renamed(ids[$0.id] ?? $0.id) }
  }

  /// Adjusts the queue to the entries of the playlist. Of a list that is longer than the queue, what comes next follows the last entry
  /// that the queue has taken.
  private func follow(_ listed: PlayableEpisodes) {
    guard listed.isLong || longList != nil else { return follow(listed.episodes) }
    guard listed.ids != longList?.ids else { return }
    let gone = Set(longList?.ids ?? episodes).subtracting(listed.ids)
    let (known, current) = (longList, player.currentEpisode?.id)
    for id in gone where id != current { player.remove(id) }
    player.forgetNextRound()
    longList = listed.isLong ? known.map { SessionList(listed, after: $0.progress.taken, $0.last) } : nil
    if known == nil || !listed.isLong { follow(listed.episodes) }
    if listed.isLong { (longList, episodes) = (longList ?? SessionList(listed), []) }
  }

  /// Adjusts the queue to the entries of a playlist that fits.
  private func follow(_ listed: [Episode]) {
    let (earlier, ids) = (episodes + formerEpisodes, Set(listed.map(\.id)))
    player.follow(listed, from: episodes)
    formerEpisodes = earlier.filter { !ids.contains($0) && player.contains($0) }
    episodes = listed.map(\.id)
  }
}

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
