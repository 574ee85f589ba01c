import MixtapeModel
import Testing

@testable import StoreBrowser

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
