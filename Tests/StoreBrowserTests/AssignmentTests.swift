import MixtapeModel
@testable import StoreBrowser
import Testing

@Suite struct AssignmentTests {
  /// Returns a browser with two marked episodes, of which `late` has both and `calm` one.
  private func browser() throws -> Browser {
    var browser = try Sample.browser(rows: 10)
    let ids = try ["sky/auroras", "sky/comets"].map(Sample.episode)
    #expect(browser.press("\tmmA").queries == [.containing(ids)])
    _ = browser.handle(
      .answer(
        .containing(
          ids, try Sample.summaries(),
          [try Sample.id("late"): Set(ids), try Sample.id("calm"): [ids[0]], try Sample.id("morning"): Set(ids)])))
    return browser
  }

  @Test func `playlists have all, some or none of the episodes`() throws {
    #expect(
      try browser().lines[1...6].joined(separator: "\n") == """
         Playlists of 2 episodes
         › ▏
        ›[~] Calm calm
         [ ] Fresh fresh
         [x] Late late
         [x] Morning Commute morning
        """)
  }

  @Test func `toggled playlists and a new one are one change`() throws {
    var browser = try browser()
    _ = browser.press("\t")
    _ = browser.handle(.key(.down))
    _ = browser.press("\t")
    _ = browser.press("lat\t")
    _ = browser.handle(.key(.control("u")))
    _ = browser.press("Sky Only")
    _ = browser.handle(.key(.control("n")))
    #expect(browser.lines[1] == " Playlists of 2 episodes, new: Sky Only")
    #expect(
      browser.press("\n").commands == [
        "mixtape assign sky/auroras sky/comets --to calm --to fresh --from late --create Sky Only"
      ])
    #expect(browser.dialog == nil && browser.listing.marks.isEmpty)
  }

  @Test func `some is a state to return to, and nothing toggled is refused`() throws {
    var browser = try browser()
    for box in ["[x]", "[ ]", "[~]"] {
      _ = browser.press("\t")
      #expect(browser.lines[3] == "›\(box) Calm calm")
    }
    #expect(browser.press("\n").commands == [])
    #expect(browser.lines[8] == "! Nothing to change; tab toggles a playlist")
  }

  @Test func `the mouse selects playlists`() throws {
    var browser = try browser()
    _ = browser.handle(.key(.mouse(MouseEvent(.press, column: 5, row: 5))))
    #expect(browser.lines[5] == "›[x] Late late")
  }

  @Test(arguments: ["", "Morning", "🎲"]) func `an invalid or taken name is refused`(_ name: String) throws {
    var browser = try browser()
    _ = browser.press(name)
    _ = browser.handle(.key(.control("n")))
    #expect(browser.lines[8].hasPrefix("! "))
    #expect(browser.press("\n").commands == [])
  }
}
