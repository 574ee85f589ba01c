internal import MixtapeModel

/// Somebody who skips now and then, and has the player go on where it stands still.
struct SimulatedListener {
  private let skipChance: Double
  /// Whether a player that stands still is left alone.
  private let isPatient: Bool
  private var generator: Xoshiro256
  /// When the listener does something.
  private(set) var due: Duration?

  /// How long it takes to notice that nothing plays any more.
  private static let reactionTime = Duration.seconds(5)

  init(skipChance: Double, isPatient: Bool, seed: Int64) {
    self.skipChance = skipChance
    self.isPatient = isPatient
    generator = Xoshiro256(seed: seed)
  }

  /// Hears an episode begin, and perhaps makes up their mind to skip it at some time before its end.
  mutating func hear(_ length: Duration, at now: Duration) {
    guard skipChance > 0, generator.chance(skipChance) else { return }
    let milliseconds = UInt64(max(1, length / .milliseconds(1)))
    due = now + .milliseconds(Int64(generator.number(below: milliseconds)))
  }

  /// Has nothing to skip any more, since that time nothing to hear either, or something new to hear.
  mutating func rest(at time: Duration?) { due = isPatient ? nil : time.map { $0 + Self.reactionTime } }

  mutating func act(on player: ShufflePlayer) {
    due = nil
    if player.state == .stopped { player.play() } else { player.skipToNext() }
  }
}
