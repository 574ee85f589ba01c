import TestSupport
import Testing

/// Random changes in several clones, which sync through a remote that sometimes fails.
///
/// A round is one step of one clone: a change by a command or by hand, a sync, a sync that fails, or a sync during which another
/// clone syncs too. A simulation takes 30 to 120 rounds, and then its clones sync until nothing changes.
@Suite("Simulated syncs")
struct SimulationTests {
  /// `MIXTAPE_TEST_STEPS=100000` sets the number of rounds. A failure prints the seed of its simulation, which comes first with
  /// `MIXTAPE_TEST_SEED`.
  @Test(arguments: 1...2)
  func `clones agree, and nobody's change is lost or made twice`(half: Int) throws {
    let repositories = try SimulatedRepositories()
    var generator = SeededGenerator()
    if half == 2 { generator = SeededGenerator(seed: generator.next()) }
    var rest = TestSteps.count(1_000) / 2
    while rest > 0 {
      // Each simulation has its own seed, which repeats it alone.
      let seed = generator.seed
      let count = Int.random(in: 30...120, using: &generator)
      try simulate(count, SeededGenerator(seed: seed), in: repositories)
      rest -= count
      generator = SeededGenerator(seed: generator.next())
    }
  }

  private func simulate(_ rounds: Int, _ generator: SeededGenerator, in repositories: SimulatedRepositories) throws {
    var simulation = try Simulation(generator, in: repositories)
    do {
      while simulation.round < rounds { try simulation.takeTurn() }
      try simulation.finish()
    } catch {
      Issue.record(error, simulation.comment)
    }
  }
}
