import ArgumentParser
import MixtapeModel
import MixtapePlayer

/// How long something plays.
struct PlayingTimeArgument: ExpressibleByArgument {
  let time: Duration

  init?(argument: String) {
    guard let time = Duration(playingTime: argument) else { return nil }
    self.time = time
  }
}

/// The name of a shuffle.
struct ShuffleArgument: ExpressibleByArgument {
  let algorithm: ShuffleAlgorithm

  init?(argument: String) {
    guard let algorithm = ShuffleAlgorithm(rawValue: argument) else { return nil }
    self.algorithm = algorithm
  }

  static var allValueStrings: [String] { ShuffleAlgorithm.allCases.map(\.rawValue) }

  static var defaultCompletionKind: CompletionKind { .list(allValueStrings) }
}
