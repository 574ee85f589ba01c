public import MixtapeModel
internal import Synchronization

/// A service without sound, on a clock that somebody else moves: nothing happens but in ``advance(to:)`` and ``step(until:)``.
///
/// Moved in jumps from ``nextEvent`` to ``nextEvent``, it plays hours in no time; moved along with a real clock, it stands in
/// for a service that is not there.
public final class SimulatedMusicService: MusicService {
  /// How long an episode plays that does not say.
  public static let unknownDuration = Duration.seconds(1800)

  /// How long an episode plays.
  static func length(of episode: Episode) -> Duration { episode.length ?? unknownDuration }

  /// How long things take and how often they fail.
  public struct Behavior: Sendable {
    /// How long an episode loads.
    public let loadingTime: Duration
    /// How likely it is that an episode does not load; from 0 to 1.
    public let failChance: Double
    /// What chance follows from.
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

  /// In a struct of its own, as a function by itself would be wrapped anew whenever the lock is taken.
  private struct Receiver {
    var receive: (@Sendable (MusicServiceReport) -> Void)?
  }

  /// Makes a service that plays nothing; its clock shows zero.
  ///
  /// - Parameter library: What is searched.
  public init(_ behavior: Behavior = Behavior(), library: [Episode] = []) {
    self.library = library
    state = Mutex(SimulatedPlayback(behavior))
  }

  /// What its clock shows.
  public var now: Duration { state.withLock { $0.now } }

  /// When something happens by itself, if nobody comes in between; `nil` if nothing does.
  public var nextEvent: Duration? { state.withLock { $0.due } }

  /// Lets time go on, and reports what happens on the way.
  public func advance(to time: Duration) { while step(until: time) != nil {} }

  /// Lets time go on until something happens, and reports that; or, if nothing does before, until a time, if one is given.
  ///
  /// - Returns: What was reported, after the one who listens has done what comes of it.
  @discardableResult
  public func step(until time: Duration?) -> MusicServiceReport? {
    let report = state.withLock { $0.step(until: time) }
    if let report { send(report) }
    return report
  }

  /// Lets fail what plays or loads.
  public func fail(with error: MusicServiceError) {
    guard let id = state.withLock({ $0.interrupt() }) else { return }
    send(.failed(id, error))
  }

  private func send(_ report: MusicServiceReport) { receiver.withLock { $0.receive }?(report) }

  /// Lets an episode fail, or not fail any more, when it is loaded.
  public func setPlayable(_ isPlayable: Bool, _ episode: Episode.ID) {
    state.withLock { $0.setPlayable(isPlayable, episode) }
  }

  // MARK: MusicService

  /// Does nothing: a simulation is always there.
  public func requestAccess() {}

  /// Finds episodes of the library by a part of their titles.
  public func search(_ text: String, limit: Int) -> [Episode] {
    let wanted = text.lowercased()
    return Array(library.lazy.filter { $0.title.lowercased().contains(wanted) }.prefix(limit))
  }

  /// Sets what is to be played.
  public func setQueue(_ queue: [QueueEntry]) { state.withLock { $0.setQueue(queue) } }

  /// Plays the first entry of the queue, or lets it go on.
  public func play() { state.withLock { $0.play() } }

  /// Holds the first entry where it is.
  public func pause() { state.withLock { $0.pause() } }

  /// Drops the first entry, and plays the one after it.
  public func skip() { state.withLock { $0.skip() } }

  /// Goes to a position in the first entry.
  public func seek(to position: Duration) { state.withLock { $0.seek(to: position) } }

  /// Forgets the queue.
  public func stop() { state.withLock { $0.setQueue([]) } }

  /// How far the first entry is played.
  public var position: Duration { state.withLock { $0.position } }

  /// How long the first entry plays.
  public var duration: Duration? { state.withLock { $0.length } }

  /// Names the one who hears what happens.
  public func listen(_ receive: @escaping @Sendable (MusicServiceReport) -> Void) {
    receiver.withLock { $0.receive = receive }
  }
}
