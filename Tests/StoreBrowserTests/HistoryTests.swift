import MixtapeModel
@testable import StoreBrowser
import Testing

@Suite struct HistoryTests {
  private let changes = (1...9).map { number in
    ChangesPage.Change(
      revision: "c\(number)", parent: "c\(number + 1)", label: "c\(number) 2026-03-0\(number)",
      subject: "Change \(number)")
  }

  private func browser() throws -> Browser {
    var browser = try Sample.browser(columns: 60, rows: 14)
    #expect(browser.press("h").queries == [.history(.playlist(try Sample.id("morning")))])
    let effects = browser.handle(.answer(.history(.playlist(try Sample.id("morning")), ChangesPage.Contents(changes))))
    #expect(effects.queries == [.change(.playlist(try Sample.id("morning")), changes[0], .difference)])
    return browser
  }

  @Test func `the difference of the selected change is shown`() throws {
    var browser = try browser()
    #expect(browser.press("j").queries == [.change(.playlist(try Sample.id("morning")), changes[1], .difference)])
    // The answer for another change is ignored.
    _ = browser.handle(.answer(.change(changes[0], .difference, ["wrong"])))
    _ = browser.handle(.answer(.change(changes[1], .difference, ["+ 2  Comets", "- 1  Auroras"])))
    #expect(
      browser.screen == """
         1 Playlists  2 Library  3 Tags  4 New  5 Player
         History of morning
         c1 2026-03-01  Change 1
        ›c2 2026-03-02  Change 2
         c3 2026-03-03  Change 3
         Changes
         + 2  Comets
         - 1  Auroras





        ↑↓ choose  tab as it was  R restore  pgdn scroll  esc back
        """)
  }

  @Test func `tab shows the playlist as it was, and R restores it after a question`() throws {
    var browser = try browser()
    #expect(browser.press("\t").queries == [.change(.playlist(try Sample.id("morning")), changes[0], .playlist)])
    let lines = (1...30).map { StyledText("\($0)") }
    _ = browser.handle(.answer(.change(changes[0], .playlist, lines)))
    #expect(browser.lines[6] == " 1")
    _ = browser.handle(.key(.pageDown))
    #expect(browser.lines[6] == " 7")
    // The history stays behind the question, and open after a no.
    #expect(browser.press("R").actions == [])
    #expect(browser.lines[6] == " 7" && browser.lines[12].hasSuffix("? [y/N]"))
    #expect(browser.press("n").actions == [])
    #expect(browser.lines[6] == " 7" && browser.lines[12] == "Cancelled")
    #expect(
      browser.press("jRy").actions == [
        .restore(BrowserEffect.Restoration(item: .playlist(try Sample.id("morning")), revision: "c2"))
      ])
  }

  @Test func `a folder has no history`() throws {
    var browser = try Sample.browser()
    #expect(browser.press("gh").actions == [])
    #expect(
      browser.message?.text == "Select a playlist or a podcast first; H shows the history of the whole store")
  }

  @Test func `the history of a podcast has differences only, and R restores its version`() throws {
    var browser = try Sample.browserOfLibrary()
    let podcast = StoreItem.podcast(try Podcast.ID(validating: "sky"))
    #expect(browser.press("h").queries == [.history(podcast)])
    _ = browser.handle(.answer(.history(podcast, ChangesPage.Contents(changes))))
    #expect(browser.press("\t").queries == [])
    #expect(
      browser.press("Ry").actions == [.restore(BrowserEffect.Restoration(item: podcast, revision: "c1"))])
  }

  @Test func `the history of the store names the next undo and redo before they are pressed`() throws {
    var browser = try Sample.browser(columns: 72, rows: 14)
    #expect(browser.press("H").queries == [.history(nil)])
    let next = ChangesPage.Contents(
      changes, undo: .init(revision: "c2", subject: "Change 2"), redo: .init(revision: "c3", subject: "Change 3"))
    let effects = browser.handle(.answer(.history(nil, next)))
    #expect(effects.queries == [.change(nil, changes[0], .difference)])
    _ = browser.handle(.answer(.change(changes[0], .difference, ["+ 2  Comets"])))
    #expect(
      browser.lines[1...7].joined(separator: "\n") == """
         History  u undoes: Change 2; ctrl-r redoes: Change 3
        ›  c1 2026-03-01  Change 1
         u c2 2026-03-02  Change 2
         ^ c3 2026-03-03  Change 3
         Changes
         + 2  Comets

        """)
    #expect(browser.press("u").actions == [.undo])
    #expect(browser.handle(.key(.control("r"))).actions == [.redo])
    // Only an item has versions to restore.
    #expect(browser.press("R").actions == [])
    #expect(browser.message?.isRefusal == true && browser.press("q").actions == [] && browser.dialog == nil)
  }

  @Test func `dialogs are read again when the store changes`() throws {
    let morning = try Sample.id("morning")
    for (keys, query) in [
      ("h", .history(.playlist(morning))), ("\tA", .containing([try Sample.episode("sky/auroras")])),
      ("i", .details(.playlist(morning), width: 78)),
    ] as [(String, BrowserQuery)] {
      var browser = try Sample.browser()
      _ = browser.press(keys)
      #expect(browser.handle(.storeChanged).queries == [.playlists, .contents(.playlist(morning)), query, .conflicts])
    }
  }

  @Test func `a filter is applied again when the store changes`() throws {
    var browser = try Sample.browser()
    let source = Listing.Source.playlist(try Sample.id("morning"))
    _ = browser.press("\t/com\n")
    #expect(
      browser.handle(.storeChanged).queries == [.playlists, .contents(source), .filter("com", source), .conflicts])
  }
}
