import Foundation
import MixtapeModel
import MixtapePlayer
import Testing

@Suite struct ScriptTests {
  @Test func `a script checks its expectations`() throws {
    try expect(
      """
      # From the start.
      expect stopped
      play
      expect loading show/a
      wait 1 s
      expect playing show/a      # a second of loading
      expect next show/b
      at 0:40 pause
      wait 1 h
      expect paused
      toggle
      seek 90 s
      wait 10s
      expect loading show/b
      expect last show/a
      at 1:01:00
      expect playing show/b
      back
      expect loading show/a
      queue next show/d
      play show/c
      remove show/b
      expect count 3
      expect next show/a
      wait 5 s
      skip
      break show/a
      wait 1 min
      expect error show/a
      mend show/a
      play
      wait 1 s
      fail
      expect error
      clear
      expect empty
      add show/d
      shuffle uniform
      play
      expect round 1
      stop
      """, faults: [])
  }

  @Test func `a failed expectation is reported with the time and the actual state`() throws {
    try expect(
      """
      play
      wait 1 min 40 s
      expect stopped
      expect playing show/b
      expect next show/a
      expect last show/b
      expect count 7
      expect round 2
      """,
      faults: [
        "3:1-14: at 1:40, expected stopped, found playing show/a",
        "4:1-21: at 1:40, expected playing show/b, found playing show/a",
        "5:1-18: at 1:40, expected next show/a, found next show/b",
        "6:1-18: at 1:40, expected last show/b, found nothing heard",
        "7:1-14: at 1:40, expected count 7, found count 4",
        "8:1-14: at 1:40, expected round 2, found round 1",
      ])
  }

  @Test func `errors of all lines are reported with their places`() throws {
    try expect(
      """
      plya
      at 10:00 skip now
      at 9:59 skip
      wait
      wait 3 mins
      at 10:61 play
      expect singing
      expect playing show/x
      add
      expect count many
      shuffle spred
      play show/a show/b
      expect stopped show/a
      	at 1:00:00	play	# tabs
      at 2:00:00 wait 1 min
      seek 2.9.1
      """,
      faults: [
        "1:1-4: there is no command `plya` (did you mean `play`?)",
        "2:15-17: expected the end of the line (write each step on a separate line; a comment begins with `#`)",
        "3:4-7: this time is before 10:00, the time of the previous step (times count from the start of the simulation, in "
          + "ascending order)",
        "4:5-4: expected a time, found the end of the line",
        "5:6-11: `3 mins` is not a time (write `10:00`, `1:02:03`, `3 min`, `90 s` or `1.5 h`)",
        "6:4-8: `10:61` is not a time (write `10:00`, `1:02:03`, `3 min`, `90 s` or `1.5 h`)",
        "7:8-14: unknown expectation `singing` (expected one of: empty, stopped, loading, playing, paused, error, next, "
          + "last, count, round)",
        "8:16-21: the library has no episode `show/x` (did you mean `show/a`?)",
        "9:4-3: expected an episode, <podcast>/<episode>, found the end of the line",
        "10:14-17: `many` is not a number",
        "11:9-13: there is no shuffle `spred` (did you mean `spread`?)",
        "12:13-18: expected the end of the line (write each step on a separate line; a comment begins with `#`)",
        "13:16-21: expected the end of the line (write each step on a separate line; a comment begins with `#`)",
        "15:12-15: `wait` must be the first word of a line (write it on a separate line)",
        "16:6-10: `2.9.1` is not a time (write `1:30`, `90`, `2.9`, `3 min` or `90 s`)",
      ])
  }

  @Test func `exceeding the capacity is reported at its line`() throws {
    let episodes = try (0..<121).map { try Episode.named("\($0)") }
    let library = Dictionary(uniqueKeysWithValues: episodes.map { ($0.id, $0) })
    let script = try Script.parse(Array("add show/120\n".utf8), library: library).get()
    var simulation = Simulation(
      Simulation.Setup(episodes: Array(episodes.prefix(120)), seed: 1, start: .distantPast), script: script)
    let faults = simulation.run { _ in }
    #expect(faults.map(\.message) == ["the player already has 120 episodes, the maximum"])
  }

