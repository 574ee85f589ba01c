internal import MixtapeModel
internal import Synchronization

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
    /// The position that was requested last for the first entry of the queue.
    var sought = Duration.zero
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
    let (heard, sought) = state.withLock { ($0.heard, $0.sought) }
    guard let heard else { return log.plays }
    return log.plays(leaving: heard.episode, at: service.position, of: service.duration, soughtTo: sought)
  }

  private func begin(_ id: QueueEntry.ID) {
    state.withLock { state in
      let entry = state.queue.first { $0.id == id }
      state.hasStarted = true
      let isResumed = state.sought > .zero && entry != nil && entry?.episode.id == state.resumed
      state.heard = isResumed ? nil : entry
      (state.resumed, state.counted) = (nil, isResumed ? state.resumed : nil)
    }
  }

  /// Counts the entry that the player leaves at its current position.
  private func leave() {
    guard let entry = takeHeard() else { return }
    let isCounted = log.note(
      entry.episode, upTo: service.position, of: service.duration, soughtTo: state.withLock { $0.sought },
      isMeasured: service.measuresDuration)
    state.withLock { $0.counted = isCounted ? entry.episode.id : nil }
  }

  private func end(_ id: QueueEntry.ID) {
    if let entry = takeHeard(), entry.id == id {
      _ = log.note(entry.episode, upTo: nil, of: service.duration, isMeasured: service.measuresDuration)
    }
    state.withLock { ($0.counted, $0.sought) = (nil, .zero) }
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
      if state.queue.first?.id != queue.first?.id { state.sought = .zero }
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
      state.sought = .zero
    }
    try service.skip()
  }

  func seek(to position: Duration) throws(MusicServiceError) {
    state.withLock { $0.sought = position }
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
