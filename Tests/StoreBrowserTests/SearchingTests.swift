import MixtapeModel
@testable import StoreBrowser
import Testing

@Suite struct SearchingTests {
  private func found(_ ids: String...) throws -> [Picker.Found] {
    try ids.map { Picker.Found(try Sample.episode($0), EpisodeText(title: $0, collection: "", playingTime: "")) }
  }

  @Test func `the picker searches as one types, and adds and removes`() throws {
    var browser = try Sample.browser()
    #expect(browser.press("aau").queries == [.search("a"), .search("au")])
    // The answer to an earlier text is ignored.
    _ = browser.handle(.answer(.search("a", try found("x/y"))))
    #expect(browser.press("\n").commands == [])
    _ = browser.handle(.answer(.search("au", try found("walk/night", "sky/auroras", "x/y"))))
    #expect(browser.lines[3] == "›   walk/night")
    #expect(browser.lines[4] == "  ✓ sky/auroras")
    #expect(browser.press("\n").commands == ["mixtape add morning walk/night"])
    _ = browser.handle(.key(.down))
    #expect(browser.press("\n").commands == ["mixtape remove morning sky/auroras"])
    _ = browser.handle(.key(.up))
    #expect(browser.press("\t").commands == [])
    _ = browser.handle(.key(.down))
    #expect(browser.press("\t\n").commands == ["mixtape add morning walk/night x/y"])
    _ = browser.press("\u{1B}")
    #expect(browser.dialog == nil)
  }

  @Test func `the mouse selects results of the picker`() throws {
    var browser = try Sample.browser()
    _ = browser.press("aau")
    _ = browser.handle(.answer(.search("au", try found("walk/night", "sky/auroras", "x/y"))))
    _ = browser.handle(.key(.mouse(MouseEvent(.press, column: 5, row: 4))))
    // Below the last result.
    _ = browser.handle(.key(.mouse(MouseEvent(.press, column: 5, row: 7))))
    #expect(browser.press("\n").commands == ["mixtape remove morning sky/auroras"])
  }

  @Test func `a list is filtered as one types`() throws {
    var browser = try Sample.browser()
    let source = Listing.Source.playlist(try Sample.id("morning"))
    #expect(browser.press("\t/com").queries.last == .filter("com", source))
    _ = browser.handle(.answer(.filter("co", source, [])))
    #expect(browser.listing.count == 4)
    _ = browser.handle(.answer(.filter("com", source, [try Sample.episode("sky/comets")])))
    #expect(browser.listing.count == 1)
    #expect(browser.press("\nJ").commands == [])
    #expect(browser.message?.isRefusal == true)
    #expect(browser.press("d").commands == ["mixtape remove morning 2"])
    _ = browser.press("\u{1B}")
    #expect(browser.listing.count == 4)
  }

  @Test func `4 shows the new episodes until one goes back to the tree`() throws {
    var browser = try Sample.browser()
    #expect(browser.press("4").queries == [.contents(.new)])
    let contents = Listing.Contents(
      [ListedEpisode(try Sample.episode("sky/auroras"), .found)], texts: try Sample.texts(), title: "New",
      summary: "1 new episode of subscribed podcasts")
    _ = browser.handle(.answer(.contents(.new, contents)))
    #expect(browser.lines[1].hasSuffix("│ New"))
    #expect(browser.lines[3].contains("│› 1  Auroras"))
    // The editor opens the file of the podcast.
    let place = BrowserEffect.Place(
      item: .podcast(try Sample.episode("sky/auroras").podcast), episode: try Sample.episode("sky/auroras"),
      occurrence: 0)
    #expect(browser.press("e") == [.edit(place)])
    #expect(browser.press("\u{1B}").queries == [.contents(.playlist(try Sample.id("morning")))])
    // The tab can be clicked.
    let column = BrowserTab.new.columns.lowerBound
    #expect(browser.lines[0].contains("4 New"))
    #expect(browser.handle(.key(.mouse(MouseEvent(.press, column: column, row: 0)))).queries == [.contents(.new)])
    _ = browser.handle(.answer(.contents(.new, Listing.Contents([], title: "New", summary: ""))))
    #expect(browser.lines[3].hasSuffix("│  No new episodes; U fetches them (`feed updat…"))
  }

