import ArgumentParser
import ListeningSession
import MixtapeModel
import MixtapePlayer
import MixtapeStore
import TerminalUI

struct Simulate: ShufflingCommand {

  static let configuration = CommandConfiguration(
    commandName: "simulate",
    abstract: "Simulate playing a playlist, a podcast or an album, and print each play.",
    discussion: """
      Plays in the order that `mixtape play` would have: that of the list, unless the playlist or --shuffle says otherwise. \
      Without --rounds and --for, simulates one round. The same seed gives the same order on \
      every machine. --stats shows how often each episode is at each place of a round, over many simulations with \
      successive seeds.

      With --script, a file lists actions and expectations, one per line: `play`, `at 10:00 skip`, `wait 3 min`, \
      `expect playing night-sky/042-auroras`. The exit status is 1 if an expectation is not met.

      Steps of a script:

        at TIME [STEP]  wait TIME  seek TIME  shuffle [NAME]
        play  pause  toggle  stop  skip  back  fail  clear
        play EPISODE  queue EPISODE  queue next EPISODE
        add EPISODE  remove EPISODE  break EPISODE  mend EPISODE
        expect STATE [EPISODE]  expect next EPISODE  expect last EPISODE
        expect count N  expect round N

      Examples:
        mixtape simulate morning-commute
        mixtape simulate focus --for 8h --shuffle spread --seed 7 --skip-chance 0.1
        mixtape simulate focus --shuffle --stats --rounds 3 --plot focus.svg
        mixtape simulate focus --script skipping.txt
      """)

  @Argument(help: ArgumentHelp("A playlist, a podcast, an album or an episode, by id or name.", valueName: "what"))
  var what: WhatArgument

  @Option(
    help: ArgumentHelp("The seed of the order (default: the playlist's seed, or a new one).", valueName: "n"))
  var seed: Int64?

  @Option(help: ArgumentHelp("Number of rounds to play.", valueName: "n"))
  var rounds: Int?

  @Option(
    name: .customLong("for"), help: ArgumentHelp("Time to play: `8h`, `90 min`, `1:30:00`.", valueName: "time"))
  var time: PlayingTimeArgument?

  @Option(
    help: ArgumentHelp(
      "Shuffle, as the playlist or mixtape.toml says, or by a name; `off` keeps the order (default: as the playlist says).",
      valueName: "name"))
  var shuffle: ShuffleArgument?

  @Option(help: ArgumentHelp("Probability that an episode is skipped, from 0 to 1.", valueName: "p"))
  var skipChance = 0.0

  @Option(help: ArgumentHelp("Probability that an episode cannot be played, from 0 to 1.", valueName: "p"))
  var failChance = 0.0

  @Option(
    help: ArgumentHelp("A file with actions and expectations; `-` is standard input.", valueName: "file"),
    completion: .file())
  var script: String?

  @Flag(help: "Show statistics of many simulations.")
  var stats = false

  @Option(help: ArgumentHelp("Number of simulations for --stats and --plot (default: 1000).", valueName: "n"))
  var runs: Int?

  @Option(help: ArgumentHelp("Write a chart of --stats to an SVG file.", valueName: "file"), completion: .file())
  var plot: String?

  @OptionGroup(title: "Common options") var common: CommonOptions

  /// The maximum number of rounds of one call. They take minutes.
  private static let mostRounds = 1_000_000

  func validate() throws {
    for (name, chance) in [("--skip-chance", skipChance), ("--fail-chance", failChance)] where !(0...1).contains(chance)
    {
      throw ValidationError("\(name) requires a number from 0 to 1")
    }
    if let rounds, !(1...Self.mostRounds).contains(rounds) {
      throw ValidationError("--rounds requires a number from 1 to \(Self.mostRounds)")
    }
    if let runs {
      guard (1...Self.mostRounds).contains(runs) else {
        throw ValidationError("--runs requires a number from 1 to \(Self.mostRounds)")
      }
      guard stats || plot != nil else { throw ValidationError("--runs requires --stats or --plot") }
    }
    if script != nil, stats || plot != nil {
      throw ValidationError("--script cannot be used together with --stats or --plot")
    }
  }

  func perform(in session: Session) throws -> ExitStatus {
    let store = try session.openStore()
    let list = try store.playedList(of: try what.id(in: session))
    let isRandom = skipChance > 0 || failChance > 0 || script != nil
    if !isRandom { try store.requireEffect(ofSeed: seed, shuffle?.setting, of: list) }
    let seed = ShufflePlayer.seed(requested: seed, of: list.playlist, at: session.context.now())
    let shuffle = try store.shuffle(requested: shuffle?.setting, of: list)
    let playable = try session.playableEpisodes(of: list, shuffle, seed: seed, in: store)
    guard !playable.episodes.isEmpty else { throw CommandFailure.nothingToPlay(in: list) }
    let library = playable.isLong ? try store.episodes(playable.ids) : [:]
    let all = playable.isLong ? playable.ids.compactMap { library[$0] } : playable.episodes
    let start = list.selection?.start
    let episodes = Array(all.drop { start != nil && $0.id != start })
    let setup = Simulation.Setup(
      episodes: episodes, shuffle: shuffle,
      continuous: list.playlist?.settings.continuous ?? true, seed: seed,
      skipChance: skipChance, failChance: failChance, start: session.context.now())
    if stats || plot != nil { return try presentStatistics(of: setup, in: session) }
    let script = try script.map { try ScriptFile($0, in: session, store: store) }
    var simulation = Simulation(setup, script: script?.script)
    var plays: [SimulatedPlay] = []
    let faults = simulation.run(until: limit) { plays.append($0) }
    let report = SimulationReport(plays: plays, setup: setup, length: simulation.now, faults: faults)
    session.print(json: JSONOutput.simulation(report, of: list)) {
      session.print(report.lines(within: session.width))
    }
    guard let script, !faults.isEmpty else { return .done }
    session.reporter.report(script.problem(for: faults))
    return .nothingToDo
  }

  /// The end of the simulation, if the options name one.
  private var limit: Simulation.Limit? {
    rounds == nil && time == nil ? nil : Simulation.Limit(rounds: rounds, time: time?.time)
  }

  private func presentStatistics(of setup: Simulation.Setup, in session: Session) throws -> ExitStatus {
    let statistics = ListeningStatistics(of: setup, runs: runs ?? 1000, until: limit ?? Simulation.Limit(rounds: 3))
    if let plot {
      try session.write(StatisticsPlot(statistics, setup).text, to: plot)
      session.remark("Wrote \(plot).")
    }
    if stats {
      session.print(json: JSONOutput.statistics(statistics, of: setup)) {
        session.print(StatisticsReport(statistics, setup, width: session.width ?? 80).lines)
      }
    }
    return .done
  }
}
