public import MixtapeModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// A real player on a simulated service, with a listener who starts it and skips now and then, or with a script. Hours take
/// milliseconds: time goes from one thing that happens to the next.
public struct Simulation {
  /// What is simulated.
  public struct Setup: Sendable {
    /// What is played: the first ``ShufflePlayer/capacity`` of those given, each once.
    public let episodes: [Episode]
    /// In which order.
    public let shuffle: ShuffleAlgorithm
    /// Whether the player goes on by itself at the end of an episode; otherwise, the listener does.
    public let continuous: Bool
    /// What all chance follows from. A player of this seed plays in the same order.
    public let seed: Int64
    /// How likely it is that the listener skips an episode, at a time that is as likely as any other.
    public let skipChance: Double
    /// How likely it is that an episode cannot be played.
    public let failChance: Double
    /// What the clock shows at the start.
    public let start: Date

    /// Makes a setup.
    public init(
      episodes: [Episode], shuffle: ShuffleAlgorithm = .usual, continuous: Bool = true, seed: Int64,
      skipChance: Double = 0, failChance: Double = 0, start: Date
    ) {
      var seen = Set<Episode.ID>()
      self.episodes = Array(episodes.filter { seen.insert($0.id).inserted }.prefix(ShufflePlayer.capacity))
      self.shuffle = shuffle
      self.continuous = continuous
      self.seed = seed
      self.skipChance = skipChance
      self.failChance = failChance
      self.start = start
    }
  }

  /// When a simulation ends.
  public struct Limit: Sendable {
    /// After so many rounds.
    public let rounds: Int?
    /// After so much time.
    public let time: Duration?

    /// Makes a limit; the first that is reached counts.
    public init(rounds: Int? = nil, time: Duration? = nil) {
      self.rounds = rounds
      self.time = time
    }
  }

  let player: ShufflePlayer
  let service: SimulatedMusicService
  private var listener: SimulatedListener
  private var script: ScriptRun?
  /// What loads or plays, as it would be told if nothing more happened.
  private var turn: SimulatedPlay?
  /// What the player calls the turn.
  private var ticket = 0
  private var round = 0
  /// How long the episode plays whose turn it is.
  private var length = Duration.zero

  /// Prepares a simulation.
  ///
  /// - Parameter script: What is done and expected, instead of what a listener does who just wants to hear something.
  public init(_ setup: Setup, script: Script? = nil) {
    var seeds = Xoshiro256(seed: setup.seed)
    let behavior = SimulatedMusicService.Behavior(
      failChance: setup.failChance, seed: Int64(bitPattern: seeds.next()))
    let service = SimulatedMusicService(behavior, library: setup.episodes)
    self.service = service
    player = ShufflePlayer(
      service: service,
      options: ShufflePlayer.Options(
        shuffle: setup.shuffle, continuous: setup.continuous, seed: setup.seed,
        now: { setup.start.addingTimeInterval(Double(service.now.components.seconds)) }))
    // There is room for all of them, as the setup has no more than that.
    player.change { machine in setup.episodes.forEach { machine.append($0) } }
    listener = SimulatedListener(
      skipChance: setup.skipChance, isPatient: script != nil, seed: Int64(bitPattern: seeds.next()))
    self.script = script.map(ScriptRun.init)
  }

  /// What the clock of the simulation shows.
  public var now: Duration { service.now }

  /// Runs to the end, and tells of each turn when it is over.
  ///
  /// - Parameter limit: When it ends; without a script, and without a limit, after one round. A script always runs to its
  ///   end.
  /// - Returns: What the script expected and did not find.
  public mutating func run(until limit: Limit? = nil, _ tell: (SimulatedPlay) -> Void) -> [Script.Fault] {
    let limit = limit ?? (script == nil ? Limit(rounds: 1) : Limit(time: .zero))
    if script == nil { player.play() }
    observe(tell)
    while step(limit, tell) {
      if script == nil, let rounds = limit.rounds, round > rounds { break }
    }
    // What the round after the last one begins with is no part of the simulation.
    if let round = turn?.round, round <= limit.rounds ?? round { close(.unfinished, service.position, tell) }
    return script?.faults ?? []
  }

  /// Goes on to the next thing that happens; `false` if nothing does, or not before the end.
  private mutating func step(_ limit: Limit, _ tell: (SimulatedPlay) -> Void) -> Bool {
    var outcome = SimulatedPlay.Outcome.skipped
    var position = Duration.zero
    let end = script?.due == nil ? limit.time : nil
    let time = min(listener.due ?? .longest, script?.due ?? .longest, end ?? .longest)
    switch service.step(until: time < .longest ? time : nil) {
    case .started?:
      listener.hear(length, at: service.now)
      return true
    case .ended?:
      outcome = .heard
      position = length
    case .failed?: outcome = .failed
    case .paused?, .resumed?: break
    case nil:
      position = service.position
      if listener.due == time {
        listener.act(on: player)
      } else if script?.due == time {
        script?.step(player, service)
      } else {
        return false
      }
      if case .error = player.state { outcome = .failed }
    }
    observe(tell, outcome, position)
    return true
  }

  /// Notes that one turn is over or another has begun, if so.
  private mutating func observe(
    _ tell: (SimulatedPlay) -> Void, _ outcome: SimulatedPlay.Outcome = .skipped, _ position: Duration = .zero
  ) {
    let (now, known) = (service.now, ticket)
    var begun: SimulatedPlay?
    (ticket, round) = player.read { machine in
      if machine.ticket != known, machine.isActive, let slot = machine.current {
        begun = SimulatedPlay(
          episode: machine.episodes[slot], round: machine.round, start: now, position: .zero, outcome: .unfinished)
      }
      return (machine.ticket, machine.round)
    }
    guard ticket != known else { return }
    close(outcome, position, tell)
    if let begun { length = SimulatedMusicService.length(of: begun.episode) }
    listener.rest(at: begun == nil ? now : nil)
    turn = begun
  }

  /// Tells of the turn that is over.
  private mutating func close(
    _ outcome: SimulatedPlay.Outcome, _ position: Duration, _ tell: (SimulatedPlay) -> Void
  ) {
    guard var turn = turn.take() else { return }
    turn.outcome = outcome
    turn.position = position
    tell(turn)
  }
}

extension Duration {
  /// Longer than anything lasts.
  fileprivate static let longest = Duration.seconds(Int64.max)
}
