import MixtapeModel
import MixtapePlayer
import TerminalUI

/// The report of a simulation: a line for each play, and totals.
struct SimulationReport {
  let plays: [SimulatedPlay]
  let setup: Simulation.Setup
  /// The simulated time.
  let length: Duration
  let faults: [Script.Fault]

  func lines(within width: Int?) -> [StyledText] {
    var table = TextTable(rightAligned: [1, 3], freeText: [4], dispensable: [4])
    var round = 0
    for play in plays {
      let heading = play.round == round ? "" : "round \(play.round)"
      round = play.round
      table.append(
        StyledText(heading, .faint), StyledText(play.start.playingTime), Self.outcome(play.outcome),
        StyledText(play.position.playingTime), StyledText(play.episode.title), StyledText(play.episode.id, .faint))
    }
    return table.lines(within: width) + (plays.isEmpty ? [] : [""]) + [sum]
  }

  func count(_ outcome: SimulatedPlay.Outcome) -> Int { plays.count { $0.outcome == outcome } }

  private var sum: StyledText {
    let counts = SimulatedPlay.Outcome.allCases.map { ($0, count($0)) }.filter { $0.1 > 0 || $0.0 == .heard }
    let words = counts.map { "\($0.1) \($0.0.rawValue)" }.joined(separator: ", ")
    let isRandom = setup.shuffle != .off || setup.skipChance > 0 || setup.failChance > 0
    let seed = isRandom ? ", seed \(setup.seed)" : ""
    return "\(length.playingTime): \(words); shuffle \(setup.shuffle.rawValue)\(seed)"
  }

  private static func outcome(_ outcome: SimulatedPlay.Outcome) -> StyledText {
    switch outcome {
    case .heard: StyledText(outcome.rawValue, .green)
    case .skipped: StyledText(outcome.rawValue, .yellow)
    case .failed: StyledText(outcome.rawValue, .red)
    case .unfinished: StyledText(outcome.rawValue, .faint)
    }
  }
}
