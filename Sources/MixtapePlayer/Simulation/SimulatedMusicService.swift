public import MixtapeModel
internal import Synchronization

/// A service without sound, with a clock that only ``advance(to:)`` and ``step(until:)`` move.
///
/// Moved from ``nextEvent`` to ``nextEvent``, it plays hours in milliseconds. Moved along with a real clock, it replaces a
/// real service.
public final class SimulatedMusicService: MusicService {
  /// The playing time of an episode without a duration.
  static let unknownDuration = Duration.seconds(1800)

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

/// The state of a simulated service, as a value.
struct SimulatedPlayback {
  private(set) var now = Duration.zero
  private(set) var speed = PlaybackSpeed.normal
  var volume = Volume.full
  var chaptersOfEpisodes: [Episode.ID: ChapterList] = [:]
  private var unplayable: Set<Episode.ID> = []

  private let behavior: SimulatedMusicService.Behavior
  private var generator: Xoshiro256
  private var queue: [QueueEntry] = []
  /// The ids and playing times of the entries. Copying these is cheaper than copying episodes at every step.
  private var lengths: [(id: QueueEntry.ID, duration: Duration)] = []
  /// The number of entries of the queue that were skipped.
  private var first = 0
  private var phase = Phase.idle
  /// The position of the first entry; while it plays, its position at ``since``.
  private var offset = Duration.zero
  /// The time at which the first entry began to play or load.
  private var since = Duration.zero
  /// The remaining loading time of the first entry at ``since``.
  private var loading = Duration.zero
  private var hasStarted = false

  private enum Phase { case idle, loading, playing, paused, over }

  init(_ behavior: SimulatedMusicService.Behavior) {
    self.behavior = behavior
    generator = Xoshiro256(seed: behavior.seed)
  }

  /// The first entry; `nil` if the queue is empty.
  private var entry: QueueEntry.ID? { first < lengths.count ? lengths[first].id : nil }

  /// The playing time of the first entry; `nil` if the queue is empty.
  var length: Duration? { first < lengths.count ? lengths[first].duration : nil }

  private var duration: Duration { length ?? .zero }

  /// The chapters of the first entry, once it is loaded.
  var chapters: ChapterList {
    guard hasStarted, first < queue.count else { return .none }
    return chaptersOfEpisodes[queue[first].episode.id] ?? .none
  }

  /// The time of the next event.
  var due: Duration? {
    switch phase {
    case .idle, .paused, .over: nil
    case .loading: since + loading
    case .playing: since + speed.realTime(for: max(.zero, duration - offset))
    }
  }

  var position: Duration { phase == .playing ? offset + speed.playingTime(in: now - since) : offset }

  mutating func step(until time: Duration?) -> MusicServiceReport? {
    guard let due, due <= time ?? due, let entry else {
      now = max(now, time ?? now)
      return nil
    }
    now = max(now, due)
    return phase == .loading ? finishLoading(entry) : finish(entry)
  }

  private mutating func finishLoading(_ entry: QueueEntry.ID) -> MusicServiceReport {
    let isBroken = !unplayable.isEmpty && unplayable.contains(queue[first].episode.id)
    if generator.chance(behavior.failChance) || isBroken {
      phase = .over
      return .failed(entry, .notPlayable("simulated failure"))
    }
    loading = .zero
    (phase, since, hasStarted) = (.playing, now, true)
    return .started(entry)
  }

  private mutating func finish(_ entry: QueueEntry.ID) -> MusicServiceReport {
    phase = .over
    offset = duration
    return .ended(entry)
  }

  mutating func setPlayable(_ isPlayable: Bool, _ episode: Episode.ID) {
    if isPlayable { unplayable.remove(episode) } else { unplayable.insert(episode) }
  }

  /// Ends the entry that is playing or loading, as a failure does, and returns its id.
  mutating func interrupt() -> QueueEntry.ID? {
    guard phase != .idle, phase != .over, let entry else { return nil }
    offset = position
    phase = .over
    return entry
  }

  mutating func setQueue(_ newQueue: [QueueEntry]) {
    let keepsCurrent = entry != nil && newQueue.first?.id == entry
    queue = newQueue
    lengths = newQueue.map { ($0.id, SimulatedMusicService.length(of: $0.episode)) }
    first = 0
    if !keepsCurrent { rewind() }
  }

  mutating func play() {
    guard entry != nil else { return }
    switch phase {
    case .loading, .playing, .over: break
    case .idle: (phase, since, loading) = (.loading, now, behavior.loadingTime)
    case .paused: (phase, since) = (hasStarted ? .playing : .loading, now)
    }
  }

  mutating func pause() {
    switch phase {
    case .idle, .paused, .over: return
    case .loading: loading = max(.zero, loading - (now - since))
    case .playing: offset = position
    }
    phase = .paused
  }

  mutating func skip() {
    first += 1
    rewind()
    play()
  }

  mutating func seek(to position: Duration) {
    offset = max(.zero, min(position, duration))
    if phase == .playing { since = now }
  }

  mutating func setSpeed(_ newSpeed: PlaybackSpeed) {
    if phase == .playing { (offset, since) = (position, now) }
    speed = newSpeed
  }

  private mutating func rewind() {
    (phase, offset, hasStarted) = (.idle, .zero, false)
  }
}
