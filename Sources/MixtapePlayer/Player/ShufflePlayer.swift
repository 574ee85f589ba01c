public import MixtapeModel
internal import Synchronization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A player of at most 120 episodes, in shuffled order.
///
/// All calls are synchronous and may come from any thread. They change the state under a lock. Changes are sent to the
/// listeners under the same lock, so that all listeners see the same changes in the same order. Commands to the service are
/// sent outside the lock, in order and by one thread at a time. A report that comes during a command is handled after it.
/// This is not an actor: an actor is reentrant while it waits for the service, and reading its state requires `await`.
public final class ShufflePlayer: Sendable {
  /// The maximum number of episodes.
  public static let capacity = 120

  let service: any MusicService
  private let core: Mutex<Core>
  private let changes = ChangeBroadcaster<PlaybackState>()

  private struct Core {
    var machine: PlayerMachine
    /// Whether a thread is sending commands to the service.
    var isSending = false
    /// Whether there was ever a listener. Without one, states are not made.
    var hasListeners = false
  }

  /// The options of a player.
  public struct Options: Sendable {
    /// The shuffle at the start.
    public let shuffle: ShuffleAlgorithm
    /// Whether the next episode plays at the end of one.
    public let continuous: Bool
    /// Whether another round begins at the end of the last episode of a round. If not, the player stops there.
    public let repeats: Bool
    /// The reaction to an episode that cannot be played. One whose file is missing is always skipped.
    public let onFailure: FailureReaction
    /// The seed of all random orders.
    public let seed: Int64
    /// The clock, for the weighted shuffle.
    public let now: @Sendable () -> Date

    /// Makes options. By default, the order is another one each time.
    public init(
      shuffle: ShuffleAlgorithm = .default, continuous: Bool = true, repeats: Bool = true,
      onFailure: FailureReaction = .stop, seed: Int64 = .random(in: 0..<1_000_000),
      now: @escaping @Sendable () -> Date = { Date() }
    ) {
      self.shuffle = shuffle
      self.continuous = continuous
      self.repeats = repeats
      self.onFailure = onFailure
      self.seed = seed
      self.now = now
    }
  }

  /// The reaction of a player to an episode that cannot be played. An unavailable service always stops the player, and an
  /// episode whose file is missing never does.
  public enum FailureReaction: String, CaseIterable, Sendable {
    /// The next episode plays. If no episode can be played, the player stops after one attempt for each.
    case next
    /// The player stops in the state ``PlaybackState/error(_:)``.
    case stop
  }

  /// Makes a player without episodes.
  public convenience init(service: any MusicService, options: Options = Options()) {
    self.init(service: service, machine: PlayerMachine(options))
  }

  init(service: any MusicService, machine: PlayerMachine) {
    self.service = service
    core = Mutex(Core(machine: machine))
    service.listen { [weak self] report in
      guard let self else { return }
      // Only the service knows the position at which an episode failed.
      let position = if case .failed = report { self.service.position } else { Duration.zero }
      change { $0.receive(report, at: position) }
    }
  }

  /// The state of the player.
  public var state: PlaybackState { read { $0.state } }

  /// Returns a stream of the present ``state`` and all later ones, in order. There can be any number of streams.
  public func states() -> AsyncStream<PlaybackState> {
    core.withLock { core in
      core.hasListeners = true
      return changes.listen(startingWith: core.machine.state)
    }
  }

  /// Ends the streams of ``states()`` after the changes so far.
  public func endStates() { changes.finish() }

  /// Reads the state under the lock.
  func read<Result: Sendable>(_ body: (PlayerMachine) -> Result) -> Result { core.withLock { body($0.machine) } }

  /// Changes the state, notifies the listeners, and sends the new commands to the service.
  @discardableResult
  func change<Result: Sendable, Failure>(
    _ change: (inout PlayerMachine) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (result, mustSend) = try core.withLock { core throws(Failure) -> (Result, Bool) in
      let result = try applying(&core, change)
      let mustSend = !core.isSending && !core.machine.commands.isEmpty
      if mustSend { core.isSending = true }
      return (result, mustSend)
    }
    if mustSend { sendCommands() }
    return result
  }

  private func applying<Result, Failure>(
    _ core: inout Core, _ change: (inout PlayerMachine) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = core.machine.visibleState
    let result = try change(&core.machine)
    core.machine.performPendingRemovals()
    let passed = core.machine.passedStates
    core.machine.passedStates = []
    if core.hasListeners { passed.forEach(changes.send) }
    if core.hasListeners, core.machine.visibleState != before { changes.send(core.machine.state) }
    return result
  }

