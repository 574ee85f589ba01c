import MixtapeModel
@testable import StoreBrowser
import Testing

@Suite struct BrowserViewTests {
  @Test func `two panes at 80 columns`() throws {
    let browser = try Sample.browser(found: ["walk/night"])
    #expect(
      browser.screen == """
         1 Playlists  2 Library  3 Tags  4 New  5 Player
          ▾ empty                      0│ Morning Commute (morning)
          ▾ evening                    2│ 5 episodes
            ▾ night                    1│·  1  Auroras                       sky   30:34
                Late                   3│   2  Comets and What They Leave…   sky   30:34
              Calm                     1│   3  A Patch Tuesday               byte  30:34
            Fresh                  rules│   4  missing gone/one
        ›   Morning Commute            4│  5~  夜の散歩                      walk  30:34
                                        │
                                        │

        enter open  p play  s shuffle  tab pane  / filter  n new  d delete  ? keys
        """)
  }

  @Test func `one pane at 40 columns`() throws {
    var browser = try Sample.browser(columns: 40, rows: 8)
    #expect(browser.lines[5] == "›   Morning Commute                    4")
    _ = browser.press("\tm")
    #expect(
      browser.screen == """
         1 Playlists  2 Library  3 Tags      *1
         Morning Commute (morning)
         *1  Auroras                 sky   30:34
        › 2  Comets and What They…   sky   30:34
          3  A Patch Tuesday         byte  30:34
          4  missing gone/one

        enter play  s shuffle  o next  ? keys
        """)
  }

  @Test func `control characters are escaped and wide characters keep their columns`() throws {
    let browser = try Sample.browser(episodes: ["evil/one", "walk/night", "sky/auroras"])
    let rows = browser.lines[3...5]
    #expect(rows[3].contains(#"A\u{1B}[31mB\n\u{202E}C"#))
    #expect(rows.allSatisfy { $0.hasSuffix(" 30:34") && $0.displayWidth == 80 })
  }

  @Test(arguments: [(40, 12), (40, 6), (20, 4), (1, 1), (0, 0), (71, 3), (72, 5), (200, 50)])
  func `every size has a screen`(_ columns: Int, _ rows: Int) throws {
    for keys in ["", "\t", "?", "n", "\tr", "\ta", "/x", "f", "d"] {
      var browser = try Sample.browser(columns: columns, rows: rows)
      _ = browser.press(keys)
      let grid = BrowserView(browser).grid
      #expect(grid.rows == rows && grid.columns == columns)
      #expect(grid.lines.allSatisfy { $0.displayWidth <= columns })
    }
  }

  @Test func `the result of a change is shown with its command`() throws {
    var browser = try Sample.browser(columns: 60)
    let message = Browser.Message("Removed 1 episode from morning.", command: "mixtape remove morning 3")
    _ = browser.handle(.outcome(BrowserOutcome(message)))
    #expect(browser.lines[10] == "Removed 1 episode from morning.  mixtape remove morning 3")
    _ = browser.handle(.outcome(BrowserOutcome(Browser.Message("the store is locked", isRefusal: true))))
    #expect(browser.lines[10] == "! the store is locked")
  }

  @Test func `a long question loses its middle, and keeps its choices`() throws {
    var browser = try Sample.browser(columns: 40)
    let place = BrowserEffect.Place(item: .playlist(try Sample.id("morning")), episode: nil, occurrence: 0)
    let question = Question(
      editingAgain: place, because: "morning has 2 errors: the name is missing",
      then: "nothing was committed")
    _ = browser.handle(.outcome(BrowserOutcome(Browser.Message(""), question: question)))
    #expect(browser.lines[9...10] == ["morning has 2 errors: the name is", "missing. Edit again? [y/N]"])
    _ = browser.handle(.resized(columns: 40, rows: 5))
    #expect(browser.lines[4] == "morning has 2 er…sing. Edit again? [y/N]")
    // After a no, the state of the file is told.
    _ = browser.press("n")
    #expect(browser.message == Browser.Message("nothing was committed", isRefusal: true))
  }

  @Test func `a long message takes several rows until the next key`() throws {
    var browser = try Sample.browser(columns: 40)
    let message = Browser.Message(
      "Removed 1 episode from morning.", command: "mixtape remove morning sky/auroras 3-4 17")
    _ = browser.handle(.outcome(BrowserOutcome(message)))
    #expect(
      browser.lines[8...] == [
        "Removed 1 episode from morning.", "mixtape remove morning sky/auroras 3-4", "17",
        "enter open  p play  s shuffle  ? keys",
      ])
    _ = browser.press("j")
    #expect(browser.lines[8...10] == ["", "", ""])
    // A message that is too long for the screen is cut.
    let long = Browser.Message(String(repeating: "word ", count: 200), isRefusal: true)
    _ = browser.handle(.outcome(BrowserOutcome(long)))
    #expect(browser.lines[4] == "›   Morning Commute                    4")
    #expect(browser.lines[10].hasSuffix("…"))
  }

  @Test func `all of the help can be read at 40 columns`() throws {
    var browser = try Sample.browser(columns: 40, rows: 8)
    _ = browser.press("?")
    var text = ""
    for _ in 0..<100 {
      text += browser.lines[2] + "\n"
      _ = browser.handle(.key(.down))
    }
    #expect(!text.contains("…"))
    #expect(text.contains("tree: delete the"))
  }

  @Test func `a filter of the tree is shown, and its keys are those of the tree`() throws {
    var browser = try Sample.browser(columns: 80)
    _ = browser.press("gj/cal\n")
    #expect(browser.lines[0].hasSuffix("/cal"))
    #expect(browser.sidebar.selected?.name == "Calm")
    _ = browser.press("\u{1B}")
    #expect(!browser.lines[0].contains("/cal"))
    #expect(browser.lines[11].contains("n new"))
    _ = browser.press("2")
    #expect(!browser.lines[11].contains("n new") && browser.lines[11].contains("i details"))
  }

  @Test func `details are read for the width of the screen, and scroll`() throws {
    var browser = try Sample.browser(columns: 40, rows: 8)
    let subject = DetailsPage.Subject.episode(try Sample.episode("sky/auroras"))
    #expect(browser.press("\ti").queries.last == .details(subject, width: 38))
    #expect(browser.lines[1] == " Reading…")
    let text = (0..<20).map { StyledText("line \($0)") } + [StyledText(String(repeating: "wide ", count: 10))]
    _ = browser.handle(.answer(.details(subject, text)))
    #expect(browser.lines[1...2] == [" line 0", " line 1"])
    _ = browser.handle(.key(.end))
    #expect(browser.lines[4...5] == [" wide wide wide wide wide wide wide", " wide wide wide"])
    #expect(browser.handle(.resized(columns: 50, rows: 8)).queries.last == .details(subject, width: 48))
    _ = browser.press("x")
    #expect(browser.dialog == nil)
    // In the tree, they are those of the playlist.
    let playlist = BrowserQuery.details(.playlist(try Sample.id("morning")), width: 48)
    #expect(browser.press("\ti").queries.last == playlist)
    _ = browser.handle(.answer(.failure(playlist, reason: "gone")))
    #expect(browser.dialog == nil && browser.message?.text == "gone")
  }

  @Test func `a form shows its fields and the reason for a refusal`() throws {
    var browser = try Sample.browser(columns: 44, rows: 12)
    _ = browser.press("r")
    _ = browser.press("\t\t\t")
    _ = browser.handle(.key(.right))
    #expect(
      browser.lines[1...7].joined(separator: "\n") == """
         Change morning

         name         Morning Commute
         description
         folder
        ›continuous   ‹ false ›
         shuffle      false
        """)
    _ = browser.press("\t\t")
    _ = browser.handle(.key(.control("u")))
    #expect(browser.press("\n").actions == [])
    #expect(browser.lines[10] == "! A playlist needs a name")
  }

  @Test(arguments: [
    (
      90,
      """
      Auroras                       Night Sky Radio           03-01  new              ↓  1:02:03
      Winter                        Ines Falk · Seasons              played       4★       30:34
      Comets                        Night Sky Radio      2025-12-24  12 min left
      """
    ),
    (
      46,
      """
      Auroras         03-01  new          ↓  1:02:03
      Winter                 played            30:34
      Comets     2025-12-24  12 min left
      """
    ), (14, "Auroras\nWinter\nComets"),
  ])
  func `a list shows as much of its episodes as it has room for`(width: Int, expected: String) throws {
    var table = EpisodeTable(EpisodeColumn.onScreen, .screen)
    let texts = [
      EpisodeText(
        title: "Auroras", collection: "Night Sky Radio", date: "03-01", playingTime: "1:02:03", state: .new,
        isDownloaded: true),
      EpisodeText(
        title: "Winter", artist: "Ines Falk", collection: "Seasons", playingTime: "30:34", state: .played, rating: 4),
      EpisodeText(
        title: "Comets", collection: "Night Sky Radio", date: "2025-12-24", playingTime: "", state: .started(left: 661)),
    ]
    for text in texts { table.append(try Sample.episode("sky/one"), text) }
    let lines = table.lines(within: width)
    #expect(lines.map { $0.rendered(colored: false) }.joined(separator: "\n") == expected)
    #expect(lines.allSatisfy { $0.width <= width })
  }

  @Test(arguments: [(40, 11), (70, 41), (150, 43)])
  func `on a wide screen, the podcast stays near the title`(_ width: Int, blanks: Int) throws {
    var table = EpisodeTable(EpisodeColumn.onScreen, .screen)
    table.append(
      try Sample.episode("sky/one"), EpisodeText(title: "Auroras", collection: "Night Sky Radio", playingTime: "30:34"))
    let line = "Auroras\(String(repeating: " ", count: blanks))Night Sky Radio  30:34"
    #expect(table.lines(within: width).map { $0.rendered(colored: false) } == [line])
  }

  @Test func `a narrow list of short titles keeps the podcasts`() throws {
    var table = EpisodeTable(EpisodeColumn.onScreenOfNew, leading: 1, .screen)
    for (number, title) in ["Tomorrow", "The Tide"].enumerated() {
      let text = EpisodeText(title: title, collection: "Night Sky Radio", date: "12-02", playingTime: "30:34")
      table.append(try Sample.episode("sky/one"), text, after: ["\(number + 1)"])
    }
    #expect(
      table.lines(within: 37).map { $0.rendered(colored: false) } == [
        "1  Tomorrow  Night Sky…  12-02  30:34", "2  The Tide  Night Sky…  12-02  30:34",
      ])
  }

  @Test func `a warning about rules takes the place of the summary`() throws {
    var browser = try Sample.browser()
    let rules = SmartCriteria(conditions: [try WrittenRule(parsing: #"in playlist "gone""#)])
    let contents = Listing.Contents(
      [], title: "Morning Commute (morning)", summary: "0 episodes", warning: "there is no playlist `gone`",
      playlist: try Playlist(id: try Sample.id("morning"), criteria: rules))
    _ = browser.handle(.answer(.contents(.playlist(try Sample.id("morning")), contents)))
    #expect(browser.lines[2].hasSuffix("│ ! there is no playlist `gone`"))
    #expect(browser.lines[3].hasSuffix("│  No episodes; c edits the rules"))
  }

  @Test func `only visible rows are formatted`() throws {
    let summaries = try (0..<10_000).map {
      PlaylistSummary(
        id: try Sample.id("list-\($0)"), folder: try Sample.folder("f\($0 % 100)"), name: "List \($0)", episodeCount: 1,
        isSmart: false)
    }
    var browser = Browser(columns: 80, rows: 24)
    _ = browser.start()
    _ = browser.handle(.answer(.playlists(SidebarContents(summaries, in: []))))
    #expect(browser.sidebar.rows.count == 10_100)
    _ = browser.press("G")
    #expect(browser.sidebar.selected?.item == .playlist(try Sample.id("list-9999")))
    let view = BrowserView(browser)
    #expect(view.sidebarLines(try #require(view.layout.sidebar)).count == 21)
  }
}
