import MixtapePlayer

/// Lets time go by for a simulated service, as fast as is wanted.
struct SimulatedTime {
  /// How many events there are at most at one look; an episode without any length ends as soon as it starts.
  private static let mostEvents = 1_000

  let service: SimulatedMusicService
  /// How many seconds go by in one; 0 if time stands still.
  let speed: Double
  /// The time, counted from any beginning.
  let elapsed: () -> Duration

  private var now: Duration { elapsed() * speed }

  /// Has everything happened that was to happen by now.
  func catchUp() {
    let now = now
    for _ in 0..<Self.mostEvents where service.step(until: now) == nil { return }
  }

  /// How long it is until something happens by itself.
  var patience: Duration? {
    guard let event = service.nextEvent else { return nil }
    return Self.waiting(max(.zero, event - service.now), speed)
  }

  /// How long a time takes at a speed; `nil` for ever.
  static func waiting(_ time: Duration, _ speed: Double) -> Duration? {
    if time == .zero { return .zero }
    return speed > 0 ? time / speed : nil
  }
}
