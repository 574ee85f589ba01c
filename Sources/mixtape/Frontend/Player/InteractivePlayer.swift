import ListeningSession
import MixtapeLibrary
import MixtapeModel
import MixtapePlayer
import MixtapeStore

#if canImport(FoundationEssentials)
  import FoundationEssentials
#else
  import Foundation
#endif

/// The service that plays, by its name on the command line.
enum PlayerServiceName: String, CaseIterable, Sendable {
  case mpv
  /// A simulation without sound. Time passes as if there were sound.
  case simulator
}

/// An interactive player: the session, the actions on it, the library to search, and the clock of a simulation.
final class InteractivePlayer {
  let session: PlayerSession
  let controller: PlayerController
  /// The reason why the service could not play at the end of the session; `nil` if it could.
  private(set) var serviceFailure: MusicServiceError?
  private let store: Store
  private let time: SimulatedTime?
  private let now: @Sendable () -> Date

  init(
    _ session: PlayerSession, _ controller: PlayerController, _ store: Store, _ time: SimulatedTime?,
    now: @escaping @Sendable () -> Date
  ) {
    self.session = session
    self.controller = controller
    self.store = store
    self.time = time
    self.now = now
  }

  var player: ShufflePlayer { session.player }

  /// Runs the simulation up to the current time.
  func catchUp() { time?.catchUp() }

  /// Returns the time until the next event without input; `nil` for never.
  ///
  /// - Parameter showsSeconds: Whether each played second is an event.
  func timeout(showingSeconds showsSeconds: Bool) -> Duration? {
    var timeout = time?.timeout
    if showsSeconds, player.state.isPlaying, let second = untilNextSecond { timeout = min(timeout ?? second, second) }
    return timeout
  }

  /// The time until the position shows another second.
  private var untilNextSecond: Duration? {
    let position = player.position / .seconds(1)
    let left = Duration.seconds(1 - (position - position.rounded(.down)))
    guard let wait = SimulatedTime.waiting(left, time?.speed ?? 1) else { return nil }
    // 25 frames per second are enough.
    return max(wait, .milliseconds(40))
  }

  /// Returns the episodes of the library for a search text. The last word may be unfinished.
  ///
  /// - Complexity: That of ``Store/forEachEpisode(matching:_:)``.
  func find(_ text: String) throws(MixtapeError) -> [Episode] {
    let isInWord = text.last.map { $0.isLetter || $0.isNumber } ?? false
    var found: [Episode] = []
    try store.forEachEpisode(matching: EpisodeQuery(search: isInWord ? "\(text)*" : text, now: now())) {
      found.append($0)
      return found.count < PlayerPanel.longestResult
    }
    return found
  }

  /// Returns an episode of the library.
  func episode(_ id: Episode.ID) throws(MixtapeError) -> Episode? { try store.episodes([id])[id] }

  /// Ends the session.
  ///
  /// - Returns: The change that recorded the plays; `nil` if there were none.
  func end() throws(MixtapeError) -> PodcastPlan? {
    catchUp()
    if case .error(let failure) = player.state { serviceFailure = failure.serviceFailure }
    return try session.end()
  }
}

extension PlaybackFailure {
  /// The reason, if the service failed and not the episode.
  fileprivate var serviceFailure: MusicServiceError? {
    switch reason {
    case .unavailable, .denied: reason
    case .notPlayable: nil
    }
  }
}
