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
  /// What the playlist holds, as far as it can be played.
  let episodes: [Episode]
  let service: PlayerServiceName
  let shuffle: ShuffleAlgorithm
  let seed: Int64
  /// How fast the clock of a simulation goes.
  let speed: Double
  /// Whether what is heard is recorded in the library.
  let records: Bool
  /// Whether nothing is to be taken over from the last session.
  let isFresh: Bool
  let environment: [String: String]
  /// More options for mpv; they come from the command line and nowhere else.
  let mpvOptions: [String]
  let now: @Sendable () -> Date
  /// The time, counted from any beginning.
  let elapsed: () -> Duration

  /// What makes the sound, and the clock that it needs if there is one.
  func makeService() -> (any MusicService, SimulatedTime?) {
    switch service {
    case .mpv: return (MPVMusicService(environment: environment, options: mpvOptions), nil)
    case .simulator:
      // Where time stands still, nothing could come to the end of its loading.
      let loadingTime: Duration = speed > 0 ? .milliseconds(500) : .zero
      let simulator = SimulatedMusicService(SimulatedMusicService.Behavior(loadingTime: loadingTime, seed: seed))
      return (simulator, SimulatedTime(service: simulator, speed: speed, elapsed: elapsed))
    }
  }

  /// A player with the episodes of the playlist, or with what it had at the end of the last session.
  func makePlayer(on service: any MusicService, _ saved: SavedPlayerSession?) throws -> ShufflePlayer {
    let options = ShufflePlayer.Options(
      shuffle: shuffle, continuous: playlist.settings.continuous, seed: seed, now: now)
    guard let saved else {
      let player = ShufflePlayer(service: service, options: options)
      try fill(player, with: episodes)
      return player
    }
    let differences = saved.differences(to: episodes.map(\.id))
    let player = ShufflePlayer(
      restoring: saved.player, library: try store.episodes(saved.player.episodes), service: service, options: options)
    for id in saved.player.episodes where differences.removed.contains(id) { player.remove(id) }
    if shuffle != player.shuffleAlgorithm { player.shuffle(by: shuffle) }
    try fill(player, with: episodes.filter { differences.added.contains($0.id) })
    return player
  }

  private func fill(_ player: ShufflePlayer, with episodes: [Episode]) throws(ShufflePlayerError) {
    for episode in episodes where player.contains(episode.id) || player.remainingCapacity > 0 {
      try player.add(episode)
    }
  }
}
