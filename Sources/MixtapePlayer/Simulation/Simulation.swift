public import MixtapeModel

#if canImport(FoundationEssentials)
  public import FoundationEssentials
#else
  public import Foundation
#endif

/// One play of an episode in a simulation.
public struct SimulatedPlay: Hashable, Sendable {
  /// The outcome of a play.
  public enum Outcome: String, CaseIterable, Hashable, Sendable {
    /// The episode was heard to its end.
    case heard
    /// The episode was skipped or stopped.
    case skipped
    /// The episode could not be played, or not to its end.
    case failed
    /// The simulation ended before the episode.
    case unfinished
  }

  /// The episode that was played.
  public let episode: Episode
  /// The round, counted from 1.
  public let round: Int
  /// The time at which it began to load, from the start of the simulation.
  public let start: Duration
  /// The position up to which it was played.
  public internal(set) var position: Duration
  /// The outcome of the play.
  public internal(set) var outcome: Outcome
}

/// A real player with a simulated service, run by a simulated listener or by a script.
///
/// The clock moves from one event to the next, so that hours take milliseconds.
public struct Simulation {
  /// The setup of a simulation.
  public struct Setup: Sendable {
    /// The entries, also more than a queue can hold.
    public let episodes: [Episode]
    /// The shuffle of each round.
    public let shuffle: ShuffleAlgorithm
    /// Whether the player plays the next episode at the end of one. If not, the listener starts it.
    public let continuous: Bool
    /// The seed of all random events. A player with this seed plays in the same order.
    public internal(set) var seed: Int64
    /// The probability that the listener skips an episode. All times are equally likely.
    public let skipChance: Double
    /// The probability that an episode cannot be played.
    public let failChance: Double
    /// The time of the clock at the start.
    public let start: Date

    /// Makes a setup. The episodes start at their beginning.
    public init(
      episodes: [Episode], shuffle: ShuffleAlgorithm = .default, continuous: Bool = true, seed: Int64,
      skipChance: Double = 0, failChance: Double = 0, start: Date
    ) {
      self.episodes = episodes.map { $0.withPosition(nil) }
      self.shuffle = shuffle
      self.continuous = continuous
      self.seed = seed
      self.skipChance = skipChance
      self.failChance = failChance
      self.start = start
    }
  }

  /// The end of a simulation.
  public struct Limit: Sendable {
    /// The number of rounds.
    public let rounds: Int?
    /// The simulated time.
    public let time: Duration?

    /// Makes a limit. The simulation ends when either is reached.
    public init(rounds: Int? = nil, time: Duration? = nil) {
      self.rounds = rounds
      self.time = time
    }
  }

  let player: ShufflePlayer
  let service: SimulatedMusicService
  private var listener: SimulatedListener
  private var script: ScriptRun?
  /// The current play, with the outcome `unfinished`.
  private var currentPlay: SimulatedPlay?
  /// The ticket of the current play in the player.
  private var ticket = 0
  private var round = 0
  /// The entries of the setup.
  private let episodes: [Episode]
  /// The part of the list that the queue has not taken; not used for a list that fits.
  private var rest: LongList
  /// The playing time of the current episode.
  private var length = Duration.zero

  /// Prepares a simulation.
  ///
  /// - Parameter script: A script that replaces the simulated listener.
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
    player.add(entriesFor: setup.episodes.prefix(ShufflePlayer.capacity))
    episodes = setup.episodes
    rest = LongList(count: episodes.count, taken: player.count)
    listener = SimulatedListener(
      skipChance: setup.skipChance, ignoresStops: script != nil, seed: Int64(bitPattern: seeds.next()))
    self.script = script.map(ScriptRun.init)
  }

  /// The time of the simulated clock.
  public var now: Duration { service.now }

  /// Runs the simulation to a limit; by default for one round, or to the end of its script. Returns the expectations of the script
  /// that were not met.
  public mutating func run(until limit: Limit? = nil, _ report: (SimulatedPlay) -> Void) -> [Script.Fault] {
    let limit = limit ?? (script == nil ? Limit(rounds: 1) : Limit(time: .zero))
    if script == nil { player.play() }
    observe(report)
    while step(limit, report) {
      if script == nil, let rounds = limit.rounds, round > rounds { break }
    }
    // The first episode of the round after the last one is not part of the simulation.
    if let round = currentPlay?.round, round <= limit.rounds ?? round { close(.unfinished, service.position, report) }
    return script?.faults ?? []
  }

  /// Moves to the next event. Returns `false` if no event is due before the limit.
  private mutating func step(_ limit: Limit, _ report: (SimulatedPlay) -> Void) -> Bool {
    var outcome = SimulatedPlay.Outcome.skipped
    var position = Duration.zero
    let end = script?.due == nil ? limit.time : nil
    let time = min(listener.due ?? .longest, script?.due ?? .longest, end ?? .longest)
    switch service.step(until: time < .longest ? time : nil) {
    case .started?:
      listener.startEpisode(length, at: service.now)
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
    observe(report, outcome, position)
    return true
  }

  /// Closes the current play if it is over, and opens the next one if it has begun.
  private mutating func observe(
    _ report: (SimulatedPlay) -> Void, _ outcome: SimulatedPlay.Outcome = .skipped, _ position: Duration = .zero
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
    if rest.count > ShufflePlayer.capacity { rest.refill(player) { Array(episodes[$0]) } }
    close(outcome, position, report)
    if let begun { length = SimulatedMusicService.length(of: begun.episode) }
    listener.endEpisode(at: begun == nil ? now : nil)
    currentPlay = begun
  }

  /// Reports the current play, which is over.
  private mutating func close(
    _ outcome: SimulatedPlay.Outcome, _ position: Duration, _ report: (SimulatedPlay) -> Void
  ) {
    guard var play = currentPlay.take() else { return }
    play.outcome = outcome
    play.position = position
    report(play)
  }
}

