import Foundation
import SystemPackage
import TestSupport
import Testing

/// `mixtape play` without a playlist, in a separate terminal with a stopped clock.
@Suite(.timeLimit(.generous)) struct PlayQueueScreenTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture() }

  private func play(_ arguments: String..., columns: Int = 60, rows: Int = 12) throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(columns: columns, rows: rows)
    try fixture.startPlayer(["--shuffle", "off"] + arguments, in: terminal)
    terminal.wait { $0.text.contains("in the queue") || $0.text.contains("120/120 Full") }
    return terminal
  }

  private func quit(_ terminal: PseudoTerminal) {
    terminal.type("q")
    #expect(terminal.waitForEnd() == 0)
  }

  @Test func `the queue is filled from the picker, kept, moved and emptied`() throws {
    var terminal = try play()
    terminal.wait {
      $0.text == """
         Mixtape                                     0 in the queue
         in order · no sound

         The queue is empty. a adds episodes from the library.







         space play  > < skip  ↑↓ queue  q quit  a add  ? keys
        """
    }
    terminal.type("acom")
    terminal.wait(for: "    › Comets  Night Sky Radio  1:02:03")
    terminal.wait(for: "enter add")
    terminal.type("\r")
    terminal.wait(for: "Fill the queue                              1 in the queue")
    terminal.wait(for: "enter remove")
    // Enter takes it out, and puts it in again.
    terminal.type("\r")
    terminal.wait(for: "Removed Comets")
    terminal.type("\r\u{15}aur")
    terminal.wait(for: "    › Auroras")
    terminal.type("\r")
    terminal.wait(for: " ✓  › Auroras")
    terminal.type("\u{1B}")
    terminal.wait(for: " 2  Auroras")
    quit(terminal)

    // The next session plays the first one at once.
    terminal = try play()
    terminal.wait(for: "▶ Comets")
    terminal.type("a")
    terminal.type("patch\r")
    terminal.wait(for: "3 in the queue")
    terminal.type("\u{1B}\t")
    terminal.wait {
      $0.text == """
         Queue                                       3 in the queue

         ▶  › Comets                       Night Sky Radio  1:02:03
         1    Auroras                      Night Sky Radio    30:34
         2    A Patch Tuesday on a Monday  Daily Byte          5:55






         enter play  d remove  esc back  o next  u undo  ? keys
        """
    }
    terminal.type("\u{1B}[BJ")
    terminal.wait(for: " 2  › Auroras")
    terminal.wait(for: " 1    A Patch Tuesday")
    terminal.type("C")
    terminal.wait(for: "Removed 3 episodes; undo restores them")
    terminal.type("u")
    terminal.wait(for: " 2  › Auroras")
    terminal.type("\u{1B}")
    terminal.wait(for: "■ Comets\n   Night Sky Radio · stopped · space plays")
    terminal.type(" ")
    terminal.wait(for: "▶ Comets")
    terminal.type("C")
    terminal.wait(for: "0 in the queue")
    quit(terminal)
    terminal = try play()
    terminal.wait(for: "The queue is empty.")
    quit(terminal)
    #expect(try fixture.sandbox.git("status", "--porcelain") == "")
  }

  @Test func `the emptied queue of a playlist stays empty, and a message says how to fill it again`() throws {
    var terminal = try play("morning")
    terminal.type("C")
    terminal.wait(for: "0 in the queue")
    quit(terminal)
    terminal = try play("morning")
    terminal.wait(for: "The queue is empty. a adds episodes from the library.")
    terminal.wait(for: "`mixtape play morning --fresh` brings the episodes back")
    quit(terminal)
    terminal = try play("morning", "--fresh")
    terminal.wait(for: "▶ ")
    #expect(!terminal.screen.text.contains("--fresh"))
    quit(terminal)
  }

  @Test func `the full queue refuses more episodes`() throws {
    let episodes = (1...121).map { "[[episodes]]\nid = \"e\($0)\"\ntitle = \"Number \($0)\"\nduration = 60\n" }
    try fixture.sandbox.write("title = \"Numbers\"\n" + episodes.joined(), to: "library/numbers.toml")
    let lines = (1...120).map { "add numbers/e\($0)\n" }.joined()
    try fixture.sandbox.write(lines, to: "../lines.txt")
    fixture.putProgramInPath()
    _ = try fixture.shell("mixtape play --service simulator --speed 0 < ../lines.txt")
    let terminal = try play()
    terminal.wait(for: "120/120 Full")
    terminal.type("aNumber 121\r")
    terminal.wait(for: "! The queue is full: the maximum is 120 episodes")
    terminal.type("\u{15}Number 120\r\u{15}Number 121\r")
    terminal.wait(for: " ✓  › Number 121")
    terminal.wait(for: "120/120 Full")
    terminal.type("\u{1B}")
    quit(terminal)
  }

  @Test func `keys set speed, volume and the sleep timer`() throws {
    let terminal = try play(columns: 90)
    terminal.type("]]-t")
    terminal.wait(for: "Playing stops in 15:00")
    terminal.wait(for: "speed 1.2× · volume 95% · stops in 1")
    terminal.type("[[+tttt")
    terminal.wait(for: "Playing stops in 1:30:00")
    terminal.type("t")
    terminal.wait(for: "The sleep timer is off")
    terminal.wait { $0.lines[1] == " in order · no sound" }
    quit(terminal)
  }

  @Test func `a narrow terminal shows the queue`() throws {
    let terminal = try play(columns: 40, rows: 6)
    terminal.type("aaur\r")
    terminal.wait {
      $0.text == """
         Fill the queue          1 in the queue
         › aur▏

         ✓  › Auroras  30:34
         Added Auroras
         enter remove  esc back  ↑↓ choose
        """
    }
    terminal.type("\u{1B}")
    quit(terminal)
  }
}
