import Foundation
import SystemPackage
import TestSupport
import Testing

/// `mixtape player`, which controls a running player.
@Suite(.timeLimit(.generous)) struct PlayerControlTests {
  private let fixture: CommandFixture

  init() throws {
    fixture = try CommandFixture()
    fixture.putProgramInPath()
  }

  /// Runs shell commands while a player plays `morning`, and returns their output.
  private func whilePlaying(_ commands: String) throws -> String {
    try fixture.shell(
      """
      mkfifo ../input ../lines; mixtape play morning --service simulator --speed 0 < ../input > ../lines 2> /dev/null &
      player=$!; exec 3> ../input 4< ../lines; for i in 1 2 3; do read -r line <&4; done
      \(commands)
      exec 3>&-; kill $player 2> /dev/null; cat <&4 > /dev/null; wait $player
      """)
  }

  @Test func `commands control the player, and print the answer`() throws {
    #expect(
      try whilePlaying(
        """
        mixtape player; mixtape player pause; mixtape player toggle; mixtape player seek 1:30.5; mixtape player seek -10
        mixtape player enqueue night-sky/comets; mixtape player next-up night-sky/comets; mixtape player now night-sky/auroras
        mixtape player next; mixtape player previous; mixtape player stop; mixtape player shuffle off; mixtape player queue
        """) == """
          playing  A Patch Tuesday on a Monday (daily-byte/monday) at 0:00 / 5:55, round 1, 2 in the queue
          paused  A Patch Tuesday on a Monday (daily-byte/monday) at 0:00 / 5:55, round 1, 2 in the queue
          playing  A Patch Tuesday on a Monday (daily-byte/monday) at 0:00 / 5:55, round 1, 2 in the queue
          playing  A Patch Tuesday on a Monday (daily-byte/monday) at 1:30 / 5:55, round 1, 2 in the queue
          playing  A Patch Tuesday on a Monday (daily-byte/monday) at 1:20 / 5:55, round 1, 2 in the queue
          Comets plays at the end of this round
          Comets plays next
          playing  Auroras (night-sky/auroras) at 0:00 / 30:34, round 1, 3 in the queue
          playing  Comets (night-sky/comets) at 0:00 / 1:02:03, round 1, 3 in the queue
          playing  Auroras (night-sky/auroras) at 0:00 / 30:34, round 1, 3 in the queue
          stopped  Auroras (night-sky/auroras) at 0:00 / 30:34, round 1, 3 in the queue
          The rest of the round plays in order
          1 episode left in this round
            Comets (night-sky/comets)

          """)
  }

  @Test func `JSON is the event of the player`() throws {
    #expect(
      try whilePlaying("mixtape player status --json; mixtape player add daily-byte/monday --json; echo $?") == """
        {"event":"status","state":"playing","episode":"daily-byte/monday","title":"A Patch Tuesday on a Monday","artist":null,"album":"Daily Byte","artwork":null,"duration":355.0,"position":0.0,"chapter":null,"round":1,"speed":1.0,"volume":100,"sleep":null,"playlist":"Morning Commute","playlistId":"morning","shuffle":"off","count":2,"capacity":120}
        {"event":"refused","message":"A Patch Tuesday on a Monday is already in the queue"}
        1

        """)
  }

  @Test func `a second player on a terminal controls the first one`() throws {
    let start = { (arguments: [String]) in
      let terminal = try PseudoTerminal(columns: 100, rows: 12)
      try fixture.start(["play", "morning"] + arguments, in: terminal)
      return terminal
    }
    let first = try start(["--speed", "0", "--service", "simulator"])
    first.wait(for: "▶ A Patch Tuesday")
    let second = try start([])
    second.wait(for: "Another player is playing morning.")
    second.type("now night-sky/auroras\n", shows: "playing  Auroras (night-sky/auroras)")
    first.wait(for: "▶ Auroras")
    second.type("\u{4}")
    #expect(second.waitForEnd() == 0)
    let third = try start([])
    third.wait(for: "playing  Auroras")
    third.type("quit\n")
    #expect(third.waitForEnd() == 0 && first.waitForEnd() == 0)
  }

  @Test func `the browser controls a player of another terminal`() throws {
    let player = try PseudoTerminal(columns: 60, rows: 12)
    try fixture.startPlayer(["morning"], in: player)
    player.wait(for: "▶ A Patch Tuesday")
    let browser = try fixture.browse(columns: 100)
    browser.type("G\tjp")
    player.wait(for: "▶ Auroras")
    browser.wait(for: "The other player of morning is playing  mixtape player now night-sky/auroras --playlist morning")
    browser.type(" ", shows: "! Nothing is playing here; p plays, and `mixtape player` controls other players")
    try fixture.quit(browser)
    player.type("q")
    #expect(player.waitForEnd() == 0)
  }

  @Test func `quit ends the player`() throws {
    let text = try whilePlaying("mixtape player quit; wait $player; echo $?; mixtape player 2>&1; echo $?")
    #expect(text == "The player ends\n0\nerror: no player is running\nhint: `mixtape play` starts one\n66\n")
  }

  @Test func `one of several players is selected`() throws {
    let text = try whilePlaying(
      """
      mkfifo ../more ../out; mixtape play --service simulator --speed 0 < ../more > ../out 2> /dev/null &
      exec 5> ../more 6< ../out; read -r line <&6
      mixtape player 2>&1; echo $?; mixtape player --queue; mixtape player --playlist morning | cut -c-7
      exec 5>&-; cat <&6 > /dev/null
      """)
    #expect(
      text == """
        error: 2 players are running
        hint: select one: `--queue`, `--playlist morning`
        64
        empty, round 0, 0 in the queue
        playing

        """)
  }

  @Test(arguments: [
    ("player", 66), ("player --playlist morning pause", 66), ("player --queue", 66), ("player dance", 64),
    ("player seek", 64),
    ("player now", 64), ("player --queue --playlist morning", 64),
  ])
  func `errors are reported`(_ arguments: String, _ status: Int) throws {
    #expect(try fixture.shell("mixtape \(arguments) > /dev/null 2>&1; echo $?") == "\(status)\n")
  }

  @Test func `the socket of a killed player is no player`() throws {
    let text = try whilePlaying(
      "kill -9 $player; wait $player; mixtape player 2>&1 | head -1; ls -l .git/mixtape/control-morning | cut -c-10")
    // The shell reports the kill first.
    #expect(text.hasSuffix("error: no player is running\nsrw-------\n"))
  }

  @Test func `a player on the screen answers, too`() throws {
    let terminal = try PseudoTerminal(columns: 60, rows: 12)
    try fixture.startPlayer(["morning"], in: terminal)
    terminal.wait(for: "▶ A Patch Tuesday")
    #expect(try fixture.shell("mixtape player next").hasPrefix("playing  Auroras "))
    terminal.wait(for: "▶ Auroras")
    #expect(try fixture.shell("mixtape player quit") == "The player ends\n")
    #expect(terminal.waitForEnd() == 0)
  }
}
