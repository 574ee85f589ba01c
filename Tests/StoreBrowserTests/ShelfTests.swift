import MixtapeModel
import Testing

@testable import StoreBrowser

@Suite struct ShelfTests {
  @Test func `files with errors have a mark, and the first error is shown`() throws {
    var browser = try Sample.browser()
    let fault = FileFault(in: .playlist(try Sample.id("fresh")), "playlists/fresh.toml:2:1: expected a value")
    let other = FileFault(in: nil, "playlists/B.toml:1:1: rename it")
    _ = browser.handle(.answer(.playlists(ShelfContents(try Sample.summaries(), in: [], faults: [fault, other]))))
    #expect(browser.lines.contains { $0.hasPrefix(" !  Fresh") })
    #expect(
      browser.screen.contains("! 2 files have errors (`mixtape check`): playlists/fresh.toml:2:1: expected"))
    _ = browser.handle(.answer(.playlists(ShelfContents(try Sample.summaries(), in: []))))
    #expect(!browser.screen.contains("!"))
  }

  private func shelf() throws -> Shelf {
    var shelf = Shelf()
    shelf.show(ShelfContents(try Sample.summaries(), in: [try Sample.folder("empty")]))
    return shelf
  }

  private func names(_ shelf: Shelf) -> [String] {
    shelf.rows.map { String(repeating: " ", count: $0.depth) + $0.name + ($0.isGroup ? " \($0.count ?? -1)" : "") }
  }

  @Test func `folders come first, with the number of playlists at any depth`() throws {
    #expect(try names(shelf()) == ["empty 0", "evening 2", " night 1", "  Late", " Calm", "Fresh", "Morning Commute"])
  }

  @Test func `a closed folder hides its contents, and selecting opens it`() throws {
    var shelf = try shelf()
    shelf.cursor.select(1)
    shelf.toggleSelected()
    #expect(names(shelf) == ["empty 0", "evening 2", "Fresh", "Morning Commute"])
    shelf.select(.playlist(try Sample.id("late")))
    #expect(shelf.selected?.name == "Late")
    #expect(names(shelf).count == 7)
  }

  @Test func `a filter shows matches in their folders, without regard to case`() throws {
    var shelf = try shelf()
    shelf.select(.playlist(try Sample.id("late")))
    shelf.filter(by: "LA")
    #expect(names(shelf) == ["evening 1", " night 1", "  Late"])
    #expect(shelf.selected?.name == "Late")
    shelf.filter(by: "mor com")
    #expect(names(shelf) == ["Morning Commute"])
    shelf.filter(by: "")
    #expect(names(shelf).count == 7)
  }

  @Test func `a found row is selected in place of its folder`() throws {
    var shelf = try shelf()
    shelf.cursor.select(1)
    shelf.selectMatch()
    #expect(shelf.selected?.name == "evening")
    shelf.filter(by: "ca")
    #expect(shelf.selected?.name == "evening" || shelf.selected?.name == "Calm")
    shelf.selectMatch()
    #expect(shelf.selected?.name == "Calm")
    shelf.filter(by: "nothing")
    shelf.selectMatch()
    #expect(shelf.selected == nil)
  }

  @Test func `a filter finds the same before names are folded`() throws {
    var shelf = Shelf()
    shelf.show(ShelfContents(try Sample.summaries(), in: [], folded: false))
    shelf.filter(by: "mor COM")
    #expect(names(shelf) == ["Morning Commute"])
  }

  @Test func `the cursor stays at its playlist when others come or go`() throws {
    var shelf = try shelf()
    shelf.select(.playlist(try Sample.id("fresh")))
    shelf.marks = [try Sample.id("calm"), try Sample.id("fresh")]
    shelf.show(ShelfContents(try Sample.summaries().filter { $0.name != "Calm" }, in: []))
    #expect(shelf.selected?.name == "Fresh")
    #expect(shelf.marks == [try Sample.id("fresh")])
  }

  @Test func `podcasts are listed by folder and by tag`() throws {
    func podcast(_ id: String, _ folder: String, _ tags: [String]) throws -> PodcastSummary {
      PodcastSummary(
        head: Podcast(
          id: try Podcast.ID(validating: id), folder: try Sample.folder(folder), title: id.uppercased(), tags: tags),
        episodeCount: 3)
    }
    let podcasts = try [podcast("a", "", ["b", "jazz"]), podcast("b", "radio", ["jazz"]), podcast("c", "radio", [])]
    var shelf = Shelf()
    shelf.show(ShelfContents(podcasts, byTag: false))
    #expect(names(shelf) == ["radio 2", " B", " C", "A"])
    shelf.show(ShelfContents(podcasts, byTag: true))
    #expect(names(shelf) == ["b 1", " A", "jazz 2", " A", " B"])
    shelf.filter(by: "nothing")
    #expect(names(shelf) == [])
  }

  @Test func `very deep folders are shown`() throws {
    let path = (0..<60).map { "\($0)" }.joined(separator: "/")
    var shelf = Shelf()
    shelf.show(ShelfContents([], in: [try Sample.folder(path)]))
    #expect(shelf.rows.count == 60)
    var browser = Browser(columns: 40, rows: 10)
    _ = browser.handle(.answer(.playlists(ShelfContents([], in: [try Sample.folder(path)]))))
    _ = browser.press("G")
    #expect(browser.lines[7].contains("59"))
  }
}
