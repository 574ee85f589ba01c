public import MixtapeModel

/// What a player is doing.
public enum PlaybackState: Hashable, Sendable {
  /// It holds no episodes.
  case empty
  /// It holds episodes, and none of them plays.
  case stopped
  /// An episode is about to play.
  case loading(Episode)
  /// An episode plays.
  case playing(Episode)
  /// An episode would go on where it is.
  case paused(Episode)
  /// Something failed; what it was is tried again on request.
  case error(PlaybackFailure)

  /// The episode that it is about, also one that failed.
  public var currentEpisode: Episode? {
    switch self {
    case .empty, .stopped: nil
    case .loading(let episode), .playing(let episode), .paused(let episode): episode
    case .error(let failure): failure.episode
    }
  }

  /// Whether there is something to be heard.
  public var isPlaying: Bool { if case .playing = self { true } else { false } }

  /// Whether there is nothing to play.
  public var isEmpty: Bool { self == .empty }
}

/// That an episode could not be played, and why.
public struct PlaybackFailure: Error, Hashable, Sendable {
  /// The episode.
  public let episode: Episode
  /// What the service says.
  public let reason: MusicServiceError

  /// Makes the failure of an episode.
  public init(_ episode: Episode, _ reason: MusicServiceError) {
    self.episode = episode
    self.reason = reason
  }
}

/// Why a player refuses something.
public enum ShufflePlayerError: Error, Hashable, Sendable {
  /// It holds ``ShufflePlayer/capacity`` episodes already.
  case capacityReached
}