  /// Sends commands to the service until there are no more.
  private func sendCommands() {
    while let command = nextCommand() {
      do {
        try send(command)
        if case .requestAccess = command.kind { core.withLock { $0.machine.hasAccess = true } }
      } catch {
        let position = service.position
        core.withLock { core in applying(&core) { $0.fail(command, error, at: position) } }
      }
    }
  }

  private func nextCommand() -> PlayerMachine.ServiceCommand? {
    core.withLock { core in
      if core.machine.commands.isEmpty {
        core.isSending = false
        return nil
      }
      return core.machine.commands.removeFirst()
    }
  }

  private func send(_ command: PlayerMachine.ServiceCommand) throws(MusicServiceError) {
    switch command.kind {
    case .requestAccess: try service.requestAccess()
    case .setQueue(let queue): try service.setQueue(queue)
    case .play: try service.play()
    case .pause: try service.pause()
    case .skip: try service.skip()
    case .seek(let position): try service.seek(to: position)
    case .stop: try service.stop()
    case .setSpeed(let speed): service.setSpeed(speed)
    case .setVolume(let volume): service.setVolume(volume)
    }
  }
}

extension ShufflePlayer {
  /// Plays the current episode, or the next one if no episode is current.
  ///
  /// Resumes a paused episode, and retries a failed one. Does nothing without episodes, or while an episode is loading or
  /// playing.
  public func play() { change { $0.play() } }

  /// Pauses the episode that is playing or loading.
  public func pause() { change { $0.pause() } }

  /// Pauses the episode that is playing; plays otherwise. Does nothing while an episode is loading.
  public func togglePlayback() { change { $0.toggle() } }

  /// Stops playing. The current episode stays, and starts at its beginning next time.
  public func stop() { change { $0.stop() } }

  /// Stops playing. The current episode stays, and starts at its present position next time.
  public func suspend() {
    let position = position
    change { $0.stop(at: position) }
  }

  /// Plays the next episode; after the last one of a round, the first one of a new round.
  public func skipToNext() { change { $0.skipToNext() } }

  /// Plays the episode that was heard before. Restarts the current episode if none was heard before.
  public func skipToPrevious() { change { $0.skipToPrevious() } }

  /// Seeks in the current episode. Positions beyond its end count as its end. Does nothing without a current episode.
  public func seek(to position: Duration) {
    let end = duration
    change { $0.seek(to: position, within: end) }
  }

  /// Sets the speed of this and all later episodes.
  public func setSpeed(_ speed: PlaybackSpeed) { change { $0.setSpeed(speed) } }

  /// Sets the volume of this and all later episodes.
  public func setVolume(_ volume: Volume) { change { $0.setVolume(volume) } }

  /// Plays an episode at once. A new episode is added.
  ///
  /// - Throws: ``ShufflePlayerError/capacityReached``.
  public func playNow(_ episode: Episode) throws(ShufflePlayerError) {
    try change { machine throws(ShufflePlayerError) in try machine.playNow(episode) }
  }

  /// Makes an episode the last one of this round. A new episode is added.
  ///
  /// - Throws: ``ShufflePlayerError/capacityReached``.
  public func enqueue(_ episode: Episode) throws(ShufflePlayerError) {
    try change { machine throws(ShufflePlayerError) in try machine.enqueue(episode, next: false) }
  }

  /// Makes an episode the next one. A new episode is added.
  ///
  /// - Throws: ``ShufflePlayerError/capacityReached``.
  public func enqueueNext(_ episode: Episode) throws(ShufflePlayerError) {
    try change { machine throws(ShufflePlayerError) in try machine.enqueue(episode, next: true) }
  }

  /// Puts the rest of this round in a new order.
  ///
  /// - Parameter algorithm: The shuffle from now on; `nil` keeps the present one.
  public func shuffle(by algorithm: ShuffleAlgorithm? = nil) { change { $0.shuffleAgain(by: algorithm) } }
}

extension ShufflePlayer {
  /// The episodes, in the order in which they were added.
  public var allEpisodes: [Episode] { read { $0.episodes } }

  /// The number of episodes.
  public var count: Int { read { $0.episodes.count } }

  /// The number of episodes that can be added.
  public var remainingCapacity: Int { Self.capacity - count }

