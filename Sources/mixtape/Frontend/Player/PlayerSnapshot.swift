import MixtapeModel
import MixtapePlayer

/// What a player is at, as far as it is shown.
struct PlayerSnapshot: Equatable, Sendable {
  /// The name of the playlist.
  var playlist: String
  var state = PlaybackState.empty
  var position = Duration.zero
  /// How long the current episode is, where that is known.
  var duration: Duration?
  /// What comes in this round, the next one first.
  var upNext: [Episode] = []
  /// What was heard before, the last one first.
  var heardBefore: [Episode] = []
  /// Everything that the player holds.
  var episodes: [Episode] = []
  var round = 0
  var shuffle = ShuffleAlgorithm.usual
  /// What makes the sound.
  var service: PlayerServiceName
}

extension PlayerSnapshot {
  /// How many episodes there are, of how many: `47/120`.
  var fill: String { "\(episodes.count)/\(ShufflePlayer.capacity)" }

  var isFull: Bool { episodes.count >= ShufflePlayer.capacity }

  /// An episode of the list of the queue, with its turn.
  struct QueueItem: Equatable {
    let episode: Episode
    let turn: Turn

    enum Turn: Equatable {
      /// It is what the player is at.
      case current
      /// It comes, counted from 1.
      case coming(Int)
      /// It has had its turn in this round.
      case past
    }
  }

  /// The list of the queue: what plays, what comes, and then what has had its turn.
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
  /// The state in a word, as scripts read it too.
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