  @Test func `plays of a script are reported`() throws {
    var simulation = try simulation("play\nwait 11 s\nskip\nwait 1 s\nfail\nskip\nat 5:00 stop")
    var plays: [String] = []
    _ = simulation.run {
      plays.append("\($0.start.playingTime) \($0.episode.id.name) \($0.outcome) \($0.position.playingTime)")
    }
    #expect(
      plays == [
        "0:00 a skipped 0:10", "0:11 b failed 0:00", "0:12 c heard 1:40", "1:53 d heard 1:40", "3:34 a skipped 1:25",
      ])
  }

  @Test(arguments: [
    ("10:00", 600.0), ("1:02:03", 3723), ("3 min", 180), ("90s", 90), ("1.5 h", 5400), ("1 h 30 min", 5400),
    ("8h", 28_800), ("1:30.5", 90.5), ("1:02:03.25", 3723.25),
    ("0 s", 0), ("90 minutes", 5400), ("1h30m", 5400), ("1 hour 5 seconds", 3605),
  ]) func `times are read as they are written`(_ text: String, _ seconds: Double) {
    #expect(Duration(playingTime: text) == .seconds(seconds))
  }

  @Test(arguments: [
    "", "10", ":10", "1:2", "1:60", "1:2:03", "-3 s", "3 days", "1. h", ".5 h", "1.2.3 h", "30 min 1 h", "h", "١٠ s",
    "1:30.", "1.5:30", "1:30.5.5", "1:30.-1", "1:30.1e3", "1000000 h", "1:00:00:00",
  ]) func `a text that is not a time is refused`(_ text: String) {
    #expect(Duration(playingTime: text) == nil)
  }

  @Test(arguments: [
    ("2.9", 2_900), ("90", 90_000), ("1:30", 90_000), ("0:02.9", 2_900), ("2.9 s", 2_900), ("3 min", 180_000),
  ])
  func `a position may be a number of seconds`(_ text: String, _ milliseconds: Int) {
    #expect(Duration(position: text) == .milliseconds(milliseconds))
  }

  @Test(arguments: ["", ".", "2.", ".9", "2.9.1", "-2", "+2", "½", "١٠", "2,9", "99999999999"])
  func `a text that is not a position is refused`(_ text: String) {
    #expect(Duration(position: text) == nil)
  }

  @Test func `seek accepts fractions of a second`() throws {
    var simulation = try simulation(
      "play\nwait 11 s\nseek 97.5\nwait 2 s\nexpect playing show/a\nwait 1 s\nexpect last show/a")
    #expect(simulation.run { _ in } == [])
  }

  private func simulation(_ text: String) throws -> Simulation {
    let episodes = try Episode.lettered("abcd", duration: 100)
    let library = Dictionary(uniqueKeysWithValues: episodes.map { ($0.id, $0) })
    let script = try Script.parse(Array(text.utf8), library: library).get()
    return Simulation(Simulation.Setup(episodes: episodes, shuffle: .off, seed: 1, start: .distantPast), script: script)
  }

  /// Compares the faults of a script, or of its run, with `line:column-column: message (note)`.
  private func expect(_ text: String, faults expected: [String], sourceLocation: SourceLocation = #_sourceLocation)
    throws
  {
    var found: [Script.Fault]
    do {
      var simulation = try simulation(text)
      found = simulation.run { _ in }
    } catch let error as ScriptFaults {
      found = error.faults
    }
    let source = Array(text.utf8)
    let shown = found.map { fault in
      let before = source[..<fault.range.lowerBound]
      let line = before.count { $0 == UInt8(ascii: "\n") } + 1
      let start = before.count - ((before.lastIndex(of: UInt8(ascii: "\n")) ?? -1) + 1) + 1
      let note = fault.note.map { " (\($0))" } ?? ""
      return "\(line):\(start)-\(start + fault.range.count - 1): \(fault.message)\(note)"
    }
    #expect(shown == expected, sourceLocation: sourceLocation)
  }
}
