import MixtapePlayer

/// The clock of a simulated service, at any speed.
struct SimulatedTime {
  /// The maximum number of events at once. An episode of length 0 ends as soon as it starts.
  private static let mostEvents = 1_000

  let service: SimulatedMusicService
  /// The speed: simulated seconds per second; 0 stops the clock.
  let speed: Double
  /// The time since a fixed moment.
  let elapsed: () -> Duration

  private var now: Duration { elapsed() * speed }

  /// Runs all events that are due.
  func catchUp() {
    let now = now
    for _ in 0..<Self.mostEvents where service.step(until: now) == nil { return }
  }

  /// The time until the next event; `nil` for never.
  var timeout: Duration? {
    guard let event = service.nextEvent else { return nil }
    return Self.waiting(max(.zero, event - service.now), speed)
  }

  /// Returns the real time for a simulated time; `nil` for never.
  static func waiting(_ time: Duration, _ speed: Double) -> Duration? {
    if time == .zero { return .zero }
    return speed > 0 ? time / speed : nil
  }
}
