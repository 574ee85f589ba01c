import MixtapeModel
import Testing

@testable import StoreBrowser

@Suite struct EditingTests {
  @Test(arguments: [
    ("\td", "mixtape remove morning 1"), ("\tjjd", "mixtape remove morning 3"),
    ("\tmjmd", "mixtape remove morning 1 3"), ("\tmmd", "mixtape remove morning 1-2"),
    ("\t*d", "mixtape remove morning 1-4"), ("d", ""), ("dn", ""), ("dy", "mixtape delete morning"),
    ("jgdy", "mixtape folder delete empty"),
    ("\tJ", ""), ("\tJJq", "mixtape reorder morning 1 --to 3"), ("\tGK\u{1B}", "mixtape reorder morning 4 --to 3"),
    ("\tJJJJJJq", "mixtape reorder morning 1 --to 4"), ("\tJKq", ""), ("\tKq", ""),
    ("\tmjjmKq", "mixtape reorder morning 1 4 --to 1"),
    ("nEvening Walk\n", "mixtape create Evening Walk"), ("n\n", ""), ("nMorning\n", ""),
    ("nX\tsome text\t\u{7F}a/b\n", "mixtape create X --description some text --folder a/b"),
    ("r!\n", "mixtape set morning --name Morning Commute!"), ("r\n", ""),
    ("r\t\tx/\n", "mixtape set morning --folder x"),
    ("n-x\t-y\n", "mixtape create --description=-y -- -x"),
    ("r\u{7F}\n", "mixtape set morning --name Morning Commut"),
    ("r\t\t..\n", ""), ("r\t\t\t \t \n", "mixtape set morning --continuous false --shuffle uniform"),
  ]) func `keys make changes`(_ keys: String, _ command: String) throws {
    var browser = try Sample.browser()
    let commands = browser.press(keys).commands
    #expect(commands == (command.isEmpty ? [] : [command]))
  }

  @Test func `offsets are saved with the episodes that they refer to`() throws {
    var browser = try Sample.browser()
    let effects = browser.press("\tJJd").actions
    let morning = try Sample.morning.map(Sample.episode)
    #expect(
      effects == [
        .change(
          BrowserEffect.Change(
            .reorder(try Sample.id("morning"), [.offset(0)], to: .landing(at: 2)), expecting: .episodes(morning))),
        .change(
          BrowserEffect.Change(.remove([.offset(2)], from: try Sample.id("morning")), expecting: .episodes(morning))),
      ])
  }

  @Test func `a move is shown at once, and saved when nothing is pressed`() throws {
    var browser = try Sample.browser()
    _ = browser.press("\tJJ")
    #expect(browser.isMoving)
    #expect(browser.listing.entries.map(\.id.rawValue) == ["sky/comets", "byte/monday", "sky/auroras", "gone/one"])
    #expect(browser.listing.selected == 2)
    #expect(browser.handle(.idle).commands == ["mixtape reorder morning 1 --to 3"])
    #expect(!browser.isMoving)
    #expect(browser.handle(.idle).commands == [])
  }

  @Test func `episodes found by rules stay`() throws {
    var browser = try Sample.browser(found: ["walk/night"])
    #expect(browser.press("\tGd").commands == [])
    #expect(browser.message?.isRefusal == true)
    #expect(browser.press("K").commands == [])
    #expect(browser.message?.text == "Episodes found by rules cannot be moved")
    // Marked together with hand-picked ones, only these are removed.
    #expect(browser.press("*d").commands == ["mixtape remove morning 1-4"])
  }

  @Test func `the cursor and marks stay at their episodes`() throws {
    var browser = try Sample.browser()
    _ = browser.press("\tjmj")
    #expect(browser.listing.marks == [1])
    _ = browser.handle(
      .answer(
        .contents(
          .playlist(try Sample.id("morning")), try Sample.contents(["byte/monday", "gone/one", "sky/comets"]))))
    #expect(browser.listing.marks == [2])
    #expect(browser.listing.selected == 1)
    // Without the episode, the cursor stays at its row.
    _ = browser.handle(
      .answer(.contents(.playlist(try Sample.id("morning")), try Sample.contents(["sky/auroras", "sky/comets"]))))
    #expect(browser.listing.marks == [1])
    #expect(browser.listing.selected == 1)
  }

  @Test func `equal episodes are told apart by their occurrence`() throws {
    var browser = try Sample.browser(episodes: ["sky/auroras", "sky/comets", "sky/auroras"])
    _ = browser.press("\tGm")
    let contents = try Sample.contents(["sky/comets", "sky/auroras", "sky/auroras"])
    _ = browser.handle(.answer(.contents(.playlist(try Sample.id("morning")), contents)))
    #expect(browser.listing.marks == [2])
    #expect(browser.press("d").commands == ["mixtape remove morning 3"])
  }

  @Test func `the editor opens at the occurrence of the episode`() throws {
    var browser = try Sample.browser(episodes: ["sky/auroras", "sky/comets", "sky/auroras"])
    #expect(
      browser.press("\tGe").actions == [
        .edit(
          BrowserEffect.Place(
            item: .playlist(try Sample.id("morning")), episode: try Sample.episode("sky/auroras"), occurrence: 1)
        )
      ])
  }

  @Test func `marked playlists are deleted together`() throws {
    var browser = try Sample.browser()
    _ = browser.press("kmmd")
    #expect(browser.lines.contains("Delete 2 playlists? [y/N]"))
    #expect(browser.press("y").commands == ["mixtape delete fresh morning"])
  }

  @Test func `a folder is deleted with the playlists that the question counts, also those that a filter hides`() throws
  {
    var browser = try Sample.browser()
    let evening = try Sample.folder("evening")
    _ = browser.press("/lat\n")
    _ = browser.press("gd")
    #expect(browser.lines.contains("Delete the folder evening and its 2 playlists? [y/N]"))
    let expected = BrowserEffect.Expectation.contents(evening, [try Sample.id("calm"), try Sample.id("late")])
    #expect(browser.press("y").actions == [.change(BrowserEffect.Change(.deleteFolder(evening), expecting: expected))])
    let present = try Sample.summaries()
    #expect(expected.holds(in: { nil }, among: { present }))
    let new = PlaylistSummary(
      id: try Sample.id("new"), folder: try Sample.folder("evening/night"), name: "New", episodeCount: 0, isSmart: false
    )
    #expect(!expected.holds(in: { nil }, among: { present + [new] }))
    #expect(!expected.holds(in: { nil }, among: { present.filter { $0.id.rawValue != "late" } }))
  }

  @Test func `the header counts the marks that a filter hides`() throws {
    var browser = try Sample.browser()
    let source = Listing.Source.playlist(try Sample.id("morning"))
    _ = browser.press("\tmm/com\n")
    _ = browser.handle(.answer(.filter("com", source, [try Sample.episode("sky/comets")])))
    #expect(browser.lines[0].hasSuffix("2 marked, 1 hidden"))
    _ = browser.press("\u{1B}")
    #expect(browser.listing.hiddenMarkCount == 0)
  }

  @Test func `a new playlist is put into the folder of the selected one, also before that is read`() throws {
    var browser = try Sample.browser()
    _ = browser.press("gjjjn")
    guard case .form(let form) = browser.dialog else { throw CancellationError() }
    #expect(form.text(.folder) == "evening/night")
  }

  @Test func `undo and redo`() throws {
    var browser = try Sample.browser()
    #expect(browser.press("u").actions == [.undo])
    #expect(browser.handle(.key(.control("r"))).actions == [.redo])
  }

  @Test func `a new playlist is selected when the tree has it`() throws {
    var browser = try Sample.browser()
    _ = browser.press("nEvening Walk\n")
    let new = PlaylistSummary(
      id: try Sample.id("evening-walk"), folder: .top, name: "Evening Walk", episodeCount: 0, isSmart: false)
    let effects = browser.handle(.answer(.playlists(SidebarContents(try Sample.summaries() + [new], in: []))))
    #expect(browser.sidebar.selected?.name == "Evening Walk")
    #expect(effects.queries == [.contents(.playlist(try Sample.id("evening-walk")))])
  }
}

