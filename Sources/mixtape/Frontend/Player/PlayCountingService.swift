import MixtapeModel
import MixtapePlayer
import Synchronization

/// A service that takes down how much of each episode was played, and leaves the rest to another service.
///
/// It stands between player and service because only there the end of an episode, and the position at which it was left, are
/// known for certain.
final class PlayCountingService: MusicService {
  private let service: any MusicService
  private let log: PlayLog
  private let state = Mutex(State())

  private struct State {
    var queue: [QueueEntry] = []
    /// The entry of which something was heard, and nothing was noted yet.
    var heard: QueueEntry?
    /// The episode that goes on where an earlier session left it, after it had counted there.
    var resumed: Episode.ID?
    var counted: Episode.ID?
  }

  /// - Parameter resumed: The episode that an earlier session left after it had counted as heard.
  init(_ service: any MusicService, log: PlayLog, resuming resumed: Episode.ID? = nil) {
    self.service = service
    self.log = log
    state.withLock { $0.resumed = resumed }
  }

  /// The episode that was stopped after it had counted as heard, if the last one was. To go on with it is not to hear it again.
  var counted: Episode.ID? { state.withLock { $0.counted } }

  private func begin(_ id: QueueEntry.ID) {
    state.withLock { state in
      let entry = state.queue.first { $0.id == id }
      let goesOn = entry != nil && entry?.episode.id == state.resumed
      state.heard = goesOn ? nil : entry
      (state.resumed, state.counted) = (nil, goesOn ? state.resumed : nil)
    }
  }

  /// Notes that something is left where it is, if it was heard and that was not noted.
  private func leave() {
    guard let entry = takeHeard() else { return }
    let isCounted = log.note(entry.episode, upTo: service.position, of: service.duration)
    state.withLock { $0.counted = isCounted ? entry.episode.id : nil }
  }

  /// Notes that an entry was played to its end.
  private func end(_ id: QueueEntry.ID) {
    if let entry = takeHeard(), entry.id == id { _ = log.note(entry.episode, upTo: nil, of: nil) }
    state.withLock { $0.counted = nil }
  }

  private func takeHeard() -> QueueEntry? { state.withLock { $0.heard.take() } }

  private func take(_ report: MusicServiceReport) {
    switch report {
    case .started(let id): begin(id)
    case .ended(let id): end(id)
    case .failed:
      leave()
      // It goes on there when it is tried again.
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
    state.withLock { $0.queue = queue }
    try service.setQueue(queue)
  }

  func play() throws(MusicServiceError) { try service.play() }

  func pause() throws(MusicServiceError) { try service.pause() }

  func skip() throws(MusicServiceError) {
    leave()
    state.withLock { state in state.queue = Array(state.queue.dropFirst()) }
    try service.skip()
  }

  func seek(to position: Duration) throws(MusicServiceError) { try service.seek(to: position) }

  func stop() throws(MusicServiceError) {
    leave()
    try service.stop()
  }

  var position: Duration { service.position }

  var duration: Duration? { service.duration }

  func listen(_ receive: @escaping @Sendable (MusicServiceReport) -> Void) {
    service.listen { [weak self] report in
      self?.take(report)
      receive(report)
    }
  }
}
