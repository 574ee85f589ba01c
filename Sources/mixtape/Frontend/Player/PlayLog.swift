import MixtapeModel
import Synchronization

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// What was heard to its end, or nearly so, in one session.
final class PlayLog: Sendable {
  /// How much of an episode has to be played so that it counts.
  static let least = 0.9

  private let recorded: Mutex<[Episode.ID: EpisodePlays]>
  private let now: @Sendable () -> Date

  /// - Parameters:
  ///   - plays: What was heard before and is still to be recorded.
  ///   - now: The clock.
  init(_ plays: [Episode.ID: EpisodePlays] = [:], now: @escaping @Sendable () -> Date) {
    recorded = Mutex(plays)
    self.now = now
  }

  /// What is to be recorded.
  var plays: [Episode.ID: EpisodePlays] { recorded.withLock { $0 } }

  /// Forgets what was recorded elsewhere.
  func clear() { recorded.withLock { $0 = [:] } }

  /// Notes that an episode was played up to a position; `nil` for its end.
  ///
  /// - Parameter duration: How long it is as whatever plays it sees it; `nil` if only the library may know.
  /// - Returns: Whether that counts.
  func note(_ episode: Episode, upTo position: Duration?, of duration: Duration?) -> Bool {
    if let position {
      guard let length = duration.map({ $0 / .seconds(1) }) ?? episode.duration, length > 0,
        position / .seconds(1) >= Self.least * length
      else { return false }
    }
    let now = now()
    recorded.withLock { $0[episode.id] = EpisodePlays(count: ($0[episode.id]?.count ?? 0) + 1, last: now) }
    return true
  }
}
