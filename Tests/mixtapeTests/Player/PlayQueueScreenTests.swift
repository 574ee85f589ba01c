import Foundation
import SystemPackage
import TestSupport
import Testing

/// `mixtape play` without a playlist, in a separate terminal with a stopped clock.
@Suite(.timeLimit(.generous)) struct PlayQueueScreenTests {
  private let fixture: CommandFixture

  init() throws { fixture = try CommandFixture() }

  private func play() throws -> PseudoTerminal {
    let terminal = try PseudoTerminal(columns: 60, rows: 12)
    try fixture.startPlayer(["--shuffle", "off"], in: terminal)
    terminal.wait(for: "in the queue")
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
    terminal.type("acom", shows: "    › Comets  Night Sky Radio  1:02:03", "enter add")
    terminal.type("\r", shows: "Fill the queue                              1 in the queue", "enter remove")
    // Enter takes it out, and puts it in again.
    terminal.type("\r", shows: "Removed Comets")
    terminal.type("\r\u{15}aur", shows: "    › Auroras")
    terminal.type("\r", shows: " ✓  › Auroras")
    terminal.type("\u{1B}", shows: " 2  Auroras")
    quit(terminal)

    // The next session plays the first one at once.
    terminal = try play()
    terminal.wait(for: "▶ Comets")
    terminal.type("a")
    terminal.type("patch\r", shows: "3 in the queue")
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
    terminal.type("\u{1B}[BJ", shows: " 2  › Auroras", " 1    A Patch Tuesday")
    terminal.type("C", shows: "Removed 3 episodes; undo restores them")
    terminal.type("u", shows: " 2  › Auroras")
    terminal.type("\u{1B}", shows: "■ Comets\n   Night Sky Radio · stopped · space plays")
    terminal.type(" ", shows: "▶ Comets")
    terminal.type("C", shows: "0 in the queue")
    quit(terminal)
    terminal = try play()
    terminal.wait(for: "The queue is empty.")
    quit(terminal)
    #expect(try fixture.sandbox.git("status", "--porcelain") == "")
  }
}
