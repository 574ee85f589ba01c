internal import MixtapeModel
internal import Synchronization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The plays of episodes that will be recorded in the library.
final class PlayLog: Sendable {
  /// The minimum share of an episode that counts as a play.
  static let countingPart = 0.9

  private let recorded: Mutex<[Episode.ID: EpisodePlays]>
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - plays: Plays of earlier sessions that are not recorded yet.
  ///   - now: The clock.
  init(_ plays: [Episode.ID: EpisodePlays] = [:], now: @escaping @Sendable () -> Date) {
    recorded = Mutex(plays)
    self.now = now
  }

  /// The plays to record.
  var plays: [Episode.ID: EpisodePlays] { recorded.withLock { $0 } }

  /// Removes all plays. For use after they were recorded.
  func clear() { recorded.withLock { $0 = [:] } }

  /// Counts a play, if enough of the episode was played.
  ///
  /// - Parameters:
  ///   - position: The position at which the episode was left; `nil` for its end.
  ///   - duration: The length of the episode according to the service; `nil` to use the length in the library.
  /// - Returns: Whether the play counts.
  func note(_ episode: Episode, upTo position: Duration?, of duration: Duration?) -> Bool {
    if let position {
      guard let length = duration.map({ $0 / .seconds(1) }) ?? episode.duration, length > 0,
        position / .seconds(1) >= Self.countingPart * length
      else { return false }
    }
    let now = now()
    recorded.withLock { $0[episode.id] = EpisodePlays(count: ($0[episode.id]?.count ?? 0) + 1, last: now) }
    return true
  }
}
