import Foundation
import MixtapeModel
@testable import StoreBrowser
import Testing

/// Changes of episodes and podcasts.
@Suite struct LibraryTests {
  private func changes(_ effects: [BrowserEffect]) -> [BrowserEffect.LibraryRequest] {
    effects.compactMap { if case .changeLibrary(let change) = $0 { change } else { nil } }
  }

  @Test func `R and a digit rate the marked episodes, and else the selected one`() throws {
    var browser = try Sample.browser()
    #expect(browser.press("\tR").actions == [])
    #expect(browser.lines[10] == "Rate Auroras: 0 to 5, or - for no rating")
    #expect(changes(browser.press("4")) == [.rate([try Sample.episode("sky/auroras")], 4)])
    _ = browser.press("mmR")
    #expect(browser.lines[10] == "Rate 2 episodes: 0 to 5, or - for no rating")
    #expect(
      changes(browser.press("-")) == [
        .rate([try Sample.episode("sky/auroras"), try Sample.episode("sky/comets")], nil)
      ])
    #expect(browser.listing.marks == [])
    #expect(browser.press("R7").actions == [] && browser.press("R\u{1B}").actions == [])
  }

  @Test func `x marks episodes of the library as played`() throws {
    var browser = try Sample.browser()
    #expect(changes(browser.press("\tjx")) == [.togglePlayed([try Sample.episode("sky/comets")])])
    // An episode that is missing has no plays.
    #expect(browser.press("Gx").actions == [])
    #expect(browser.message?.text == "Select an episode of the library first")
    // In the tree, no row of the list is visibly selected.
    #expect(browser.press("\tx").actions == [])
    #expect(browser.message?.text == "Select an episode in the list first; tab goes there")
  }

  @Test func `T changes the tags of a podcast`() throws {
    var browser = try Sample.browserOfLibrary(tags: ["space", "weekly"])
    let sky = try Podcast.ID(validating: "sky")
    _ = browser.press("T")
    #expect(browser.lines[1...3] == [" Tags of sky separated by commas", "", "›tags         space, weekly▏"])
    for _ in 0..<6 { _ = browser.press("\u{7F}") }
    #expect(changes(browser.press(" calm, , space\n")) == [.tags(sky, added: ["calm"], removed: ["weekly"])])
    _ = browser.handle(.outcome(BrowserOutcome(Browser.Message("Updated sky."))))
    #expect(browser.dialog == nil)
    #expect(browser.press("T\n").actions == [] && browser.message?.text == "Nothing to change")
    #expect(browser.press("1T").actions == [] && browser.message?.isRefusal == true)
  }

  @Test func `y copies a playlist under another name`() throws {
    var browser = try Sample.browser()
    _ = browser.press("y")
    #expect(browser.lines[1...3] == [" Copy morning", "", "›name         Morning Commute copy▏"])
    #expect(browser.press(" 2\n").commands == ["mixtape duplicate morning Morning Commute copy 2"])
  }

  @Test func `commands name the same changes`() throws {
    let ids = try (1...8).map { try Sample.episode("sky/e\($0)") }
    let words = [
      PodcastOperation.rate(Array(ids.prefix(2)), 3), .rate([ids[0]], nil), .editEpisodes(ids, EpisodeEdit.unplayed),
      .recordPlays([ids[0]: EpisodePlays(count: 1, last: Date(timeIntervalSince1970: 0))]),
      .edit(try Podcast.ID(validating: "sky"), [.untag("weekly"), .tag("calm")]),
    ].map { CommandWords.words(for: $0).joined(separator: " ") }
    #expect(
      words == [
        "mixtape episode rate 3 sky/e1 sky/e2", "mixtape episode rate none sky/e1",
        "mixtape episode played --never sky/e1 sky/e2 sky/e3 sky/e4 sky/e5 sky/e6 …", "mixtape episode played sky/e1",
        "mixtape set sky --remove-tag weekly --add-tag calm",
      ])
  }

  @Test func `playlists of one name show their folders`() throws {
    var browser = try Sample.browser()
    let all = try [("mix", ""), ("mix-2", "evening"), ("other", "evening")].map { id, folder in
      PlaylistSummary(
        id: try Sample.id(id), folder: try Sample.folder(folder), name: id == "other" ? "Other" : "Mix",
        episodeCount: 0, isSmart: false)
    }
    _ = browser.handle(.answer(.playlists(SidebarContents(all, in: []))))
    let rows = browser.lines.map { String($0.prefix(31)).split(separator: " ").joined(separator: " ") }
    #expect(rows[1...4] == ["▾ evening", "Mix (evening)", "Other", "› Mix (top)"])
  }

  @Test func `albums of one title show their artists or ids, in the order of the titles`() throws {
    let titles: [(String, String, String?)] = [
      ("x", "Zebra", nil), ("hits", "Hits", "Kim"), ("hits-2", "Hits", "Lou"), ("live", "live", "Ann"),
      ("b", "Live", nil), ("live-2", "Live", "Ann"),
    ]
    let albums = try titles.map { id, title, author in
      PodcastSummary(
        head: Podcast(
          id: try Podcast.ID(validating: id), folder: try Sample.folder("music"), title: title, author: author,
          tags: ["a"]),
        episodeCount: 1)
    }
    for byTag in [false, true] {
      var sidebar = Sidebar()
      sidebar.show(SidebarContents(albums, byTag: byTag))
      #expect(
        sidebar.rows.dropFirst().map { row in row.remark.map { "\(row.name) (\($0))" } ?? row.name } == [
          "Hits (Kim)", "Hits (Lou)", "Live (b)", "live", "Live (live-2)", "Zebra",
        ])
    }
  }

  @Test func `empty trees name the keys that fill them`() throws {
    var browser = Browser(columns: 80, rows: 12)
    _ = browser.start()
    _ = browser.handle(.answer(.playlists(SidebarContents([], in: []))))
    #expect(browser.screen.contains("No playlists: n creates one"))
    _ = browser.press("2")
    let none = SidebarContents([PodcastSummary](), byTag: false)
    _ = browser.handle(.answer(.podcasts(byFolder: none, byTag: SidebarContents([PodcastSummary](), byTag: true))))
    #expect(browser.screen.contains("The library is empty: I adds"))
    #expect(browser.press("3").actions == [] && browser.screen.contains("No tags: T on a podcast"))
  }
}
