public import MixtapeModel

/// The state of a player.
public enum PlaybackState: Hashable, Sendable {
  /// The player has no episodes.
  case empty
  /// The player has episodes, but plays none.
  case stopped
  /// An episode is loading.
  case loading(Episode)
  /// An episode is playing.
  case playing(Episode)
  /// An episode is paused.
  case paused(Episode)
  /// An episode failed. ``ShufflePlayer/play()`` tries it again.
  case error(PlaybackFailure)

  /// The episode that is loading, playing or paused, or that failed.
  public var currentEpisode: Episode? {
    switch self {
    case .empty, .stopped: nil
    case .loading(let episode), .playing(let episode), .paused(let episode): episode
    case .error(let failure): failure.episode
    }
  }

  /// Whether an episode is playing.
  public var isPlaying: Bool { if case .playing = self { true } else { false } }

  /// Whether the player has no episodes.
  public var isEmpty: Bool { self == .empty }
}

/// An episode that could not be played, and the reason.
public struct PlaybackFailure: Error, Hashable, Sendable {
  /// The episode that could not be played.
  public let episode: Episode
  /// The error of the service.
  public let reason: MusicServiceError

  /// Makes the failure of an episode.
  public init(_ episode: Episode, _ reason: MusicServiceError) {
    self.episode = episode
    self.reason = reason
  }
}

/// An error of a call to a player.
public enum ShufflePlayerError: Error, Hashable, Sendable {
  /// The player already has ``ShufflePlayer/capacity`` episodes.
  case capacityReached
}
