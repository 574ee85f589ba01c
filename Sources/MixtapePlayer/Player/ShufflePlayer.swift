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
    /// The reaction to an episode that cannot be played.
    public let onFailure: FailureReaction
    /// The seed of all random orders.
    public let seed: Int64
    /// The clock, for the weighted shuffle.
    public let now: @Sendable () -> Date

    /// Makes options. By default, the order is another one each time.
    public init(
      shuffle: ShuffleAlgorithm = .default, continuous: Bool = true, onFailure: FailureReaction = .stop,
      seed: Int64 = .random(in: 0..<1_000_000), now: @escaping @Sendable () -> Date = { Date() }
    ) {
      self.shuffle = shuffle
      self.continuous = continuous
      self.onFailure = onFailure
      self.seed = seed
      self.now = now
    }
  }

  /// The reaction of a player to an episode that cannot be played. An unavailable service always stops the player.
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
