import MixtapeModel
@testable import StoreBrowser
import Testing

/// Work beside the browser, and open conflicts.
@Suite struct JobTests {
  private func arguments(_ effects: [BrowserEffect]) -> [String] {
    effects.compactMap { if case .run(let job) = $0 { job.arguments.joined(separator: " ") } else { nil } }
  }

  @Test func `feeds are updated beside the browser, with their progress`() throws {
    var browser = try Sample.browser()
    #expect(arguments(browser.press("U")) == ["feed update"])
    _ = browser.handle(.progress("██░░ 1/2 sky"))
    #expect(browser.lines[9] == "… Updating feeds ██░░ 1/2 sky")
    // The browser stays usable, and other work waits.
    #expect(browser.press("\tj").queries == [] && browser.listing.selected == 1)
    #expect(browser.press("w").actions == [])
    #expect(browser.message?.text == "Mixtape is still updating feeds; start this when it is done")
    let result = JobResult(
      Browser.Message("Updated sky: 1 new episode. Comets", command: "mixtape feed update"), lines: ["one", "two"])
    #expect(
      browser.handle(.ended(result)).queries == [.playlists, .contents(.playlist(try Sample.id("morning")))])
    #expect(browser.lines[10] == "Updated sky: 1 new episode. Comets  mixtape feed update" && browser.dialog == nil)
    #expect(browser.job == nil)
  }

  @Test func `a failed update shows everything`() throws {
    var browser = try Sample.browser()
    _ = browser.press("U")
    let lines: [StyledText] = ["warning: sky is not updated: the server did not answer", "hint: try again"]
    _ = browser.handle(
      .ended(JobResult(Browser.Message("No podcast could be updated.", isRefusal: true), lines: lines)))
    #expect(
      browser.lines[1...2] == [" warning: sky is not updated: the server did not answer", " hint: try again"])
    _ = browser.press("q")
    #expect(browser.dialog == nil)
  }

  @Test func `a result waits until no dialog is open, and is kept until it is closed`() throws {
    var browser = try Sample.browser()
    _ = browser.press("U?")
    let help = browser.dialog
    let message = Browser.Message("No podcast could be updated.", isRefusal: true)
    _ = browser.handle(.ended(JobResult(message, lines: ["one", "two"])))
    #expect(browser.dialog == help && browser.lines[10] == "! No podcast could be updated.")
    _ = browser.press("q")
    #expect(browser.lines[1...2] == [" one", " two"])
    // A question takes its place for a while.
    let place = BrowserEffect.Place(item: .playlist(try Sample.id("morning")), episode: nil, occurrence: 0)
    let question = Question(editingAgain: place, because: "The file has errors", then: "Not changed")
    _ = browser.handle(.outcome(BrowserOutcome(Browser.Message("Edited"), question: question)))
    #expect(browser.dialog == .question(question))
    _ = browser.press("n")
    #expect(browser.lines[1...2] == [" one", " two"])
    _ = browser.handle(.key(.mouse(MouseEvent(.press, column: 5, row: 3))))
    #expect(browser.dialog == nil && browser.press("j").actions == [] && browser.dialog == nil)
  }

  @Test func `in the tree, the selected podcast is updated`() throws {
    var browser = try Sample.browserOfLibrary()
    #expect(arguments(browser.press("U")) == ["feed update sky"])
    #expect(browser.screen.contains("… Updating sky"))
  }

  @Test func `an album without a feed is not updated`() throws {
    var browser = try Sample.browserOfLibrary(columns: 100)
    #expect(browser.lines[11].contains("U update"))
    browser = try Sample.browserOfLibrary(columns: 100, feed: nil)
    #expect(!browser.lines[11].contains("U update") && browser.lines[11].contains("T tags"))
    #expect(browser.press("U").actions == [] && browser.dialog == nil)
    #expect(browser.lines[10] == "! sky has no feed; `mixtape set sky --feed URL` sets it")
  }

  @Test func `episodes are downloaded, and the downloads removed`() throws {
    var browser = try Sample.browser()
    #expect(arguments(browser.press("\tmmw")) == ["episode download sky/auroras sky/comets"])
    #expect(browser.listing.marks == [])
    _ = browser.handle(.ended(JobResult(Browser.Message("Downloaded 2 episodes."))))
    #expect(arguments(browser.press("gW")) == ["episode forget sky/auroras"])
  }

  @Test func `a line is brought in as it says before`() throws {
    var browser = try Sample.browser()
    #expect(browser.press("I").queries == [])
    #expect(browser.press("/m").queries == [.bringIn("/"), .bringIn("/m")])
    #expect(browser.mustWait(for: .enter) && browser.lines[3] == "  Looking…")
    _ = browser.handle(.answer(.bringIn("/m", .refusal("/m: no such file or directory"))))
    #expect(browser.lines[3] == "  /m: no such file or directory" && browser.press("\n").actions == [])
    _ = browser.press("u")
    let way = BringIn.Way.Command("scanning /mu", "Adds the music files of this directory.", ["scan", "/mu"])
    _ = browser.handle(.answer(.bringIn("/mu", .command(way))))
    #expect(browser.lines[3] == "  Adds the music files of this directory.  mixtape scan /mu")
    #expect(arguments(browser.press("\n")) == ["scan /mu"] && browser.dialog == nil)
    // A result of several lines is shown on a page.
    _ = browser.handle(
      .ended(JobResult(Browser.Message("Added 2 albums: 9 tracks."), lines: ["Added", "  x: 9 tracks"])))
    #expect(browser.lines[1...2] == [" Added", "   x: 9 tracks"])
  }

  private let conflicts = [
    ConflictsPage.Conflict(
      "morning", "name",
      [
        .init(.mine, "\"Morning\"", origin: "Ada, 2026-03-01", isTaken: true),
        .init(.theirs, "\"Dawn\"", origin: "Bob, 2026-03-02", isTaken: false),
      ]), ConflictsPage.Conflict("sky/auroras", "rating", []),
  ]

  @Test func `open conflicts are asked for after the lists, and lead the last line`() throws {
    var browser = Browser(columns: 80, rows: 12)
    #expect(browser.start().queries == [.lastPlaylists])
    #expect(browser.handle(.storeChanged).queries == [.playlists])
    let answer = BrowserEvent.answer(.playlists(SidebarContents(try Sample.summaries(), in: [])))
    #expect(browser.handle(answer).queries.contains(.conflicts))
    #expect(!browser.handle(answer).queries.contains(.conflicts))
    _ = browser.handle(.answer(.conflicts(conflicts)))
    #expect(browser.lines[10] == "! 2 open conflicts; ! shows them")
    #expect(browser.handle(.storeChanged).queries.contains(.conflicts))
  }

  @Test func `both versions of a conflict are shown, and one is taken`() throws {
    var browser = try Sample.browser(columns: 60, rows: 14)
    #expect(browser.press("!").queries == [.conflicts])
    #expect(browser.mustWait(for: .character("m")) && browser.lines[2] == "  Reading history…")
    _ = browser.handle(.answer(.conflicts(conflicts)))
    #expect(
      browser.lines[1...11].joined(separator: "\n") == """
         Open conflicts values that both sides of a sync changed
        ›morning: name
         sky/auroras: rating



         mine  Ada, 2026-03-01  the present value
           "Morning"
         theirs  Bob, 2026-03-02
           "Dawn"

        """)
    #expect(arguments(browser.press("t")) == ["conflicts morning name --take theirs"])
    // Until the list is read after the decision, keys decide nothing.
    #expect(browser.press("m").actions == [])
    _ = browser.handle(.answer(.conflicts([conflicts[1]])))
    #expect(browser.press("m").actions == [])
    #expect(
      browser.handle(.ended(JobResult(Browser.Message("Decided 1 conflict: theirs.")))).queries.contains(.conflicts))
    #expect(browser.press("m").actions == [])
    _ = browser.handle(.answer(.conflicts([conflicts[1]])))
    #expect(arguments(browser.press("m")) == ["conflicts sky/auroras rating --take mine"])
    _ = browser.handle(.answer(.conflicts([])))
    #expect(browser.lines[2] == "  No open conflicts" && browser.press("t").actions == [])
    #expect(browser.press("q").actions == [] && browser.dialog == nil)
  }

  @Test func `a tree that changed while another was shown is read again`() throws {
    var browser = try Sample.browserOfLibrary()
    _ = browser.press("1")
    #expect(browser.handle(.storeChanged).queries.contains(.playlists))
    #expect(browser.press("2").queries.contains(.podcasts))
    _ = browser.press("1")
    #expect(!browser.press("2").queries.contains(.podcasts))
  }
}
