/// How long something takes.
struct Measurement {
  /// The shortest time of a run: everything else on the machine can only make a run longer.
  let best: Duration

  /// Runs `body` again and again for about `time`, at least five times.
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

  /// The rate at which `count` bytes were dealt with, in megabytes per second.
  func megabytesPerSecond(_ count: Int) -> Double { Double(count) / 1e6 / (best / .seconds(1)) }
}

/// Keeps results from being optimised away. Only the main thread writes it, and nobody reads it.
nonisolated(unsafe) private var sink = 0

@inline(never)
func consume(_ value: Int) {
  sink &+= value
}