  /// Returns whether the player has an episode.
  public func contains(_ id: Episode.ID) -> Bool { read { $0.contains(id) } }

  /// Adds an episode, if it is new. It plays in this round, at a place that suits the shuffle.
  ///
  /// - Returns: Whether the episode is new.
  /// - Throws: ``ShufflePlayerError/capacityReached``.
  @discardableResult
  public func add(_ episode: Episode) throws(ShufflePlayerError) -> Bool {
    try change { machine throws(ShufflePlayerError) in try machine.add(episode) }
  }

  /// Removes all entries of an episode, if the player has it. If it is playing, the next one plays.
  @discardableResult
  public func remove(_ id: Episode.ID) -> Bool { change { $0.remove(id) } }

  /// Removes all episodes.
  public func removeAll() { change { $0.removeAll() } }

  /// Moves an episode in the rest of this round, up to its ends, and accordingly in the order in which episodes were added.
  /// Returns whether the order changed.
  @discardableResult
  public func move(_ id: Episode.ID, by distance: Int) -> Bool {
    guard let entry = entriesUpNext.first(where: { $0.episode.id == id }) else { return false }
    return move(entry: entry.id, by: distance)
  }

  /// Adjusts the episodes to a changed playlist, without interrupting the current one.
  ///
  /// Episodes that left the playlist are removed, the current one when it is no longer current. Other episodes of the player
  /// stay. New episodes play in this round, up to the capacity.
  public func follow(_ playlist: [Episode], from earlier: [Episode.ID]) {
    change { $0.follow(playlist, from: earlier) }
  }

  /// Replaces the values of episodes, for example after their titles changed. Other episodes are ignored.
  public func update(_ episodes: [Episode]) { change { $0.update(episodes) } }

  /// Begins a round if none is under way, so that ``upNext`` has an order before anything plays.
  public func beginRound() { change { $0.prepareRound() } }

  /// Begins a round with an entry if none is under way. Without a shuffle, the round has only what follows it. Does nothing for an
  /// entry that the player does not have.
  public func beginRound(at entry: PlayerEntry.ID) {
    change { machine in if let slot = machine.slot(of: entry) { machine.beginRound(at: slot) } }
  }
}

extension ShufflePlayer {
  /// The rest of this round, the next episode first. Empty before the first round.
  public var upNext: [Episode] { read { machine in machine.upcoming.reversed().map { machine.episodes[$0] } } }

  /// The episodes heard before the current one that ``skipToPrevious()`` can play, the last one first.
  public var heardBefore: [Episode] { read { machine in machine.heard.reversed().map { machine.episodes[$0] } } }

  /// The episode that plays or was played last; `nil` before the first. It stays current when the player stops.
  public var currentEpisode: Episode? { read { machine in machine.current.map { machine.episodes[$0] } } }

  /// The number of this round, counted from 1; 0 before the first.
  public var round: Int { read { $0.round } }

  /// The present shuffle.
  public var shuffleAlgorithm: ShuffleAlgorithm { read { $0.algorithm } }

  /// The speed that was set last; that of the service if none was set.
  public var speed: PlaybackSpeed { read { $0.speed } ?? service.speed }

  /// The volume that was set last; that of the service if none was set.
  public var volume: Volume { read { $0.volume } ?? service.volume }

  /// The position in the current episode.
  public var position: Duration { read { $0.restingPosition } ?? service.position }

  /// The length of the current episode, by the service if it is loaded, else by the library.
  public var duration: Duration? {
    let (isActive, length) = read { machine in
      (machine.isActive, machine.current.flatMap { machine.episodes[$0].length })
    }
    return isActive ? service.duration ?? length : length
  }
}

extension Duration {
  /// Makes a time from seconds in the library, to the millisecond. Values above 1,000,000,000 seconds count as that.
  fileprivate init(storedSeconds seconds: Double) { self = .milliseconds(Int64((min(seconds, 1e9) * 1000).rounded())) }
}

extension Episode {
  /// The playing time in the library, to the millisecond. Values above 1,000,000,000 seconds count as that.
  var length: Duration? { duration.map(Duration.init(storedSeconds:)) }

  /// The position at which playing goes on; 0 if the episode has no position, or one behind its end.
  var resumePosition: Duration {
    guard let position, position < duration ?? .infinity else { return .zero }
    return Duration(storedSeconds: position)
  }
}
