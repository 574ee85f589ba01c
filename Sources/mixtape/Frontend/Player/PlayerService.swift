import ArgumentParser
import FileSystem
import MixtapePlayer
import MixtapeStore

/// The service that plays, by its name on the command line.
enum PlayerServiceName: String, CaseIterable, Sendable, ExpressibleByArgument {
  case mpv
  /// A simulation without sound. Time passes as if there were sound.
  case simulator
}

extension PlayerServiceName {
  /// Returns the usual service: mpv if it is installed or has options, and the simulator otherwise.
  static func usual(mpvOptions: [String], in context: CommandContext) -> PlayerServiceName {
    !mpvOptions.isEmpty || InstalledProgram.path(of: "mpv", in: context.environment) != nil ? .mpv : .simulator
  }
}

/// A service that plays, and the clock of a simulated one.
struct PlayerService {
  let service: any MusicService
  /// The clock of the simulator; `nil` for sound.
  let time: SimulatedTime?

  /// Makes a service of a store. Nothing plays yet. The speed is that of the simulator's clock; 0 stops it.
  init(
    _ name: PlayerServiceName, of store: Store, _ context: CommandContext, mpvOptions: [String], speed: Double,
    seed: Int64, elapsed: @escaping () -> Duration
  ) {
    switch name {
    case .mpv:
      service = MPVMusicService(
        environment: context.environment, options: mpvOptions, localFile: context.localFiles(of: store))
      time = nil
    case .simulator:
      // If the clock is stopped, loading would never end.
      let loadingTime: Duration = speed > 0 ? .milliseconds(500) : .zero
      let simulator = SimulatedMusicService(SimulatedMusicService.Behavior(loadingTime: loadingTime, seed: seed))
      service = simulator
      time = SimulatedTime(service: simulator, speed: speed, elapsed: elapsed)
    }
  }
}

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

/// The options that mpv gets in addition to those of Mixtape.
struct MPVOptions: ParsableArguments {
  @Option(
    help: ArgumentHelp(
      "Option for mpv, such as --mpv-option audio-device=pulse; may be repeated.", valueName: "option"))
  var mpvOption: [String] = []

  /// The options as mpv reads them: their dashes may be left out.
  var arguments: [String] { mpvOption.map { $0.hasPrefix("-") ? $0 : "--\($0)" } }

  /// Refuses options for a service that does not use mpv.
  func validate(for service: PlayerServiceName?) throws {
    if mpvOption.contains(where: \.isBlank) { throw ValidationError("the option for mpv is empty") }
    if !mpvOption.isEmpty, service == .simulator { throw ValidationError("--mpv-option requires --service mpv") }
  }
}