extension Duration {
  /// A time that is never reached.
  fileprivate static let longest = Duration.seconds(Int64.max)
}

/// A simulated listener, who skips episodes at random and starts a stopped player again.
struct SimulatedListener {
  private let skipChance: Double
  /// Whether a stopped player stays stopped.
  private let ignoresStops: Bool
  private var generator: Xoshiro256
  /// The time of the next action.
  private(set) var due: Duration?

  /// The time until the listener starts a stopped player again.
  private static let reactionTime = Duration.seconds(5)

  init(skipChance: Double, ignoresStops: Bool, seed: Int64) {
    self.skipChance = skipChance
    self.ignoresStops = ignoresStops
    generator = Xoshiro256(seed: seed)
  }

  /// Handles the start of an episode: decides at random whether to skip it, and when.
  mutating func startEpisode(_ length: Duration, at now: Duration) {
    guard skipChance > 0, generator.chance(skipChance) else { return }
    let milliseconds = UInt64(max(1, length / .milliseconds(1)))
    due = now + .milliseconds(Int64(generator.number(below: milliseconds)))
  }

  /// Handles the end of an episode.
  ///
  /// - Parameter time: The present time, if nothing plays now.
  mutating func endEpisode(at time: Duration?) { due = ignoresStops ? nil : time.map { $0 + Self.reactionTime } }

  mutating func act(on player: ShufflePlayer) {
    due = nil
    if player.state == .stopped { player.play() } else { player.skipToNext() }
  }
}

/// A run of a script in a simulation: the remaining steps, and the expectations that were not met.
struct ScriptRun {
  private var steps: ArraySlice<Script.Step>
  private(set) var faults: [Script.Fault] = []

  init(_ script: Script) { steps = script.steps[...] }

  /// The time of the next step; `nil` after the last one.
  var due: Duration? { steps.first?.time }

  /// Performs the next step.
  mutating func step(_ player: ShufflePlayer, _ service: SimulatedMusicService) {
    guard let step = steps.popFirst() else { return }
    do throws(ShufflePlayerError) {
      try perform(step, player, service)
    } catch {
      fault(step, "the player already has \(ShufflePlayer.capacity) episodes, the maximum")
    }
  }

  private mutating func perform(
    _ step: Script.Step, _ player: ShufflePlayer, _ service: SimulatedMusicService
  ) throws(ShufflePlayerError) {
    switch step.action {
    case .play: player.play()
    case .pause: player.pause()
    case .toggle: player.togglePlayback()
    case .stop: player.stop()
    case .skip: player.skipToNext()
    case .back: player.skipToPrevious()
    case .clear: player.removeAll()
    case .wait: break
    case .seek(let position): player.seek(to: position)
    case .add(let episode): try player.add(episode)
    case .remove(let episode): player.remove(episode.id)
    case .playNow(let episode): try player.playNow(episode)
    case .enqueue(let episode): try player.enqueue(episode)
    case .enqueueNext(let episode): try player.enqueueNext(episode)
    case .shuffle(let algorithm): player.shuffle(by: algorithm)
    case .fail: service.fail(with: .notPlayable("simulated failure"))
    case .breakEpisode(let episode): service.setPlayable(false, episode.id)
    case .mendEpisode(let episode): service.setPlayable(true, episode.id)
    case .expect(let expectation): check(expectation, step, player)
    }
  }

  private mutating func check(_ expectation: Script.Expectation, _ step: Script.Step, _ player: ShufflePlayer) {
    switch expectation {
    case .state(let kind, let episode):
      let state = player.state
      let isMet = state.kind == kind && (episode == nil || state.currentEpisode?.id == episode?.id)
      let expected = [kind.rawValue, episode?.id.rawValue].compactMap(\.self).joined(separator: " ")
      expect(isMet, step, expected, state.words)
    case .next(let episode):
      let next = player.upNext.first
      expect(next?.id == episode.id, step, "next \(episode.id)", next.map { "next \($0.id)" } ?? "nothing next")
    case .previous(let episode):
      let last = player.heardBefore.first
      expect(last?.id == episode.id, step, "last \(episode.id)", last.map { "last \($0.id)" } ?? "nothing heard")
    case .count(let count): expect(player.count == count, step, "count \(count)", "count \(player.count)")
    case .round(let round): expect(player.round == round, step, "round \(round)", "round \(player.round)")
    }
  }

  private mutating func expect(_ isMet: Bool, _ step: Script.Step, _ expected: String, _ found: String) {
    if !isMet { fault(step, "at \(step.time.playingTime), expected \(expected), found \(found)") }
  }

  private mutating func fault(_ step: Script.Step, _ message: String) {
    faults.append(Script.Fault(range: step.range, message: message, note: nil))
  }
}

extension PlaybackState {
  /// The state as it is written in a script.
  fileprivate var words: String {
    [name, currentEpisode?.id.rawValue].compactMap(\.self).joined(separator: " ")
  }
}
