import ArgumentParser
import LosslessTOML
import MixtapeModel
import MixtapePlayer
import MixtapeStore
import StoreBrowser

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
  var time: IntervalArgument?

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
    guard !playable.episodes.isEmpty else { throw Problem.nothingToPlay(in: list) }
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

  private var limit: Simulation.Limit? {
    rounds == nil && time == nil ? nil : Simulation.Limit(rounds: rounds, time: time?.duration)
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

/// The report of a simulation: a line for each play, and totals.
struct SimulationReport {
  let plays: [SimulatedPlay]
  let setup: Simulation.Setup
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

extension JSONOutput {
  static func simulation(_ report: SimulationReport, of list: PlayedList) -> JSONNode {
    let counts = SimulatedPlay.Outcome.allCases.map { ($0.rawValue, JSONNode.integer(report.count($0))) }
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

  private static func play(_ play: SimulatedPlay) -> JSONNode {
    [
      "start": seconds(play.start),
      "round": .integer(play.round),
      "episode": .string(play.episode.id.rawValue),
      "outcome": .string(play.outcome.rawValue),
      "position": seconds(play.position),
    ]
  }

  private static func seconds(_ time: Duration) -> JSONNode { .decimal(time.roundedSeconds) }

  static func statistics(_ statistics: ListeningStatistics, of setup: Simulation.Setup) -> JSONNode {
    func numbers(_ counts: [Int]) -> JSONNode { .array(counts.map { .integer($0) }) }
    return [
      "shuffle": .string(setup.shuffle.rawValue),
      "seed": .integer(setup.seed),
      "runs": .integer(statistics.runs),
      "plays": .integer(statistics.plays),
      "episodes": .strings(statistics.episodes.map(\.id)),
      "places": .array(statistics.places.map(numbers)),
      "repeats": numbers(statistics.repeats),
      "spacing": numbers(statistics.spacing),
      "unevenness": .decimal(statistics.unevenness),
    ]
  }
}

/// A script from a file, with its source for diagnostics.
struct ScriptFile {
  let script: Script
  private let path: String
  private let source: [UInt8]

  /// Reads a script. It may name any episode of the library.
  init(_ path: String, in session: Session, store: Store) throws {
    let source = try session.read(path)
    let shown = path == "-" ? "standard input" : path
    let episodes = try store.podcasts().flatMap(\.episodes)
    let library = Dictionary(episodes.map { ($0.id, $0) }) { first, _ in first }
    switch Script.parse(source, library: library) {
    case .success(let script):
      self.script = script
      self.path = shown
      self.source = source
    case .failure(let error):
      throw Problem(
        .invalid, code: "invalid-script", "the script has \(counted(error.faults.count, "error"))",
        reports: [Self.report(error.faults, "script.invalid", shown, source)],
        hints: "`mixtape simulate --help` lists the steps of a script")
    }
  }

  func problem(for faults: [Script.Fault]) -> Problem {
    Problem(
      .nothingToDo, code: "expectation-failed",
      "\(counted(faults.count, "expectation")) of the script \(faults.count == 1 ? "was" : "were") not met",
      reports: [Self.report(faults, "script.expectation", path, source)])
  }

  private static func report(
    _ faults: [Script.Fault], _ id: Diagnostic.ID, _ path: String, _ source: [UInt8]
  ) -> FileReport {
    FileReport(
      path: path, source: source,
      diagnostics: faults.map { fault in
        Diagnostic(
          id: id, severity: .error, range: SourceRange(fault.range), message: fault.message,
          notes: fault.note.map { [Diagnostic.Note(message: $0)] } ?? [])
      })
  }
}
