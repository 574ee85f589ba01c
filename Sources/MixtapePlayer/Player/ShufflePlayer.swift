public import MixtapeModel
internal import Synchronization

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A player of at most 120 episodes, in shuffled order.
///
/// All calls are synchronous and may come from any thread. They change the state under a lock, where every change is sent to
/// the listeners too, so that all of them see the same changes in the same order. What the service has to do is done outside of
/// the lock, by one thread at a time and in order; what the service reports while it is told something comes after that.
/// An actor would let other calls in wherever it waits for the service, and could not be asked without waiting.
public final class ShufflePlayer: Sendable {
  /// How many episodes a player holds at most.
  public static let capacity = 120

  let service: any MusicService
  private let core: Mutex<Core>
  private let changes = ChangeBroadcaster<PlaybackState>()

  private struct Core {
    var machine: PlayerMachine
    /// Whether a thread is telling the service what to do.
    var isObeying = false
    /// Whether anyone ever listened; a state that nobody hears of is not made.
    var isHeard = false
  }

  /// What a player is told once and for all.
  public struct Options: Sendable {
    /// The order in which it plays at first.
    public let shuffle: ShuffleAlgorithm
    /// Whether it goes on to the next episode at the end of one.
    public let continuous: Bool
    /// What all orders follow from.
    public let seed: Int64
    /// The clock, for episodes that were not heard for long.
    public let now: @Sendable () -> Date

    /// Makes options.
    public init(
      shuffle: ShuffleAlgorithm = .usual, continuous: Bool = true, seed: Int64, now: @escaping @Sendable () -> Date
    ) {
      self.shuffle = shuffle
      self.continuous = continuous
      self.seed = seed
      self.now = now
    }
  }

  /// Makes a player without episodes.
  public convenience init(service: any MusicService, options: Options) {
    self.init(service: service, machine: PlayerMachine(options))
  }

  init(service: any MusicService, machine: PlayerMachine) {
    self.service = service
    core = Mutex(Core(machine: machine))
    service.listen { [weak self] report in
      guard let self else { return }
      // How far it came is known to the service alone.
      let position = if case .failed = report { self.service.position } else { Duration.zero }
      change { $0.receive(report, at: position) }
    }
  }

  /// What it is doing.
  public var state: PlaybackState { read { $0.state } }

  /// Every change of ``state`` from now on, in order and each once, for any number of listeners.
  public func states() -> AsyncStream<PlaybackState> {
    core.withLock { core in
      core.isHeard = true
      return changes.listen()
    }
  }

  /// Ends the streams of ``states()`` after the changes so far.
  public func endStates() { changes.finish() }

  /// Looks at the player as it is.
  func read<Result: Sendable>(_ look: (PlayerMachine) -> Result) -> Result { core.withLock { look($0.machine) } }

  /// Changes the player, tells the listeners, and has the service do what follows.
  @discardableResult
  func change<Result: Sendable, Failure>(
    _ change: (inout PlayerMachine) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let (result, isOnDuty) = try core.withLock { core throws(Failure) -> (Result, Bool) in
      let result = try announcing(&core, change)
      let isOnDuty = !core.isObeying && !core.machine.orders.isEmpty
      if isOnDuty { core.isObeying = true }
      return (result, isOnDuty)
    }
    if isOnDuty { obey() }
    return result
  }

  private func announcing<Result, Failure>(
    _ core: inout Core, _ change: (inout PlayerMachine) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    let before = core.machine.appearance
    let result = try change(&core.machine)
    if core.isHeard, core.machine.appearance != before { changes.send(core.machine.state) }
    return result
  }

  /// Tells the service what it has to do, until there is no more of it.
  private func obey() {
    while let order = nextOrder() {
      do {
        try give(order)
        if case .requestAccess = order.kind { core.withLock { $0.machine.hasAccess = true } }
      } catch {
        let position = service.position
        core.withLock { core in announcing(&core) { $0.fail(order, error, at: position) } }
      }
    }
  }

  private func nextOrder() -> PlayerMachine.Order? {
    core.withLock { core in
      if core.machine.orders.isEmpty {
        core.isObeying = false
        return nil
      }
      return core.machine.orders.removeFirst()
    }
  }

  private func give(_ order: PlayerMachine.Order) throws(MusicServiceError) {
    switch order.kind {
    case .requestAccess: try service.requestAccess()
    case .setQueue(let queue): try service.setQueue(queue)
    case .play: try service.play()
    case .pause: try service.pause()
    case .skip: try service.skip()
    case .seek(let position): try service.seek(to: position)
    case .stop: try service.stop()
    }
  }
}
