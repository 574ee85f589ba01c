import Foundation
import MixtapeModel
import PlaylistFiles
import SystemPackage
import TestSupport
import Testing

@testable import MixtapeStore

/// Settings of others that lead out of the store.
@Suite struct TrustTests {
  private static func settings(_ directory: String, more: String = "") -> String {
    "format = 1\n\(more)\n[export]\ndirectory = \"\(directory)\"\n"
  }

  /// Makes two clones. The first one exports to a directory, and the second one has received this setting.
  private static func received(_ directory: String) throws -> StoreFixture {
    let clones = try Clones(["playlists/a.toml": "name = 'A'\n"])
    let second = try clones.another()
    try clones.first.sandbox.write(settings(directory), to: "mixtape.toml")
    try StoreFixture(opening: clones.first.sandbox).store.sync(by: .quiet)
    // In the store, a link that leads out of it.
    try second.sandbox.makeLink("link", to: second.sandbox.root.string)
    try second.store.sync(by: .quiet)
    return second
  }

  @Test(arguments: ["/$ROOT/out", "~/out", "../out", "link/out", "x/../../out"])
  func `a received setting that leads out of the store has no effect until the user agrees`(text: String) throws {
    let root = try Sandbox().root
    let directory = text.replacing("/$ROOT", with: root.string)
    let fixture = try Self.received(directory)
    let setting = PlaceSetting(.export, directory)
    #expect(fixture.told.contains("untrusted: [export] directory = \(directory)"))
    let opened = try StoreFixture(opening: fixture.sandbox)
    let place = opened.store.place(directory).appending("a.m3u8").string
    // The first clone can have the same absolute path.
    if FileManager.default.fileExists(atPath: place) { try FileManager.default.removeItem(atPath: place) }
    try opened.store.rename(.id("a"), to: "B")
    #expect(!FileManager.default.fileExists(atPath: place))
    #expect(try opened.store.status().untrustedSettings == [setting])
    #expect(try opened.store.examine().contains { $0.code == "untrusted-setting" })
    #expect(try opened.store.trustSettings() == [setting])
    #expect(try opened.store.trustSettings() == [])
    try opened.store.rename(.id("a"), to: "C")
    #expect(FileManager.default.fileExists(atPath: place))
    #expect(try opened.store.status().untrustedSettings == [])
  }

  @Test(arguments: ["out", "./deep/out"])
  func `a received directory in the store needs no agreement`(directory: String) throws {
    let fixture = try Self.received(directory)
    #expect(try fixture.store.untrustedSettings() == [])
    #expect(try fixture.text("\(directory)/a.m3u8") != nil)
  }

  @Test func `a received place has no effect until the user agrees to all its directories`() throws {
    let clones = try Clones(["playlists/a.toml": "name = 'A'\n"])
    let second = try clones.another()
    let place = "format = 1\n[export.car]\ndirectory = \"out\"\nfrom = \"/music\"\nto = \"/Music\"\n"
    try clones.first.sandbox.write(place, to: "mixtape.toml")
    try StoreFixture(opening: clones.first.sandbox).store.sync(by: .quiet)
    try second.store.sync(by: .quiet)
    #expect(second.told.contains("untrusted: [export.car] from = /music"))
    let opened = try StoreFixture(opening: second.sandbox)
    try opened.store.rename(.id("a"), to: "B")
    #expect(try opened.text("out/a.m3u8") == nil)
    #expect(try opened.store.trustSettings() == [PlaceSetting(.export("from", of: "car"), "/music")])
    try opened.store.rename(.id("a"), to: "C")
    #expect(try opened.text("out/a.m3u8") != nil)
  }

  @Test func `a clone names its settings that lead out of the store`() throws {
    let clones = try Clones(["playlists/a.toml": "name = 'A'\n"])
    try clones.first.sandbox.write(Self.settings("~/out"), to: "mixtape.toml")
    let first = try StoreFixture(opening: clones.first.sandbox)
    try first.store.sync(by: .quiet)
    #expect(try first.store.untrustedSettings() == [])
    let sandbox = try Sandbox()
    try FileManager.default.removeItem(atPath: sandbox.store.string)
    let told = Recorder<StoreNotice>()
    let context = Store.Context(environment: sandbox.environment, now: { Date() }, notify: told.record)
    let clone = try Store.clone(clones.remote.string, to: sandbox.store, context: context, by: .quiet)
    let named = told.values.filter { if case .untrustedSetting = $0 { true } else { false } }
    #expect(named.count == 1)
    #expect(try clone.untrustedSettings() == [PlaceSetting(.export, "~/out")])
  }

  @Test func `an edit on this machine is an agreement, also before its commit`() throws {
    let fixture = try StoreFixture(["playlists/a.toml": "name = 'A'\n"])
    let downloads = "\n[downloads]\ndirectory = \"../Podcasts\"\n"
    try fixture.sandbox.write(Self.settings("../out") + downloads, to: "mixtape.toml")
    let store = try StoreFixture(opening: fixture.sandbox).store
    #expect(try store.untrustedSettings() == [] && store.downloadDirectory != nil)
    try store.captureHandEdits()
    #expect(try store.untrustedSettings() == [] && store.downloadDirectory != nil)
    // A value that comes back, by whichever way.
    for text in [Self.settings("../other"), Self.settings("../out")] {
      try fixture.sandbox.write(text, to: "mixtape.toml")
      try fixture.sandbox.git("commit", "-q", "--all", "-m", "By git")
    }
    #expect(try store.untrustedSettings() == [])
  }

  @Test func `an edit of another setting, and a merge by git, are no agreements`() throws {
    let fixture = try StoreFixture(["playlists/a.toml": "name = 'A'\n"])
    try fixture.sandbox.write(Self.settings("../out"), to: "mixtape.toml")
    try fixture.sandbox.git("commit", "-q", "--all", "-m", "By git")
    let setting = PlaceSetting(.export, "../out")
    #expect(try fixture.store.untrustedSettings() == [setting])
    try fixture.sandbox.write(Self.settings("../out", more: "# Mine.\n"), to: "mixtape.toml")
    try fixture.store.captureHandEdits()
    #expect(try fixture.store.untrustedSettings() == [setting])
    // The other branch has another value, and its merge is not committed.
    try fixture.sandbox.git("switch", "-q", "-c", "other")
    try fixture.sandbox.write(Self.settings("../elsewhere", more: "# Mine.\n"), to: "mixtape.toml")
    try fixture.sandbox.git("commit", "-q", "--all", "-m", "Elsewhere")
    try fixture.sandbox.git("switch", "-q", "main")
    try fixture.sandbox.git("merge", "-q", "--no-commit", "--no-ff", "other")
    #expect(try fixture.store.untrustedSettings() == [PlaceSetting(.export, "../elsewhere")])
  }
}
