import MixtapeModel
import MixtapePlayer

/// The state of a player that the screen shows.
struct PlayerSnapshot: Equatable, Sendable {
  /// The name of the playlist.
  var playlist: String
  var state = PlaybackState.empty
  var position = Duration.zero
  /// The length of the current episode, if it is known.
  var duration: Duration?
  /// The rest of the round, the next episode first.
  var upNext: [Episode] = []
  /// The recently played episodes, the latest first.
  var heardBefore: [Episode] = []
  /// All episodes in the queue.
  var episodes: [Episode] = []
  var round = 0
  var shuffle = ShuffleAlgorithm.default
  /// The service that plays.
  var service: PlayerServiceName
}

extension PlayerSnapshot {
  /// The number of episodes and the capacity: `47/120`.
  var fill: String { "\(episodes.count)/\(ShufflePlayer.capacity)" }

  var isFull: Bool { episodes.count >= ShufflePlayer.capacity }

  /// An episode of the queue.
  struct QueueItem: Equatable {
    let episode: Episode
    let turn: Turn

    enum Turn: Equatable {
      /// The current episode.
      case current
      /// An episode to come, counted from 1.
      case coming(Int)
      /// An episode that has played in this round.
      case past
    }
  }

  /// The queue: the current episode, the coming ones, and then those that have played in this round.
  var queue: [QueueItem] {
    let current = state.currentEpisode
    var listed = Set(upNext.map(\.id))
    let first = current.map { [QueueItem(episode: $0, turn: .current)] } ?? []
    let coming = upNext.enumerated().map { QueueItem(episode: $1, turn: .coming($0 + 1)) }
    if let current { listed.insert(current.id) }
    let rest = episodes.filter { !listed.contains($0.id) }
    return first + coming + rest.map { QueueItem(episode: $0, turn: .past) }
  }
}

extension PlaybackState {
  /// The name of the state on the screen and in events.
  var name: String {
    switch self {
    case .empty: "empty"
    case .stopped: "stopped"
    case .loading: "loading"
    case .playing: "playing"
    case .paused: "paused"
    case .error: "error"
    }
  }
}
