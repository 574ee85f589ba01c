import MixtapeModel
@testable import StoreBrowser
import Testing

/// Keys that are typed faster than the store answers.
@Suite struct WaitingTests {
  private func found(_ ids: String...) throws -> [Picker.Found] {
    try ids.map { Picker.Found(try Sample.episode($0), EpisodeText(title: $0, collection: "", playingTime: "")) }
  }

  /// Returns the keys of a text that must wait.
  private func waiting(_ text: String, in browser: Browser) -> String {
    text.filter { browser.mustWait(for: $0 == "\n" ? .enter : $0 == "\t" ? .tab : .character($0)) }
  }

  @Test func `keys that act on contents wait until these are read`() throws {
    var browser = try Sample.browser()
    #expect(waiting("djkaArcephiJKmoOs*\n", in: browser) == "")
    _ = browser.press("k\t")
    #expect(waiting("djkgGaArcephiJKmoOs*\n", in: browser) == "djkgGaArcephiJKmoOs*\n")
    #expect(waiting("q?12345fu ><[].,{}+-=tSXln\t/", in: browser) == "")
    #expect(browser.mustWait(for: .down) && browser.mustWait(for: .delete) && !browser.mustWait(for: .control("r")))
    _ = browser.press("\t")
    #expect(waiting("djkgGehimn\n", in: browser) == "")
    #expect(waiting("aArcpsoO", in: browser) == "aArcpsoO")
    // If the caller does not wait, nothing is done.
    #expect(browser.press("\td") == [])
    #expect(browser.message == Browser.Message("Still reading; press the key again", isRefusal: true))
  }

  @Test func `keys wait for the tree`() throws {
    var browser = Browser(columns: 80, rows: 12)
    _ = browser.start()
    #expect(waiting("jGda\nq?2", in: browser) == "jGda\n")
    _ = browser.handle(.answer(.playlists(SidebarContents(try Sample.summaries(), in: []))))
    #expect(waiting("jGd\n", in: browser) == "")
  }

  @Test func `keys in a list wait for its filter`() throws {
    var browser = try Sample.browser()
    let source = Listing.Source.playlist(try Sample.id("morning"))
    _ = browser.press("\t/com\n")
    #expect(waiting("*dJApmoj", in: browser) == "*dJApmoj")
    #expect(browser.press("*d").commands == [])
    _ = browser.handle(.answer(.filter("co", source, [try Sample.episode("sky/auroras")])))
    #expect(waiting("*d", in: browser) == "*d")
    _ = browser.handle(.answer(.filter("com", source, [try Sample.episode("sky/comets")])))
    #expect(waiting("*d", in: browser) == "")
    #expect(browser.press("*d").commands == ["mixtape remove morning 2"])
  }

  @Test func `a filter that fails is removed`() throws {
    var browser = try Sample.browser()
    let source = Listing.Source.playlist(try Sample.id("morning"))
    _ = browser.press("\t/com\n")
    _ = browser.handle(.answer(.failure(.filter("com", source), reason: "no index")))
    #expect(browser.listing.filter == "" && !browser.mustWait(for: .character("d")))
  }

  @Test func `keys in the picker wait for the result of the typed text`() throws {
    var browser = try Sample.browser()
    _ = browser.press("aa")
    _ = browser.handle(.answer(.search("a", try found("x/y"))))
    #expect(waiting("\t\n", in: browser) == "")
    _ = browser.press("u")
    #expect(waiting("\t\nr", in: browser) == "\t\n" && browser.mustWait(for: .down))
    #expect(browser.press("\t\n").commands == [])
    _ = browser.handle(.answer(.search("au", try found("sky/new"))))
    #expect(browser.press("\t\n").commands == ["mixtape add morning sky/new"])
    _ = browser.press("x")
    _ = browser.handle(.answer(.failure(.search("aux"), reason: "no index")))
    #expect(browser.press("\n").commands == [] && !browser.mustWait(for: .enter))
  }

  @Test func `keys wait until a new playlist is selected`() throws {
    var browser = try Sample.browser()
    _ = browser.press("nEvening Walk\n")
    let playlist = try Playlist(id: try Sample.id("evening-walk"), name: "Evening Walk")
    _ = browser.handle(.outcome(BrowserOutcome(Browser.Message("Created"), playlist: playlist)))
    #expect(waiting("arcdjn/", in: browser) == "arcdjn/")
    #expect(waiting("q?uf2", in: browser) == "")
    let new = PlaylistSummary(id: playlist.id, folder: .top, name: "Evening Walk", episodeCount: 0, isSmart: false)
    _ = browser.handle(.answer(.playlists(SidebarContents(try Sample.summaries() + [new], in: []))))
    #expect(waiting("djn/", in: browser) == "")
    // The list of the new playlist is being read.
    #expect(waiting("arc", in: browser) == "arc")
  }

  @Test func `a playlist that never appears is awaited until a key is refused, or until an undo`() throws {
    for end in ["a", "u"] {
      var browser = try Sample.browser()
      _ = browser.press("nEvening Walk\n")
      let playlist = try Playlist(id: try Sample.id("evening-walk"), name: "Evening Walk")
      _ = browser.handle(.outcome(BrowserOutcome(Browser.Message("Created"), playlist: playlist)))
      _ = browser.press(end)
      if end == "u" { _ = browser.handle(.outcome(BrowserOutcome(Browser.Message("Undone")))) }
      #expect(!browser.mustWait(for: .character("a")))
    }
  }

  @Test func `a new playlist that was refused is not awaited, and the form stays open`() throws {
    var browser = try Sample.browser()
    _ = browser.press("nEvening Walk\n")
    _ = browser.handle(.outcome(BrowserOutcome(Browser.Message("No space", isRefusal: true))))
    guard case .form(let form) = browser.dialog else { throw CancellationError() }
    #expect(form.text(.name) == "Evening Walk")
    _ = browser.press("\u{1B}")
    #expect(!browser.mustWait(for: .character("a")))
  }

  @Test func `keys in lists of playlists and changes wait for them`() throws {
    var browser = try Sample.browser()
    _ = browser.press("\tA")
    #expect(waiting("\t\nx", in: browser) == "\t\n" && browser.mustWait(for: .control("n")))
    _ = browser.handle(.answer(.failure(.containing([try Sample.episode("sky/auroras")]), reason: "no index")))
    #expect(browser.dialog == nil && browser.message?.text == "no index")
    _ = browser.press("h")
    #expect(waiting("Rjq", in: browser) == "Rj")
    _ = browser.handle(.answer(.history(.playlist(try Sample.id("morning")), ChangesPage.Contents([]))))
    #expect(waiting("Rjq", in: browser) == "")
  }
}
