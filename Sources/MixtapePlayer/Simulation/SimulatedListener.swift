internal import MixtapeModel

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
