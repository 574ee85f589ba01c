import Foundation
import MixtapeModel
import MixtapePlayer

/// The speed of simulations.
enum PlayerSection {
  private static let plays = 1_000_000
  private static let episodes = 100

  static func run() throws {
    var table = ReportTable(
      "A simulation of \(plays.grouped) plays of \(episodes) episodes, 5% skipped and 1% that cannot be played",
      columns: ["shuffle", "seconds (want < 1)", "plays a second"])
    let library = try (0..<episodes).map(episode)
    for shuffle in ShuffleAlgorithm.allCases {
      let setup = Simulation.Setup(
        episodes: library, shuffle: shuffle, seed: 7, skipChance: 0.05, failChance: 0.01,
        start: Date(timeIntervalSince1970: 1_800_000_000))
      let time = Measurement(for: .zero) {
        var (simulation, count) = (Simulation(setup), 0)
        _ = simulation.run(until: Simulation.Limit(rounds: plays / episodes)) { _ in count += 1 }
        consume(count)
      }
      table.add(
        shuffle.rawValue, (time.milliseconds / 1000).brief, Int(Double(plays) / time.milliseconds * 1000).grouped)
    }
    table.print()
  }

  /// Returns an episode of one of ten podcasts, about half an hour long.
  private static func episode(_ number: Int) throws -> Episode {
    let fields: Episode.Fields = [
      .title: .text("Episode \(number)"), .album: .text("Podcast \(number % 10)"),
      .duration: .seconds(Double(600 + number * 37)),
    ]
    return Episode(id: try Episode.ID(validating: "podcast-\(number % 10)/\(number)"), fields: fields)
  }
}
