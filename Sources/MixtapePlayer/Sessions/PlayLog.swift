internal import MixtapeModel
internal import Synchronization

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// The plays and the positions of episodes that will be recorded in the library.
final class PlayLog: Sendable {
  /// The minimum share of an episode that counts as a play.
  static let countingPart = 0.9
  static let shortestPosition = 15.0
  /// The longest time by which a sound starts before the position that was sought.
  private static let seekingError = Duration.seconds(1)

  private let recorded: Mutex<[Episode.ID: EpisodePlays]>
  /// The new ids of episodes whose ids have changed.
  private let newIDs = Mutex<[Episode.ID: Episode.ID]>([:])
  private let keeper: PositionKeeper
  private let now: @Sendable () -> Date

  /// Makes a log with the plays of earlier sessions that are not recorded yet.
  init(
    _ plays: [Episode.ID: EpisodePlays] = [:], keeping keeper: PositionKeeper = PositionKeeper(.none),
    now: @escaping @Sendable () -> Date
  ) {
    recorded = Mutex(plays)
    self.keeper = keeper
    self.now = now
  }

  var plays: [Episode.ID: EpisodePlays] { recorded.withLock { $0 } }

  /// Notes the plays of episodes under their new ids from now on.
  func rename(_ ids: [Episode.ID: Episode.ID]) {
    newIDs.withLock { known in
      known = known.mapValues { ids[$0] ?? $0 }.merging(ids) { $1 }
    }
    recorded.withLock { plays in
      plays = Dictionary(plays.map { (ids[$0] ?? $0, $1) }) { $0.adding($1) }
    }
  }

  private func currentID(of episode: Episode) -> Episode.ID { newIDs.withLock { $0[episode.id] } ?? episode.id }

  /// Removes all plays. For use after they were recorded.
  func clear() { recorded.withLock { $0 = [:] } }

  /// Discards the plays of an episode, because a command has removed plays in the library after them.
  func discardPlays(of id: Episode.ID) {
    recorded.withLock { plays in
      guard let own = plays[id], own.count > 0 else { return }
      plays[id] =
        own.position == nil
        ? nil : EpisodePlays(count: 0, last: own.last, position: own.position, duration: own.duration)
    }
  }

  /// Discards the position of an episode, because a command has set another one in the library.
  func discardPosition(of episode: Episode) {
    recorded.withLock { plays in
      guard let own = plays[episode.id] else { return }
      plays[episode.id] =
        own.count == 0
        ? nil : EpisodePlays(count: own.count, last: own.last, position: episode.position, duration: own.duration)
    }
  }

  /// Notes the end of playing an episode: counts a play if enough of the episode was played, and otherwise keeps the position.
  ///
  /// The position is `nil` for the end. A measured length is recorded with a play, if the library has none: near the end of a
  /// sound, estimates of players have become exact. Returns whether the play counts.
  func note(
    _ episode: Episode, upTo position: Duration?, of duration: Duration?, soughtTo sought: Duration = .zero,
    isMeasured: Bool = false
  ) -> Bool {
    let id = currentID(of: episode)
    if let position, !isComplete(episode, at: position, of: duration) {
      recorded.withLock { $0[id] = plays(of: episode, leftAt: position, soughtTo: sought, after: $0[id]) }
      return false
    }
    let measured = isMeasured && episode.duration == nil ? duration.map { $0 / .seconds(1) } : nil
    recorded.withLock { plays in
      let earlier = plays[id]
      plays[id] = EpisodePlays(count: (earlier?.count ?? 0) + 1, last: now(), duration: measured ?? earlier?.duration)
    }
    return true
  }

  /// Returns the plays to record if an episode were left now.
  func plays(
    leaving episode: Episode, at position: Duration, of duration: Duration?, soughtTo sought: Duration = .zero
  ) -> [Episode.ID: EpisodePlays] {
    var plays = self.plays
    guard !isComplete(episode, at: position, of: duration) else { return plays }
    let id = currentID(of: episode)
    plays[id] = self.plays(of: episode, leftAt: position, soughtTo: sought, after: plays[id])
    return plays
  }

  /// Returns the episode with the position that this log has for it; `nil` if that is the position of the episode, or if the
  /// library has a later one.
  func positioned(_ episode: Episode) -> Episode? {
    guard keeper.keeps(episode), let plays = recorded.withLock({ $0[episode.id] }),
      plays.position != episode.position, plays.last >= episode.lastPlayedAt ?? .distantPast
    else { return nil }
    return episode.withPosition(plays.position)
  }

  private func isComplete(_ episode: Episode, at position: Duration, of duration: Duration?) -> Bool {
    guard let length = duration.map({ $0 / .seconds(1) }) ?? episode.duration, length > 0 else { return false }
    return position / .seconds(1) >= Self.countingPart * length
  }

  /// Returns the plays of an episode that was left before its end; `nil` if there is nothing to record.
  private func plays(
    of episode: Episode, leftAt position: Duration, soughtTo sought: Duration, after earlier: EpisodePlays?
  ) -> EpisodePlays? {
    // A server without byte ranges sends the sound from its beginning: the position that was sought is still to come.
    guard keeper.keeps(episode), position + Self.seekingError >= sought else { return earlier }
    let seconds = position / .seconds(1)
    let isKept = seconds >= Self.shortestPosition
    guard isKept || episode.position != nil || earlier?.position != nil else { return earlier }
    return EpisodePlays(
      count: earlier?.count ?? 0, last: now(), position: isKept ? seconds : nil, duration: earlier?.duration)
  }
}

extension EpisodePlays {
  /// Returns the plays of both records, with the position of the later one.
  fileprivate func adding(_ other: EpisodePlays) -> EpisodePlays {
    let later = last < other.last ? other : self
    return EpisodePlays(
      count: count.addingWithoutOverflow(other.count), last: later.last, position: later.position,
      duration: duration ?? other.duration)
  }
}
