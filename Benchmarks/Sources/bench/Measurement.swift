/// The duration of a function.
struct Measurement {
  /// The shortest time of a run. Other processes can only make a run longer.
  let best: Duration

  /// Makes a measurement of a time that was measured elsewhere.
  init(best: Duration) { self.best = best }

  /// Runs `body` repeatedly for about `time`, at least five times.
  init(for time: Duration = .milliseconds(800), _ body: () throws -> Void) rethrows {
    let clock = ContinuousClock()
    try body()
    let deadline = clock.now + time
    var (best, runs) = (Duration.seconds(1000), 0)
    repeat {
      best = min(best, try clock.measure(body))
      runs += 1
    } while clock.now < deadline || runs < 5
    self.best = best
  }

  /// The time in milliseconds.
  var milliseconds: Double { best / .milliseconds(1) }

  /// Returns the rate for `count` bytes, in megabytes per second.
  func megabytesPerSecond(_ count: Int) -> Double { Double(count) / 1e6 / (best / .seconds(1)) }
}

/// Prevents the compiler from removing computations. Only the main thread writes it, and it is never read.
nonisolated(unsafe) private var sink = 0

@inline(never)
func consume(_ value: Int) {
  sink &+= value
}
