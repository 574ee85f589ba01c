import MixtapeModel
import MixtapePlayer

extension JSONOutput {
  /// Returns the JSON of a simulation.
  static func simulation(_ report: SimulationReport, of list: PlayedList) -> JSONValue {
    let counts = SimulatedPlay.Outcome.allCases.map { ($0.rawValue, JSONValue.integer(Int64(report.count($0)))) }
    return .object(
      [
        ("playlist", .optional(list.playlist?.id.rawValue)),
        ("shuffle", .string(report.setup.shuffle.rawValue)),
        ("seed", .integer(report.setup.seed)),
        ("seconds", seconds(report.length)),
      ] + counts + [
        ("plays", .array(report.plays.map(play))),
        ("faults", .strings(report.faults.map(\.message))),
      ])
  }

  private static func play(_ play: SimulatedPlay) -> JSONValue {
    [
      "start": seconds(play.start),
      "round": .integer(Int64(play.round)),
      "episode": .string(play.episode.id.rawValue),
      "outcome": .string(play.outcome.rawValue),
      "position": seconds(play.position),
    ]
  }

  private static func seconds(_ time: Duration) -> JSONValue { .number(time.roundedSeconds) }

  /// Returns the JSON of the statistics of many simulations.
  static func statistics(_ statistics: ListeningStatistics, of setup: Simulation.Setup) -> JSONValue {
    func numbers(_ counts: [Int]) -> JSONValue { .array(counts.map { .integer(Int64($0)) }) }
    return [
      "shuffle": .string(setup.shuffle.rawValue),
      "seed": .integer(setup.seed),
      "runs": .integer(Int64(statistics.runs)),
      "plays": .integer(Int64(statistics.plays)),
      "episodes": .strings(statistics.episodes.map(\.id)),
      "places": .array(statistics.places.map(numbers)),
      "repeats": numbers(statistics.repeats),
      "spacing": numbers(statistics.spacing),
      "unevenness": .number(statistics.unevenness),
    ]
  }
}