  @Test func `finding shows episodes of the library`() throws {
    var browser = try Sample.browser()
    #expect(browser.press("fsk").queries == [.contents(.search("s")), .contents(.search("sk"))])
    let contents = Listing.Contents(
      [ListedEpisode(try Sample.episode("sky/comets"), .found)], texts: try Sample.texts(), title: "Search: sk",
      summary: "1 episode of the library")
    _ = browser.handle(.answer(.contents(.search("s"), contents)))
    #expect(browser.listing.isLoading)
    _ = browser.handle(.answer(.contents(.search("sk"), contents)))
    #expect(browser.listing.count == 1)
    // A result is no playlist.
    #expect(browser.press("\nd").commands == [])
    #expect(browser.press("\u{1B}").queries == [.contents(.playlist(try Sample.id("morning")))])
  }

  @Test func `texts are read when their rows become visible`() throws {
    var browser = Browser(columns: 80, rows: 12)
    _ = browser.handle(.answer(.playlists(SidebarContents(try Sample.summaries(), in: []))))
    _ = browser.press("G")
    let ids = (0..<1_000).map { "big/e\($0)" }
    let playlist = try Sample.playlist(ids)
    let entries = try ids.map { ListedEpisode(try Sample.episode($0), .picked) }
    let effects = browser.handle(
      .answer(
        .contents(
          .playlist(playlist.id), Listing.Contents(entries, title: "Big", summary: "", playlist: playlist))))
    guard case .texts(let first)? = effects.queries.first else { throw CancellationError() }
    #expect(first.count == 14)
    #expect(browser.handle(.answer(.texts(first, [:]))).queries == [])
    let end = browser.press("\tG").queries
    #expect(end == [.texts(try (993..<1_000).map { try Sample.episode("big/e\($0)") })])
  }

  @Test func `a tab without room cannot be clicked`() throws {
    var browser = try Sample.browser(columns: 36)
    #expect(browser.lines[0] == " 1 Playlists  2 Library  3 Tags")
    _ = browser.handle(.key(.mouse(MouseEvent(.press, column: BrowserTab.new.columns.lowerBound, row: 0))))
    #expect(browser.tab == .playlists)
    _ = browser.handle(.key(.mouse(MouseEvent(.press, column: BrowserTab.tags.columns.lowerBound, row: 0))))
    #expect(browser.tab == .tags)
  }

  @Test func `the mouse selects and scrolls`() throws {
    var browser = try Sample.browser()
    #expect(
      browser.handle(.key(.mouse(MouseEvent(.press, column: 10, row: 6)))).queries
        == [.contents(.playlist(try Sample.id("fresh")))])
    _ = browser.handle(.key(.mouse(MouseEvent(.press, column: 50, row: 4))))
    #expect(browser.focus == .listing)
    _ = browser.handle(.key(.mouse(MouseEvent(.press, column: 5, row: 2))))
    #expect(browser.focus == .sidebar && browser.sidebar.rows.count == 7)
    _ = browser.handle(.key(.mouse(MouseEvent(.press, column: 5, row: 2))))
    #expect(browser.sidebar.rows.count == 4)
    _ = browser.handle(.key(.mouse(MouseEvent(.press, column: 16, row: 0))))
    #expect(browser.kind == .library)
    _ = browser.handle(.key(.mouse(MouseEvent(.wheelDown, column: 500, row: 500))))
    _ = browser.handle(.key(.mouse(MouseEvent(.wheelDown, column: 5, row: 5))))
  }
}
