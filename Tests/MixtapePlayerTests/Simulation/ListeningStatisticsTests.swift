import Foundation
import MixtapeModel
import MixtapePlayer
import Testing

@Suite struct ListeningStatisticsTests {
  @Test func `plays are counted by place and by distance`() throws {
    let statistics = try statistics(.off, of: ["a/1", "a/2", "b/1"], runs: 10, rounds: 2)
    #expect(statistics.runs == 10 && statistics.plays == 60)
    #expect(statistics.places == [[20, 0, 0], [0, 20, 0], [0, 0, 20]])
    #expect(statistics.repeats == [0, 0, 0, 30])
    // a, a, b, a, a, b: podcast a plays again after one play twice and after two plays once, b after three.
    #expect(statistics.spacing == [0, 20, 10, 10])
    #expect(abs(statistics.unevenness - 30) < 1e-9)
  }

  @Test func `an even shuffle is distinguished from an uneven one`() throws {
    let ids = (0..<8).map { "p\($0)/a" }
    #expect(try statistics(.uniform, of: ids, runs: 2000, rounds: 1).unevenness < 1.75)
    #expect(try statistics(.off, of: ids, runs: 2000, rounds: 1).unevenness > 100)
  }

  private func statistics(
    _ shuffle: ShuffleAlgorithm, of ids: [String], runs: Int, rounds: Int
  ) throws -> ListeningStatistics {
    let setup = Simulation.Setup(
      episodes: try ids.map { try .named($0, duration: 100) }, shuffle: shuffle, seed: 1, start: .distantPast)
    return ListeningStatistics(of: setup, runs: runs, until: Simulation.Limit(rounds: rounds))
  }
}
