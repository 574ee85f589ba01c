import FileSystem
import ListeningSession
import MixtapePlayer
import MixtapeStore

/// A service that plays, and the clock of a simulated one.
struct PlayerService {
  let service: any MusicService
  /// The clock of the simulator; `nil` for sound.
  let time: SimulatedTime?

  /// Makes a service of a store. Nothing plays yet.
  ///
  /// - Parameters:
  ///   - mpvOptions: The options for mpv.
  ///   - speed: The speed of the simulator's clock; 0 stops it.
  ///   - elapsed: The time since the start of the session.
  init(
    _ name: PlayerServiceName, of store: Store, _ context: CommandContext, mpvOptions: [String], speed: Double = 1,
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

extension PlayerServiceName {
  /// Returns the usual service: mpv if it is installed or has options, and the simulator otherwise.
  static func usual(mpvOptions: [String], in context: CommandContext) -> PlayerServiceName {
    !mpvOptions.isEmpty || InstalledProgram.path(of: "mpv", in: context.environment) != nil ? .mpv : .simulator
  }
}
