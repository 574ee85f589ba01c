import MixtapeModel
import Testing

@testable import StoreBrowser

@Suite struct FormTests {
  private func show(_ playlist: Playlist, in browser: inout Browser) throws {
    let contents = Listing.Contents([], title: "", summary: "", playlist: playlist)
    _ = browser.handle(.answer(.contents(.playlist(playlist.id), contents)))
  }

  private func playlist(_ name: String, _ description: String) throws -> Playlist {
    try Playlist(id: try Sample.id("morning"), name: name, description: description)
  }

  @Test func `fields that the user has not changed follow the playlist`() throws {
    var browser = try Sample.browser()
    _ = browser.press("r\tX")
    try show(try playlist("Evening", ""), in: &browser)
    #expect(browser.screen.contains("Evening"))
    #expect(browser.press("\n").commands == ["mixtape set morning --description X"])
  }

  @Test func `a value that was changed meanwhile is not replaced`() throws {
    var browser = try Sample.browser()
    _ = browser.press("r\tX")
    try show(try playlist("Morning Commute", "theirs"), in: &browser)
    #expect(browser.press("\n").commands == [])
    #expect(browser.screen.contains("! The description has changed in the meantime; escape discards your text"))
    // The same value needs no change.
    try show(try playlist("Morning Commute", "X"), in: &browser)
    #expect(browser.press("\n").commands == [])
    #expect(browser.message?.text == "Nothing to change")
  }

  @Test func `a change that the browser does not know yet is refused when the form is saved`() throws {
    var browser = try Sample.browser()
    guard case .change(let change)? = browser.press("r!\n").actions.first, let expected = change.expected else {
      throw CancellationError()
    }
    #expect(expected == .fields([.name: "Morning Commute"]))
    let (same, other) = (try playlist("Morning Commute", "theirs"), try playlist("Evening", ""))
    #expect(expected.holds(in: { same }, among: { [] }))
    #expect(!expected.holds(in: { other }, among: { [] }))
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
