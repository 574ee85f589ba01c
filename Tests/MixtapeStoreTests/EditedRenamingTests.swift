import Foundation
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

/// Files that were renamed and edited by hand before Mixtape saw either.
@Suite struct EditedRenamingTests {
  private static let a = "name = 'A'\nepisodes = [\n  'p/1',\n  'p/2',\n  'p/3',\n]\n"

  private func rename(_ old: String, to new: String, as text: String, in fixture: StoreFixture) throws {
    try fixture.sandbox.remove("playlists/\(old).toml")
    try fixture.sandbox.write(text, to: "playlists/\(new).toml")
  }

  @Test func `they are one hand edit`() throws {
    let fixture = try StoreFixture(["playlists/a.toml": Self.a])
    try rename("a", to: "b", as: Self.a.replacing("'A'", with: "'B'"), in: fixture)
    try fixture.store.captureHandEdits()
    #expect(try fixture.subjects().first == "Rename a to b by hand")
    let result = try fixture.store.undo(.id("b"))
    #expect(try fixture.text("playlists/a.toml") == Self.a)
    #expect(try fixture.text("playlists/b.toml") == nil)
    #expect(try result.item == .id("a"))
  }

  @Test(arguments: [
    "name = 'B'\nepisodes = []\n", "name = 'B'\nepisodes = ['q/1', 'q/2', 'q/3', 'q/4', 'q/5', 'q/6']\n",
  ])
  func `another file is not a renamed one`(text: String) throws {
    let fixture = try StoreFixture(["playlists/a.toml": "name = 'A'\nepisodes = []\n"])
    try rename("a", to: "b", as: text, in: fixture)
    try fixture.store.captureHandEdits()
    #expect(try fixture.subjects().prefix(2).sorted() == ["Create b by hand", "Delete a by hand"])
  }

  @Test func `an edit of the other side follows the renamed file`() throws {
    let clones = try Clones(["playlists/a.toml": Self.a])
    let (first, second) = (clones.first, try clones.another())
    try rename("a", to: "b", as: Self.a.replacing("'A'", with: "'B'"), in: first)
    try second.store.add(.ids("p/4"), to: .id("a"))
    for fixture in [first, second, first] { try fixture.store.sync(by: .quiet) }
    for fixture in [first, second] {
      #expect(try fixture.store.playlistIDs() == [.id("b")])
      #expect(try fixture.store.playlist(.id("b"), at: "HEAD").name == "B")
      #expect(try fixture.store.playlist(.id("b"), at: "HEAD").episodes == .ids("p/1", "p/2", "p/3", "p/4"))
    }
    // The undo of the renaming keeps the edit of the other side.
    try first.store.undo()
    #expect(try first.store.playlist(.id("a"), at: "HEAD").episodes == .ids("p/1", "p/2", "p/3", "p/4"))
    #expect(try first.store.playlistIDs() == [.id("a")])
  }
}
