import Foundation
import MixtapeModel
import MixtapePlayer
import Synchronization

/// A service that records its calls, and sends the reports of a test.
final class RecordingService: MusicService {
  private struct State {
    var calls: [String] = []
    var queue: [QueueEntry] = []
    var position = Duration.zero
    var duration: Duration?
    var speed = PlaybackSpeed.normal
    var volume = Volume.full
    /// The errors of the next calls, by name.
    var failures: [String: MusicServiceError] = [:]
    var reportsStartAtOnce = false
    var interruption: (name: String, act: @Sendable () -> Void)?
    var receive: (@Sendable (MusicServiceReport) -> Void)?
  }

  private let state = Mutex(State())

  /// Returns the calls since the last time.
  func takeCalls() -> [String] {
    state.withLock { state in
      defer { state.calls = [] }
      return state.calls
    }
  }

  /// The queue of the service, with the current entry first.
  var queue: [QueueEntry] { state.withLock { $0.queue } }

  /// Sets the position, as by playing.
  func reach(_ position: Duration) { state.withLock { $0.position = position } }

  /// Sets the length of the first entry.
  func setDuration(_ duration: Duration?) { state.withLock { $0.duration = duration } }

  /// Makes the next call with a name fail.
  func failNext(_ call: String, with error: MusicServiceError) { state.withLock { $0.failures[call] = error } }

  /// Reports the start of an entry before the call that starts it returns.
  func reportStartAtOnce() { state.withLock { $0.reportsStartAtOnce = true } }

  /// Runs a function during the next call with a name.
  func interruptNext(_ call: String, _ act: @escaping @Sendable () -> Void) {
    state.withLock { $0.interruption = (call, act) }
  }

  /// Sends a report about the first entry or another one.
  func report(_ make: (QueueEntry.ID) -> MusicServiceReport, of entry: QueueEntry.ID? = nil) {
    let (receive, first) = state.withLock { ($0.receive, $0.queue.first?.id ?? -1) }
    receive?(make(entry ?? first))
  }

  private func call(
    _ name: String, _ words: String = "", _ change: (inout State) -> Void = { _ in }
  ) throws(MusicServiceError) {
    let interruption = state.withLock { state in
      guard state.interruption?.name == name else { return nil as (@Sendable () -> Void)? }
      defer { state.interruption = nil }
      return state.interruption?.act
    }
    interruption?()
    let failure = state.withLock { state in
      state.calls.append(words.isEmpty ? name : "\(name) \(words)")
      let failure = state.failures.removeValue(forKey: name)
      if failure == nil { change(&state) }
      return failure
    }
    if let failure { throw failure }
    if ["play", "skip"].contains(name), state.withLock({ $0.reportsStartAtOnce }) {
      report(MusicServiceReport.started)
    }
  }

  func requestAccess() throws(MusicServiceError) { try call("access") }

  func search(_ text: String, limit: Int) -> [Episode] { [] }

  func setQueue(_ queue: [QueueEntry]) throws(MusicServiceError) {
    try call("queue", queue.map(\.episode).letters) { state in
      if state.queue.first?.id != queue.first?.id { state.position = .zero }
      state.queue = queue
    }
  }

  func play() throws(MusicServiceError) { try call("play") }
  func pause() throws(MusicServiceError) { try call("pause") }
  func skip() throws(MusicServiceError) { try call("skip") { ($0.position, _) = (.zero, $0.queue.removeFirst()) } }

  func seek(to position: Duration) throws(MusicServiceError) {
    try call("seek", "\(position.components.seconds)") { $0.position = position }
  }

  func stop() throws(MusicServiceError) { try call("stop") { ($0.position, $0.queue) = (.zero, []) } }

  func setSpeed(_ speed: PlaybackSpeed) {
    state.withLock { state in
      state.calls.append("speed \(speed.rawValue)")
      state.speed = speed
    }
  }

  func setVolume(_ volume: Volume) {
    state.withLock { state in
      state.calls.append("volume \(volume.rawValue)")
      state.volume = volume
    }
  }

  var speed: PlaybackSpeed { state.withLock { $0.speed } }

  var volume: Volume { state.withLock { $0.volume } }

  var position: Duration { state.withLock { $0.position } }

  var duration: Duration? { state.withLock { $0.duration } }

  func listen(_ receive: @escaping @Sendable (MusicServiceReport) -> Void) {
    state.withLock { $0.receive = receive }
  }
}

extension ShufflePlayer {
  /// Returns a player that plays episodes in the order of their letters.
  static func playing(
    _ letters: String, on service: any MusicService, shuffle: ShuffleAlgorithm = .off, continuous: Bool = true,
    repeats: Bool = true, onFailure: FailureReaction = .stop, seed: Int64 = 1
  ) throws -> ShufflePlayer {
    let player = ShufflePlayer(
      service: service,
      options: Options(
        shuffle: shuffle, continuous: continuous, repeats: repeats, onFailure: onFailure, seed: seed,
        now: { .distantPast }))
    for episode in try Episode.lettered(letters, duration: 100) { try player.add(episode) }
    return player
  }
}
