import Foundation
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

/// Files that were renamed and edited by hand before Mixtape saw either.
@Suite struct EditedRenamingTests {
  private static let a = "name = 'A'\nepisodes = [\n  'p/1',\n  'p/2',\n  'p/3',\n]\n"

  private static let smart = """
    name = 'A'
    conditions = [
      'duration < 1 h',
      'rating > 3',
      'year > 1999',
    ]
    sort = ['-rating']

    """

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

  @Test(arguments: [true, false])
  func `they can have other line ends`(hadCarriageReturns: Bool) throws {
    let other = Self.a.replacing("\n", with: "\r\n")
    let (old, new) = hadCarriageReturns ? (other, Self.a) : (Self.a, other)
    let fixture = try StoreFixture(["playlists/a.toml": old])
    try rename("a", to: "b", as: new, in: fixture)
    try fixture.store.captureHandEdits()
    #expect(try fixture.subjects().first == "Rename a to b by hand")
  }

  @Test func `rules can be written in another way`() throws {
    let text = "name = 'A'\ndescription = 'Nothing here takes longer than the tram.'\nconditions = ['duration < 1 h']\n"
    let fixture = try StoreFixture(["playlists/a.toml": text])
    try rename("a", to: "b", as: text.replacing("1 h", with: "60 min"), in: fixture)
    try fixture.store.captureHandEdits()
    #expect(try fixture.subjects().first == "Rename a to b by hand")
  }

  @Test(arguments: [("jazz", "jazz", true), ("jazz", "folk", false), ("", "", false)])
  func `a playlist with only a search is recognized by it`(old: String, new: String, isRenamed: Bool) throws {
    let text = "name = 'A'\ndescription = 'Found in the whole library.'\nsearch = '\(old)'\nlimit = 20\n"
    let fixture = try StoreFixture(["playlists/a.toml": text])
    try rename(
      "a", to: "b", as: text.replacing("'A'", with: "'B'").replacing("'\(old)'", with: "'\(new)'"), in: fixture)
    try fixture.store.captureHandEdits()
    #expect(try fixture.subjects().contains("Rename a to b by hand") == isRenamed)
  }

  @Test(arguments: ["'rating > 3'", "", "'year > 1999'"])
  func `a playlist with other rules is another one`(rules: String) throws {
    let text = "name = 'A'\ndescription = 'From the template of the club.'\nconditions = ['duration < 1 h']\n"
    let fixture = try StoreFixture(["playlists/a.toml": text])
    try rename("a", to: "b", as: text.replacing("'duration < 1 h'", with: rules), in: fixture)
    try fixture.store.captureHandEdits()
    #expect(try fixture.subjects().prefix(2).sorted() == ["Create b by hand", "Delete a by hand"])
  }

  @Test func `the most similar smart playlist is the renamed one`() throws {
    let fixture = try StoreFixture(["playlists/a.toml": Self.smart])
    try fixture.sandbox.write(
      Self.smart.replacing("'A'", with: "'B'").replacing("  'year > 1999',\n", with: ""), to: "playlists/b.toml")
    try rename("a", to: "c", as: Self.smart.replacing("'A'", with: "'C'"), in: fixture)
    try fixture.store.captureHandEdits()
    #expect(try fixture.subjects().prefix(2).sorted() == ["Create b by hand", "Rename a to c by hand"])
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

  @Test func `an edit of the other side follows the renamed smart playlist`() throws {
    let clones = try Clones(["playlists/a.toml": Self.smart])
    let (first, second) = (clones.first, try clones.another())
    try rename("a", to: "b", as: Self.smart.replacing("'A'", with: "'B'"), in: first)
    try second.sandbox.write(Self.smart.replacing("'rating > 3'", with: "'rating > 4'"), to: "playlists/a.toml")
    for fixture in [first, second, first] { try fixture.store.sync(by: .quiet) }
    for fixture in [first, second] {
      #expect(try fixture.store.playlistIDs() == [.id("b")])
      let text = try #require(try fixture.text("playlists/b.toml"))
      #expect(text.contains("'B'") && text.contains("'rating > 4'") && !text.contains("'rating > 3'"))
    }
  }
}
