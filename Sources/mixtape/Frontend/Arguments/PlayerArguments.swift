import ArgumentParser
import MixtapePlayer

/// How long something plays.
struct PlayingTimeArgument: ExpressibleByArgument {
  let time: Duration

  init?(argument: String) {
    guard let time = Duration(playingTime: argument) else { return nil }
    self.time = time
  }
}
