import MixtapeModel
import TerminalUI
import Testing

@testable import StoreBrowser

/// The player at the foot of the screen, and the chapters of its episode.
@Suite struct PlayerBarTests {
  private static let chapters = [("Intro", "0:00"), ("The Sun", "1:00"), ("", "12:04")].map {
    PlayerBar.Chapter(title: $0, start: $1)
  }

  private func bar(_ chapters: [PlayerBar.Chapter] = chapters, at chapter: Int? = 1) -> PlayerBar {
    PlayerBar(
      sign: "▶", title: "Auroras", collection: "Night Sky", times: "1:10 / 30:34", chapters: chapters, chapter: chapter)
  }

  private func browser(_ bar: PlayerBar?) throws -> Browser {
    var browser = try Sample.browser(columns: 60)
    _ = browser.handle(.player(bar))
    return browser
  }

  @Test func `the player bar shows the chapter`() throws {
    #expect(try browser(bar()).lines[9] == "▶ Auroras Night Sky · 2/3 The Sun               1:10 / 30:34")
    #expect(try browser(bar(at: 2)).lines[9].hasPrefix("▶ Auroras Night Sky · 3/3   "))
    #expect(try browser(bar(at: nil)).lines[9].hasPrefix("▶ Auroras Night Sky    "))
  }

  @Test func `the player bar shows settings if there is room`() throws {
    let bar = PlayerBar(sign: "▶", title: "Auroras", collection: "Sky", times: "1:10", settings: "speed 1.5×")
    var browser = try browser(bar)
    #expect(browser.lines[9].hasSuffix(" speed 1.5× · 1:10"))
    _ = browser.handle(.resized(columns: 36, rows: 12))
    #expect(browser.lines[9].hasSuffix("1:10") && !browser.lines[9].contains("speed"))
  }

  @Test func `a chapter is chosen from a list, which begins at the current one`() throws {
    var browser = try browser(bar())
    #expect(browser.press("l") == [])
    #expect(
      browser.lines[1...4].joined(separator: "\n") == """
         Chapters of Auroras
           1  Intro                                             0:00
        ›▶ 2  The Sun                                           1:00
           3                                                   12:04
        """)
    #expect(browser.press("j\n") == [.player(.chapter(2))])
    #expect(browser.dialog == nil)
    for key in ["\u{1B}", "l", "q"] {
      #expect(browser.press("l" + key) == [])
      #expect(browser.dialog == nil)
    }
  }

  @Test func `the mouse chooses a chapter`() throws {
    var browser = try browser(bar())
    _ = browser.press("l")
    _ = browser.handle(.key(.mouse(MouseEvent(.press, column: 5, row: 2))))
    #expect(browser.press("\n") == [.player(.chapter(0))])
  }

  @Test func `the list follows the player`() throws {
    var browser = try browser(bar(at: 2))
    _ = browser.press("l")
    _ = browser.handle(.player(bar(Array(Self.chapters.prefix(1)), at: 0)))
    #expect(browser.press("\n") == [.player(.chapter(0))])
    _ = browser.press("l")
    _ = browser.handle(.player(bar([], at: nil)))
    #expect(browser.press("j\n") == [])
    _ = browser.handle(.player(bar()))
    _ = browser.press("l")
    _ = browser.handle(.player(nil))
    #expect(browser.dialog == nil)
  }

  @Test func `without chapters, there is no list`() throws {
    for (bar, reason) in [(nil, "Nothing is playing here; p plays"), (bar([], at: nil), "No chapters are known")] {
      var browser = try browser(bar)
      #expect(browser.press("l") == [])
      #expect(browser.message == Browser.Message(reason, isRefusal: true))
    }
  }
}
