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
  /// The shortest position in seconds that is kept.
  static let shortestPosition = 15.0

  private let recorded: Mutex<[Episode.ID: EpisodePlays]>
  /// The new ids of episodes whose ids have changed.
  private let newIDs = Mutex<[Episode.ID: Episode.ID]>([:])
  private let keeper: PositionKeeper
  private let now: @Sendable () -> Date

  /// Makes a log.
  ///
  /// - Parameters:
  ///   - plays: Plays of earlier sessions that are not recorded yet.
  ///   - keeper: Decides which episodes keep their positions.
  ///   - now: The clock.
  init(
    _ plays: [Episode.ID: EpisodePlays] = [:], keeping keeper: PositionKeeper = PositionKeeper(.none),
    now: @escaping @Sendable () -> Date
  ) {
    recorded = Mutex(plays)
    self.keeper = keeper
    self.now = now
  }

  /// The plays to record.
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
  ///
  /// - Parameter episode: The episode as the library has it.
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
  /// - Parameters:
  ///   - position: The position at which the episode was left; `nil` for its end.
  ///   - duration: The length of the episode according to the service; `nil` to use the length in the library.
  ///   - isMeasured: Whether the length is that of the sound. It is then recorded with a play, if the library has none: near
  ///     the end of a sound, estimates of players have become exact.
  /// - Returns: Whether the play counts.
  func note(
    _ episode: Episode, upTo position: Duration?, of duration: Duration?, isMeasured: Bool = false
  ) -> Bool {
    let id = currentID(of: episode)
    if let position, !isComplete(episode, at: position, of: duration) {
      recorded.withLock { $0[id] = plays(of: episode, leftAt: position, after: $0[id]) }
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
  func plays(leaving episode: Episode, at position: Duration, of duration: Duration?) -> [Episode.ID: EpisodePlays] {
    var plays = self.plays
    guard !isComplete(episode, at: position, of: duration) else { return plays }
    let id = currentID(of: episode)
    plays[id] = self.plays(of: episode, leftAt: position, after: plays[id])
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
    of episode: Episode, leftAt position: Duration, after earlier: EpisodePlays?
  ) -> EpisodePlays? {
    guard keeper.keeps(episode) else { return earlier }
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

/// A service that notes how much of each episode was played, and forwards all calls to another service.
///
/// It is between the player and the service, because only the service knows the end of an episode and the position at which
/// the player left it.
final class PlayCountingService: MusicService {
  private let service: any MusicService
  private let log: PlayLog
  private let state = Mutex(State())

  private struct State {
    var queue: [QueueEntry] = []
    /// The entry that has started and is not counted yet.
    var heard: QueueEntry?
    /// The episode that was left after it had counted, until it starts again.
    var resumed: Episode.ID?
    /// Whether the first entry of the queue, which has not started, will start after its beginning.
    var startsLater = false
    /// Whether an entry has started.
    var hasStarted = false
    var counted: Episode.ID?
  }

  /// Wraps a service, and notes its plays in a log.
  ///
  /// - Parameter resumed: The episode that an earlier session counted before it left it.
  init(_ service: any MusicService, log: PlayLog, resuming resumed: Episode.ID? = nil) {
    self.service = service
    self.log = log
    state.withLock { $0.resumed = resumed }
  }

  /// The last episode, if it was counted before it was stopped. Resuming it does not count again.
  var counted: Episode.ID? { state.withLock { $0.counted } }

  /// Whether an episode was heard.
  var hasPlayed: Bool { state.withLock { $0.hasStarted } }

  /// The plays to record if the current episode were left now.
  var playsSoFar: [Episode.ID: EpisodePlays] {
    guard let heard = state.withLock({ $0.heard }) else { return log.plays }
    return log.plays(leaving: heard.episode, at: service.position, of: service.duration)
  }

  private func begin(_ id: QueueEntry.ID) {
    state.withLock { state in
      let entry = state.queue.first { $0.id == id }
      state.hasStarted = true
      let isResumed = state.startsLater && entry != nil && entry?.episode.id == state.resumed
      state.heard = isResumed ? nil : entry
      (state.resumed, state.counted) = (nil, isResumed ? state.resumed : nil)
    }
  }

  /// Counts the entry that the player leaves at its current position.
  private func leave() {
    guard let entry = takeHeard() else { return }
    let isCounted = log.note(
      entry.episode, upTo: service.position, of: service.duration, isMeasured: service.measuresDuration)
    state.withLock { $0.counted = isCounted ? entry.episode.id : nil }
  }

  /// Counts an entry that was played to its end.
  private func end(_ id: QueueEntry.ID) {
    if let entry = takeHeard(), entry.id == id {
      _ = log.note(entry.episode, upTo: nil, of: service.duration, isMeasured: service.measuresDuration)
    }
    state.withLock { $0.counted = nil }
  }

  private func takeHeard() -> QueueEntry? { state.withLock { $0.heard.take() } }

  private func receive(_ report: MusicServiceReport) {
    switch report {
    case .started(let id): begin(id)
    case .ended(let id): end(id)
    case .failed:
      leave()
      // A retry resumes the episode.
      state.withLock { $0.resumed = $0.counted }
    case .paused, .resumed: break
    }
  }

  // MARK: MusicService

  func requestAccess() throws(MusicServiceError) { try service.requestAccess() }

  func search(_ text: String, limit: Int) throws(MusicServiceError) -> [Episode] {
    try service.search(text, limit: limit)
  }

  func setQueue(_ queue: [QueueEntry]) throws(MusicServiceError) {
    let heard = state.withLock { $0.heard }
    if let heard, heard.id != queue.first?.id { leave() }
    state.withLock { state in
      if state.queue.first?.id != queue.first?.id { state.startsLater = false }
      state.queue = queue
    }
    try service.setQueue(queue)
  }

  func play() throws(MusicServiceError) { try service.play() }

  func pause() throws(MusicServiceError) { try service.pause() }

  func skip() throws(MusicServiceError) {
    leave()
    state.withLock { state in
      state.queue = Array(state.queue.dropFirst())
      state.startsLater = false
    }
    try service.skip()
  }

  func seek(to position: Duration) throws(MusicServiceError) {
    state.withLock { $0.startsLater = position > .zero }
    try service.seek(to: position)
  }

  func stop() throws(MusicServiceError) {
    leave()
    state.withLock { $0.resumed = $0.counted }
    try service.stop()
  }

  func setSpeed(_ speed: PlaybackSpeed) { service.setSpeed(speed) }

  func setVolume(_ volume: Volume) { service.setVolume(volume) }

  var speed: PlaybackSpeed { service.speed }

  var volume: Volume { service.volume }

  var position: Duration { service.position }

  var duration: Duration? { service.duration }

  var measuresDuration: Bool { service.measuresDuration }

  var chapters: ChapterList { service.chapters }

  func listen(_ receive: @escaping @Sendable (MusicServiceReport) -> Void) {
    service.listen { [weak self] report in
      self?.receive(report)
      receive(report)
    }
  }
}
