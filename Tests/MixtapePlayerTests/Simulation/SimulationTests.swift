import Foundation
import MixtapeModel
import MixtapePlayer
import Testing

@Suite struct SimulationTests {
  @Test func `a round is played from one episode to the next`() throws {
    let plays = try plays(shuffle: .off)
    #expect(plays.map(\.episode).letters == "abcd")
    #expect(plays.map(\.start) == [0, 101, 202, 303].map { .seconds($0) })
    #expect(plays.allSatisfy { $0.outcome == .heard && $0.position == .seconds(100) && $0.round == 1 })
  }

  @Test func `it ends after a number of rounds or a time`() throws {
    #expect(try plays(until: .init(rounds: 3)).map(\.round) == [1, 1, 1, 1, 2, 2, 2, 2, 3, 3, 3, 3])
    let timed = try plays(until: .init(time: .seconds(250)))
    #expect(timed.map(\.outcome) == [.heard, .heard, .unfinished] && timed.last?.position == .seconds(47))
    #expect(try plays(until: .init(rounds: 1, time: .seconds(10_000))).count == 4)
  }

  @Test func `equal seeds give equal results, different seeds do not`() throws {
    func story(_ seed: Int64) throws -> [SimulatedPlay] {
      try plays(shuffle: .uniform, seed: seed, skipChance: 0.3, failChance: 0.2, until: .init(rounds: 20))
    }
    #expect(try story(5) == story(5) && story(5) != story(6))
  }

  @Test func `skips and failures have the given probabilities`() throws {
    let plays = try plays(skipChance: 0.3, failChance: 0.2, until: .init(rounds: 2500))
    func count(_ outcome: SimulatedPlay.Outcome) -> Int { plays.count { $0.outcome == outcome } }
    #expect(plays.count == 10_000)
    // 2,000 and 2,400, with a tolerance of four standard deviations of 40 and 43.
    #expect((1840...2160).contains(count(.failed)) && (2228...2572).contains(count(.skipped)))
    #expect(count(.heard) + count(.skipped) + count(.failed) == 10_000)
    let skipped = plays.filter { $0.outcome == .skipped }.map { $0.position / .seconds(1) }
    #expect(skipped.allSatisfy { (0..<100).contains($0) })
    #expect(abs(skipped.reduce(0, +) / Double(skipped.count) - 50) < 3)
  }

  @Test func `a simulation of failures only ends`() throws {
    let plays = try plays(shuffle: .off, failChance: 1)
    #expect(plays.map(\.outcome) == [.failed, .failed, .failed, .failed] && plays[1].start == .seconds(6))
  }

  @Test func `the listener starts a stopped player`() throws {
    let plays = try plays(shuffle: .off, continuous: false)
    #expect(plays.map(\.start) == [0, 106, 212, 318].map { .seconds($0) } && plays.allSatisfy { $0.outcome == .heard })
  }

  @Test func `a simulation without episodes ends at once`() throws {
    let setup = Simulation.Setup(episodes: [], seed: 1, start: .distantPast)
    var simulation = Simulation(setup)
    var count = 0
    #expect(simulation.run(until: .init(rounds: 3, time: .seconds(100))) { _ in count += 1 } == [] && count == 0)
  }

  private func plays(
    shuffle: ShuffleAlgorithm = .default, continuous: Bool = true, seed: Int64 = 1, skipChance: Double = 0,
    failChance: Double = 0, until limit: Simulation.Limit? = nil
  ) throws -> [SimulatedPlay] {
    var simulation = Simulation(
      Simulation.Setup(
        episodes: try Episode.lettered("abcd", duration: 100), shuffle: shuffle, continuous: continuous, seed: seed,
        skipChance: skipChance, failChance: failChance, start: .distantPast))
    var plays: [SimulatedPlay] = []
    #expect(simulation.run(until: limit) { plays.append($0) } == [])
    return plays
  }
}

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
