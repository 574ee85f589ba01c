import MixtapeModel
@testable import StoreBrowser
import Testing

@Suite struct SidebarTests {
  @Test func `files with errors have a mark, and the first error is shown`() throws {
    var browser = try Sample.browser()
    let fault = FileFault(in: .playlist(try Sample.id("fresh")), "playlists/fresh.toml:2:1: expected a value")
    let other = FileFault(in: nil, "playlists/B.toml:1:1: rename it")
    _ = browser.handle(.answer(.playlists(SidebarContents(try Sample.summaries(), in: [], faults: [fault, other]))))
    #expect(browser.lines.contains { $0.hasPrefix(" !  Fresh") })
    #expect(
      browser.screen.contains("! 2 files have errors (`mixtape check`): playlists/fresh.toml:2:1: expected"))
    _ = browser.handle(.answer(.playlists(SidebarContents(try Sample.summaries(), in: []))))
    #expect(!browser.screen.contains("!"))
  }

  private func sidebar() throws -> Sidebar {
    var sidebar = Sidebar()
    sidebar.show(SidebarContents(try Sample.summaries(), in: [try Sample.folder("empty")]))
    return sidebar
  }

  private func names(_ sidebar: Sidebar) -> [String] {
    sidebar.rows.map { String(repeating: " ", count: $0.depth) + $0.name + ($0.isGroup ? " \($0.count ?? -1)" : "") }
  }

  @Test func `folders come first, with the number of playlists at any depth`() throws {
    #expect(
      try names(sidebar()) == ["empty 0", "evening 2", " night 1", "  Late", " Calm", "Fresh", "Morning Commute"])
  }

  @Test func `a closed folder hides its contents, and selecting opens it`() throws {
    var sidebar = try sidebar()
    sidebar.cursor.select(1)
    sidebar.toggleSelected()
    #expect(names(sidebar) == ["empty 0", "evening 2", "Fresh", "Morning Commute"])
    sidebar.select(.playlist(try Sample.id("late")))
    #expect(sidebar.selected?.name == "Late")
    #expect(names(sidebar).count == 7)
  }

  @Test func `a filter shows matches in their folders, without regard to case`() throws {
    var sidebar = try sidebar()
    sidebar.select(.playlist(try Sample.id("late")))
    sidebar.filter(by: "LA")
    #expect(names(sidebar) == ["evening 1", " night 1", "  Late"])
    #expect(sidebar.selected?.name == "Late")
    sidebar.filter(by: "mor com")
    #expect(names(sidebar) == ["Morning Commute"])
    sidebar.filter(by: "")
    #expect(names(sidebar).count == 7)
  }

  @Test func `a found row is selected in place of its folder`() throws {
    var sidebar = try sidebar()
    sidebar.cursor.select(1)
    sidebar.selectMatch()
    #expect(sidebar.selected?.name == "evening")
    sidebar.filter(by: "ca")
    #expect(sidebar.selected?.name == "evening" || sidebar.selected?.name == "Calm")
    sidebar.selectMatch()
    #expect(sidebar.selected?.name == "Calm")
    sidebar.filter(by: "nothing")
    sidebar.selectMatch()
    #expect(sidebar.selected == nil)
  }

  @Test func `a filter finds the same before names are folded`() throws {
    var sidebar = Sidebar()
    sidebar.show(SidebarContents(try Sample.summaries(), in: [], folded: false))
    sidebar.filter(by: "mor COM")
    #expect(names(sidebar) == ["Morning Commute"])
  }

  @Test func `the cursor stays at its playlist when others come or go`() throws {
    var sidebar = try sidebar()
    sidebar.select(.playlist(try Sample.id("fresh")))
    sidebar.marks = [try Sample.id("calm"), try Sample.id("fresh")]
    sidebar.show(SidebarContents(try Sample.summaries().filter { $0.name != "Calm" }, in: []))
    #expect(sidebar.selected?.name == "Fresh")
    #expect(sidebar.marks == [try Sample.id("fresh")])
  }

  private func podcast(_ id: String, _ folder: String, _ tags: [String]) throws -> PodcastSummary {
    PodcastSummary(
      head: Podcast(
        id: try Podcast.ID(validating: id), folder: try Sample.folder(folder), title: id.uppercased(), tags: tags),
      episodeCount: 3)
  }

  @Test(arguments: [
    ("3d", "`mixtape tag remove` removes a tag from podcasts"),
    ("3jd", "`mixtape delete a` deletes it"),
    ("2d", "`mixtape folder delete --library` deletes a folder of podcasts"),
    ("2Gd", "`mixtape delete a` deletes it"),
  ])
  func `a row of the library is deleted by the command that is named`(_ keys: String, _ message: String) throws {
    let podcasts = try [podcast("a", "", ["jazz"]), podcast("b", "radio", [])]
    var browser = Browser(columns: 60, rows: 12)
    _ = browser.start()
    let byFolder = SidebarContents(podcasts, byTag: false)
    _ = browser.handle(.answer(.podcasts(byFolder: byFolder, byTag: SidebarContents(podcasts, byTag: true))))
    _ = browser.press(keys)
    #expect(browser.message?.text == message && browser.message?.isRefusal == true)
  }

  @Test func `podcasts are listed by folder and by tag`() throws {
    let podcasts = try [podcast("a", "", ["b", "jazz"]), podcast("b", "radio", ["jazz"]), podcast("c", "radio", [])]
    var sidebar = Sidebar()
    sidebar.show(SidebarContents(podcasts, byTag: false))
    #expect(names(sidebar) == ["radio 2", " B", " C", "A"])
    sidebar.show(SidebarContents(podcasts, byTag: true))
    #expect(names(sidebar) == ["b 1", " A", "jazz 2", " A", " B"])
    sidebar.filter(by: "nothing")
    #expect(names(sidebar) == [])
  }

  @Test func `very deep folders are shown`() throws {
    let path = (0..<60).map { "\($0)" }.joined(separator: "/")
    var sidebar = Sidebar()
    sidebar.show(SidebarContents([], in: [try Sample.folder(path)]))
    #expect(sidebar.rows.count == 60)
    var browser = Browser(columns: 40, rows: 10)
    _ = browser.handle(.answer(.playlists(SidebarContents([], in: [try Sample.folder(path)]))))
    _ = browser.press("G")
    #expect(browser.lines[7].contains("59"))
  }
}
