public import MixtapeModel
internal import Synchronization

/// A service without sound, with a clock that only ``advance(to:)`` and ``step(until:)`` move.
///
/// Moved from ``nextEvent`` to ``nextEvent``, it plays hours in milliseconds. Moved along with a real clock, it replaces a
/// real service.
public final class SimulatedMusicService: MusicService {
  /// The playing time of an episode without a duration.
  public static let unknownDuration = Duration.seconds(1800)

  /// Returns the playing time of an episode.
  static func length(of episode: Episode) -> Duration { episode.length ?? unknownDuration }

  /// The loading time and the failures of a simulated service.
  public struct Behavior: Sendable {
    /// The time that loading an episode takes.
    public let loadingTime: Duration
    /// The probability that an episode fails to load, from 0 to 1.
    public let failChance: Double
    /// The seed of all random failures.
    public let seed: Int64

    /// Makes a behavior.
    public init(loadingTime: Duration = .seconds(1), failChance: Double = 0, seed: Int64 = 0) {
      self.loadingTime = loadingTime
      self.failChance = failChance
      self.seed = seed
    }
  }

  private let library: [Episode]
  private let state: Mutex<SimulatedPlayback>
  private let receiver = Mutex(Receiver())

  /// A wrapper of the closure: a closure in a generic container is wrapped again at every access.
  private struct Receiver {
    var receive: (@Sendable (MusicServiceReport) -> Void)?
  }

  /// Makes a service with an empty queue, at the time 0.
  ///
  /// - Parameter library: The episodes for ``search(_:limit:)``.
  public init(_ behavior: Behavior = Behavior(), library: [Episode] = []) {
    self.library = library
    state = Mutex(SimulatedPlayback(behavior))
  }

  /// The time of the simulated clock.
  public var now: Duration { state.withLock { $0.now } }

  /// The time of the next event, if there are no further commands; `nil` if nothing will happen.
  public var nextEvent: Duration? { state.withLock { $0.due } }

  /// Moves the clock to a time, and reports all events until then.
  public func advance(to time: Duration) { while step(until: time) != nil {} }

  /// Moves the clock to the next event, and reports it. Moves the clock to `time` if no event is due before.
  ///
  /// - Returns: The report, after the listener has handled it.
  @discardableResult
  public func step(until time: Duration?) -> MusicServiceReport? {
    let report = state.withLock { $0.step(until: time) }
    if let report { send(report) }
    return report
  }

  /// Makes the entry that is playing or loading fail.
  public func fail(with error: MusicServiceError) {
    guard let id = state.withLock({ $0.interrupt() }) else { return }
    send(.failed(id, error))
  }

  private func send(_ report: MusicServiceReport) { receiver.withLock { $0.receive }?(report) }

  /// Sets whether an episode can be loaded.
  public func setPlayable(_ isPlayable: Bool, _ episode: Episode.ID) {
    state.withLock { $0.setPlayable(isPlayable, episode) }
  }

  /// Sets the chapters of the sound of an episode.
  public func setChapters(_ chapters: ChapterList, of episode: Episode.ID) {
    state.withLock { $0.chaptersOfEpisodes[episode] = chapters }
  }

  // MARK: MusicService

  /// Does nothing: a simulation is always available.
  public func requestAccess() {}

  /// Finds episodes of the library by part of their titles.
  public func search(_ text: String, limit: Int) -> [Episode] {
    let wanted = text.lowercased()
    return Array(library.lazy.filter { $0.title.lowercased().contains(wanted) }.prefix(limit))
  }

  /// Sets the queue. Loading an entry takes ``Behavior/loadingTime``.
  public func setQueue(_ queue: [QueueEntry]) { state.withLock { $0.setQueue(queue) } }

  /// Plays or resumes the first entry of the queue.
  public func play() { state.withLock { $0.play() } }

  /// Pauses the first entry.
  public func pause() { state.withLock { $0.pause() } }

  /// Removes the first entry, and plays the next one.
  public func skip() { state.withLock { $0.skip() } }

  /// Seeks in the first entry.
  public func seek(to position: Duration) { state.withLock { $0.seek(to: position) } }

  /// Stops, and empties the queue.
  public func stop() { state.withLock { $0.setQueue([]) } }

  /// Sets the speed. The clock of the simulation goes on as before.
  public func setSpeed(_ speed: PlaybackSpeed) { state.withLock { $0.setSpeed(speed) } }

  /// Sets the volume, which has no effect.
  public func setVolume(_ volume: Volume) { state.withLock { $0.volume = volume } }

  /// The speed at which the position advances.
  public var speed: PlaybackSpeed { state.withLock { $0.speed } }

  /// The volume that was set last. It has no effect.
  public var volume: Volume { state.withLock { $0.volume } }

  /// The position in the first entry.
  public var position: Duration { state.withLock { $0.position } }

  /// The playing time of the first entry.
  public var duration: Duration? { state.withLock { $0.length } }

  /// The chapters of the first entry, once it is loaded.
  public var chapters: ChapterList { state.withLock { $0.chapters } }

  /// Sets the receiver of reports.
  public func listen(_ receive: @escaping @Sendable (MusicServiceReport) -> Void) {
    receiver.withLock { $0.receive = receive }
  }
}
