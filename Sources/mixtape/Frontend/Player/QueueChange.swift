import MixtapeModel
import MixtapePlayer

/// How the queue was before a change of it, so that the change can be taken back while the player plays on.
struct QueueChange {
  /// What was done, as a sentence goes on after "Taken back: ".
  let wording: String
  private let episodes: [Episode]
  private let upNext: [Episode]
  private let current: Episode?

  /// - Parameter player: The player before the change.
  init(_ wording: String, _ player: ShufflePlayer) {
    self.wording = wording
    episodes = player.allEpisodes
    upNext = player.upNext
    current = player.state.currentEpisode
  }

  /// Gives the player the episodes that it had, in the order in which those come that have not had their turn since.
  func revert(on player: ShufflePlayer) throws(ShufflePlayerError) {
    let wanted = Set(episodes.map(\.id))
    for episode in player.allEpisodes where !wanted.contains(episode.id) { player.remove(episode.id) }
    let kept = Set(player.allEpisodes.map(\.id))
    for episode in episodes where !kept.contains(episode.id) { try player.add(episode) }
    // What has been played in the meantime is not played again for that.
    let waiting = Set(player.upNext.map(\.id))
    for episode in upNext where waiting.contains(episode.id) { try player.enqueue(episode) }
    if let current, !kept.contains(current.id) { try player.enqueueNext(current) }
  }
}
