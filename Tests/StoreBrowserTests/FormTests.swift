import MixtapeModel
import Testing

@testable import StoreBrowser

@Suite struct FormTests {
  @Test(arguments: PlaylistKey.keys(of: .settings))
  func `every setting has a field that changes it`(_ key: PlaylistKey) throws {
    let playlist = try Sample.playlist([])
    var form = Form(updating: playlist)
    let place = try #require(form.fields.firstIndex { $0.key.rawValue == key.rawValue }, "no field for \(key.rawValue)")
    #expect(form.fields[place].text.text == playlist[key].description)
    form.fields[place].choose(by: 1)
    let setting = try #require(PlaybackSettings.Setting(key, form.fields[place].text.text))
    #expect(try form.operation(taken: []) == .edit(playlist.id, [.setting(setting)]))
    form.fields[place].choose(by: -1)
    #expect(try form.operation(taken: []) == nil)
  }
}
