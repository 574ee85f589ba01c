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

  /// The kinds of states, by their names on the screen, in events and in scripts.
  enum Kind: String, CaseIterable, Sendable {
    case empty, stopped, loading, playing, paused, error
  }

  var kind: Kind {
    switch self {
    case .empty: .empty
    case .stopped: .stopped
    case .loading: .loading
    case .playing: .playing
    case .paused: .paused
    case .error: .error
    }
  }

  /// The name of the state on the screen, in events and in scripts.
  package var name: String { kind.rawValue }
}

extension PlaybackState: CustomStringConvertible {
  /// The state and its episode in one line: `stopped`, `playing Auroras (night-sky/042-auroras)`.
  public var description: String {
    switch self {
    case .empty, .stopped: name
    case .loading(let episode), .playing(let episode), .paused(let episode): "\(name) \(episode)"
    case .error(let failure): "\(name): \(failure)"
    }
  }
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

extension PlaybackFailure: CustomStringConvertible {
  /// The episode and the reason in one line: `Auroras (night-sky/042-auroras): not playable: no such file`.
  public var description: String { "\(episode): \(reason)" }
}

/// An error of a call to a player.
public enum ShufflePlayerError: Error, Hashable, Sendable {
  /// The player already has ``ShufflePlayer/capacity`` episodes.
  case capacityReached
}

/// The speed of playing, from 0.25 to 4; 1 is normal.
public struct PlaybackSpeed: RawRepresentable, Hashable, Sendable, Codable {
  /// The allowed speeds.
  public static let range = 0.25...4.0
  /// The normal speed.
  public static let normal = PlaybackSpeed(clamping: 1)

  /// The factor.
  public let rawValue: Double

  /// Makes a speed; `nil` for a number outside of ``range``.
  public init?(rawValue: Double) {
    guard Self.range.contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  /// Makes the nearest allowed speed, rounded to hundredths.
  public init(clamping factor: Double) {
    let rounded = (factor * 100).rounded() / 100
    rawValue = rounded.isNaN ? 1 : min(max(rounded, Self.range.lowerBound), Self.range.upperBound)
  }

  /// Returns the time that passes in an episode during a real time.
  func playingTime(in time: Duration) -> Duration { self == .normal ? time : time * rawValue }

  /// Returns the real time in which a time of an episode passes.
  func realTime(for time: Duration) -> Duration { self == .normal ? time : time / rawValue }
}

/// The volume of the sound in percent, from 0 to 100.
public struct Volume: RawRepresentable, Hashable, Sendable, Codable {
  /// The allowed volumes.
  public static let range = 0...100
  /// The volume of a service at its start.
  public static let full = Volume(clamping: 100)

  /// The percentage.
  public let rawValue: Int

  /// Makes a volume; `nil` for a number outside of ``range``.
  public init?(rawValue: Int) {
    guard Self.range.contains(rawValue) else { return nil }
    self.rawValue = rawValue
  }

  /// Makes the nearest allowed volume.
  public init(clamping percent: Int) { rawValue = min(max(percent, Self.range.lowerBound), Self.range.upperBound) }
}

extension Duration {
  /// Reads a playing time such as `10:00`, `1:02:03.5`, `3 min`, `90s`, `1.5 h` or `1 h 30 min`.
  ///
  /// Returns `nil` for any other text, and for more than ten years.
  public init?(playingTime text: some StringProtocol) {
    guard let seconds = WrittenTime(text)?.quantity?.inFieldUnit, (0...Self.longest).contains(seconds) else {
      return nil
    }
    self = .milliseconds(Int64((seconds * 1000).rounded()))
  }

  /// Reads a position in an episode: a playing time, or a number of seconds without a unit, such as `90` and `2.9`.
  ///
  /// Returns `nil` for any other text, and for more than ten years.
  public init?(position text: some StringProtocol) {
    let isNumber = !text.isEmpty && text.allSatisfy { $0.isASCII && ($0.isNumber || $0 == ".") }
    self.init(playingTime: isNumber ? "\(text)s" : "\(text)")
  }

  /// The time as players show it, with hours only if there are any: `10:00`, `1:02:03`.
  public var playingTime: String {
    let seconds = components.seconds
    func twoDigits(_ number: Int64) -> String { number < 10 ? "0\(number)" : "\(number)" }
    let (hours, rest) = (seconds / 3600, "\(twoDigits(seconds % 60))")
    return hours > 0 ? "\(hours):\(twoDigits(seconds / 60 % 60)):\(rest)" : "\(seconds / 60):\(rest)"
  }

  private static let longest = 10.0 * 365 * 86_400
}
