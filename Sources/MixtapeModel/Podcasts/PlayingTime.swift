/// The total playing time of some episodes, as far as it is known.
public struct PlayingTime: Hashable, Sendable {
  /// The sum of the known playing times in seconds. It is finite.
  public let seconds: Double
  /// The number of episodes whose playing time is unknown. If there are any, the total is at least ``seconds``.
  public let unknownCount: Int

  /// Makes a total.
  ///
  /// - Parameter seconds: The sum; a sum that is too large for a number becomes the largest one.
  public init(seconds: Double, unknownCount: Int) {
    self.seconds = min(seconds, .greatestFiniteMagnitude)
    self.unknownCount = unknownCount
  }

  /// Makes the total of the playing times of episodes; `nil` stands for an unknown one.
  public init(of durations: some Sequence<Double?>) {
    var (sum, unknown) = (0.0, 0)
    for duration in durations {
      if let duration { sum += duration } else { unknown += 1 }
    }
    self.init(seconds: sum, unknownCount: unknown)
  }
}
