import TestSupport
import Testing

/// `mixtape play` without an id and without a terminal.
@Suite(.timeLimit(.generous)) struct PlayQueueLinesTests {
  private let fixture: CommandFixture

  init() throws {
    fixture = try CommandFixture()
    fixture.putProgramInPath()
  }

  @Test func `the queue without a playlist is filled, kept and emptied`() throws {
    func play(_ lines: String...) throws -> String {
      let input = lines.map { "'\($0)'" }.joined(separator: " ")
      return try fixture.shell(
        "printf '%s\\n' \(input) | mixtape play --service simulator --speed 0 --shuffle off 2>&1 | sed -E 's/^[0-9:]{8}  //'"
      )
    }
    #expect(
      try play("add night-sky/comets", "add daily-byte/monday", "queue") == """
        Mixtape: 0 episodes, in order; simulated, without sound
        stopped
        Added Comets
        Added A Patch Tuesday on a Monday
        2 episodes left in this round
          Comets (night-sky/comets)
          A Patch Tuesday on a Monday (daily-byte/monday)
        ended

        """)
    #expect(try play("next", "quit").contains("\nplaying  A Patch Tuesday on a Monday (daily-byte/monday)\n"))
    #expect(try play("status", "quit").contains("at 0:00 / 5:55, round 1, 2 in the queue\n"))
    #expect(try fixture.sandbox.git("status", "--porcelain") == "")
    #expect(try play("clear", "quit").contains("\nRemoved 2 episodes; undo restores them\n"))
    #expect(try play("status", "quit").contains("\nempty, round 0, 0 in the queue\n"))
  }

  @Test func `an empty queue without input is an error`() throws {
    let text = try fixture.shell("mixtape play --service simulator < /dev/null 2>&1 > /dev/null; echo $?")
    #expect(
      text == """
        error: there is nothing to play: the queue is empty
        hint: `mixtape play` in a terminal fills the queue; without one, `add ID` on standard input adds an episode
        66

        """)
  }
}
