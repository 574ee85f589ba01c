import MixtapeModel
import MixtapePlayer
import MixtapeStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What is to be played, and how.
struct PlayerSetup {
  let store: Store
  let playlist: Playlist
  let service: PlayerServiceName
  /// The order that was asked for, if one was.
  let shuffle: ShuffleAlgorithm?
  let seed: Int64
  /// How fast the clock of a simulation goes.
  let speed: Double
  /// Whether what is heard is recorded in the library.
  let records: Bool
  /// Whether nothing is to be taken over from the last session.
  let isFresh: Bool
  let now: @Sendable () -> Date
  /// The time, counted from any beginning.
  let elapsed: () -> Duration
  /// Hears what does not go into the queue.
  let notify: (Omission) -> Void

  /// Episodes of the playlist that are not played.
  enum Omission {
    /// The library does not have them.
    case missing(Int)
    /// There is no room for them.
    case beyondCapacity(Int)
  }

  /// What makes the sound, and the clock that it needs if there is one.
  func makeService() throws -> (any MusicService, SimulatedTime?) {
    // Where time stands still, nothing could come to the end of its loading.
    let loadingTime: Duration = speed > 0 ? .milliseconds(500) : .zero
    let simulator = SimulatedMusicService(SimulatedMusicService.Behavior(loadingTime: loadingTime, seed: seed))
    return (simulator, SimulatedTime(service: simulator, speed: speed, elapsed: elapsed))
  }

  /// A player with the episodes of the playlist, or with what it had at the end of the last session.
  func makePlayer(on service: any MusicService, _ memory: PlayerMemory?) throws -> ShufflePlayer {
    let options = ShufflePlayer.Options(
      shuffle: shuffle ?? (playlist.settings.shuffle ? .usual : .off), continuous: playlist.settings.continuous,
      seed: seed, now: now)
    guard let memory else {
      let player = ShufflePlayer(service: service, options: options)
      try fill(player, with: playlist.episodes)
      return player
    }
    let differences = memory.differences(to: playlist.episodes)
    let player = ShufflePlayer(
      restoring: memory.player, library: try store.episodes(memory.player.episodes), service: service, options: options)
    for id in memory.player.episodes where differences.removed.contains(id) { player.remove(id) }
    if let shuffle, shuffle != player.shuffleAlgorithm { player.shuffle(by: shuffle) }
    try fill(player, with: differences.added)
    return player
  }

  private func fill(_ player: ShufflePlayer, with ids: [Episode.ID]) throws {
    let library = try store.episodes(ids)
    let episodes = ids.compactMap { library[$0] }
    let missing = Set(ids).count { library[$0] == nil }
    if missing > 0 { notify(.missing(missing)) }
    var (waiting, seen) = (0, Set<Episode.ID>())
    for episode in episodes where seen.insert(episode.id).inserted {
      if player.contains(episode.id) { continue }
      if player.remainingCapacity > 0 { try player.add(episode) } else { waiting += 1 }
    }
    if waiting > 0 { notify(.beyondCapacity(waiting)) }
  }
}