@Suite struct FormTests {
  private func playlist(_ name: String, _ description: String) throws -> Playlist {
    try Playlist(id: try Sample.id("morning"), name: name, description: description)
  }

  @Test func `a value that was changed meanwhile is not replaced`() throws {
    var browser = try Sample.browser()
    guard case .change(let change)? = browser.press("r!\n").actions.first, let expected = change.expected else {
      throw CancellationError()
    }
    #expect(expected == .fields([.name: "Morning Commute"]))
    let (same, other) = (try playlist("Morning Commute", "theirs"), try playlist("Evening", ""))
    #expect(expected.holds(in: { same }, among: { [] }))
    #expect(!expected.holds(in: { other }, among: { [] }))
    #expect(expected.changedFields(in: same) == [] && expected.changedFields(in: other) == ["name"])
    #expect(!expected.holds(in: { nil }, among: { [] }))
    _ = browser.handle(.outcome(BrowserOutcome(Browser.Message("morning has changed", isRefusal: true))))
    #expect(browser.screen.contains("Commute!▏") && browser.screen.contains("! morning has changed"))
  }

  @Test(arguments: 3...12) func `the selected field is visible`(_ rows: Int) throws {
    var browser = try Sample.browser(rows: rows)
    _ = browser.press("r")
    for key in ["name", "description", "folder", "continuous", "shuffle"] {
      #expect(browser.screen.contains("›\(key)"))
      _ = browser.press("\t")
    }
  }

  @Test(arguments: PlaylistKey.keys(of: .settings))
  func `every setting has a field that changes it`(_ key: PlaylistKey) throws {
    let playlist = try Sample.playlist([])
    var form = Form(updating: playlist)
    let place = try #require(form.fields.firstIndex { $0.key.rawValue == key.rawValue }, "no field for \(key.rawValue)")
    #expect(form.fields[place].text.text == playlist[key].description)
    form.fields[place].choose(by: 1)
    let setting = try #require(PlaybackSettings.Setting(key, form.fields[place].text.text))
    guard case .change(let change)? = try form.change(taken: []) else { throw CancellationError() }
    #expect(change.operation == .edit(playlist.id, [.setting(setting)]))
    form.fields[place].choose(by: -1)
    #expect(try form.change(taken: []) == nil)
  }
}
