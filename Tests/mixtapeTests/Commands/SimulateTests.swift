import StoreBrowser
import TestSupport
import Testing

@testable import mixtape

@Suite struct SimulateTests {
  @Test func `the plays of a round are listed in order`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape simulate morning
      round 1  0:00  heard   5:55  A Patch Tuesday on a Monday  daily-byte/monday
               5:56  heard  30:34  Auroras                      night-sky/auroras

      36:31: 2 heard; shuffle off
      ! warning: 1 episode of morning is missing from the library
      ! hint: `mixtape check` lists the missing episodes
      $ mixtape simulate morning --seed 2 --for "10 min" --shuffle uniform
      round 1  0:00  heard       5:55  A Patch Tuesday on a Monday  daily-byte/monday
               5:56  unfinished  4:03  Auroras                      night-sky/auroras

      10:00: 1 heard, 1 unfinished; shuffle uniform, seed 2
      ! warning: 1 episode of morning is missing from the library
      ! hint: `mixtape check` lists the missing episodes
      """#)
  }

  @Test func `JSON contains the plays and their totals`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape simulate calm --seed 3 --fail-chance 1 --json
      {
        "playlist": "calm",
        "shuffle": "off",
        "seed": 3,
        "seconds": 6.0,
        "heard": 0,
        "skipped": 0,
        "failed": 1,
        "unfinished": 0,
        "plays": [
          {
            "start": 0.0,
            "round": 1,
            "episode": "four-seasons/winter",
            "outcome": "failed",
            "position": 0.0
          }
        ],
        "faults": []
      }
      """#)
  }

  @Test func `invalid simulations are errors`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape simulate empty
      ! error: there is nothing to play in empty
      ! hint: `mixtape add empty EPISODE` adds an episode
      [66]
      $ mixtape simulate fresh
      ! error: there is nothing to play in fresh
      ! hint: `mixtape conditions fresh` shows its rules
      [66]
      $ mixtape simulate morning --skip-chance 2 --json
      ! {"error":{"code":"usage","message":"--skip-chance requires a number from 0 to 1","hints":[],"status":64,"diagnostics":[]}}
      [64]
      $ mixtape simulate morning --script x --stats --json
      ! {"error":{"code":"usage","message":"--script cannot be used together with --stats or --plot","hints":[],"status":64,"diagnostics":[]}}
      [64]
      $ mixtape simulate morning --script none.txt
      ! warning: 1 episode of morning is missing from the library
      ! hint: `mixtape check` lists the missing episodes
      ! error: "none.txt": no such file or directory
      [66]
      """#)
  }

  @Test func `a script is a test, and its errors have places`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape simulate calm --seed 1 --script -
      < play
      < wait 10 s
      < expect playing four-seasons/winter
      < expect round 1
      round 1  0:00  unfinished  0:09  Winter  four-seasons/winter

      0:10: 0 heard, 1 unfinished; shuffle off
      $ mixtape simulate calm --seed 1 --script -
      < play
      < expect playing
      round 1  0:00  unfinished  0:00  Winter  four-seasons/winter

      0:00: 0 heard, 1 unfinished; shuffle off
      ! standard input:2:1: error: at 0:00, expected playing, found loading four-seasons/winter
      !   2 | expect playing
      !     | ^~~~~~~~~~~~~~
      ! error: 1 expectation of the script was not met
      [1]
      $ mixtape simulate calm --script -
      < at 10:00 skpi
      ! standard input:1:10: error: there is no command `skpi`
      !   1 | at 10:00 skpi
      !     |          ^~~~
      ! note: did you mean `skip`?
      ! error: the script has 1 error
      ! hint: `mixtape simulate --help` lists the steps of a script
      [65]
      """#)
  }

  @Test func `the shuffle comes from the option, the playlist or the store`() throws {
    let fixture = try CommandFixture()
    func shuffle(_ arguments: String...) -> Substring? {
      let output = fixture.mixtape(["simulate", "calm"] + arguments).output
      return output.split(separator: "shuffle ").last?.prefix { $0.isLetter }
    }
    #expect(shuffle() == "off" && shuffle("--shuffle") == "spread")
    try fixture.sandbox.write("format = 1\n[player]\nshuffle = \"weighted\"\n", to: "mixtape.toml")
    #expect(shuffle() == "off" && shuffle("--shuffle") == "weighted")
    let listed = "episodes = [\"four-seasons/winter\"]\n"
    try fixture.sandbox.write("shuffle = true\n" + listed, to: "playlists/evening/calm.toml")
    #expect(shuffle() == "weighted")
    let playlist = "episodes = [\"four-seasons/winter\"]\n"
    try fixture.sandbox.write("shuffle = \"uniform\"\n" + playlist, to: "playlists/evening/calm.toml")
    #expect(shuffle() == "uniform" && shuffle("--shuffle") == "uniform")
    #expect(shuffle("--shuffle", "grouped") == "grouped")
    try fixture.sandbox.write("shuffle = false\n" + playlist, to: "playlists/evening/calm.toml")
    #expect(shuffle() == "off")
  }

  @Test func `statistics as a chart`() throws {
    try CommandFixture().expect(
      #"""
      $ mixtape simulate morning --stats --runs 500 --seed 1 --shuffle uniform
      Place of each episode in a round, in 500 simulations with 3000 turns
      shuffle uniform, seeds from 1; first place on the left; ░ rarer than chance, █ more frequent

      daily-byte/monday  ▒▒▒▒
      night-sky/auroras  ▒▒▒▒

      Turns between two plays of an episode
      2  100.0 %  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇

      Turns between two plays of a podcast or album
      2  100.0 %  ▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇▇
      ! warning: 1 episode of morning is missing from the library
      ! hint: `mixtape check` lists the missing episodes
      $ mixtape simulate morning --plot plot.svg --runs 10
      ! warning: 1 episode of morning is missing from the library
      ! hint: `mixtape check` lists the missing episodes
      ! Wrote plot.svg.
      $ head -c 40 plot.svg
      <svg xmlns="http://www.w3.org/2000/svg"
      """#)
  }

  @Test func `a histogram groups numbers`() {
    #expect(Histogram([0, 0, 3, 0, 1], bars: 10).bars.map(\.label) == ["2", "3", "4"])
    #expect(Histogram([0, 0, 3, 0, 1], bars: 10).bars.map(\.share) == [0.75, 0, 0.25])
    #expect(Histogram([0, 1, 1, 1, 1, 1], bars: 2).bars.map(\.label) == ["1–3", "4–5"])
    #expect(Histogram([], bars: 3).bars.isEmpty && Histogram([0, 0], bars: 3).bars.isEmpty)
  }
}
