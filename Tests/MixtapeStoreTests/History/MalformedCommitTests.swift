import GitHistory
import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

@Suite("Malformed commits")
struct MalformedCommitTests {
  private static let files = ["playlists/a.toml": "name = 'A'\n", "playlists/b.toml": "name = 'B'\n"]
  private let author = "Foo Bar <foo@x 1790000000 +0000"

  @Test func `commands go on after a malformed commit`() throws {
    let fixture = try StoreFixture(Self.files)
    try fixture.sandbox.commitMalformed(author: author)
    try fixture.store.rename(.id("a"), to: "New")
    #expect(try fixture.store.status().handEdits == [])
    #expect(try fixture.store.history(of: nil, limit: 9).entries.count == 2)
    try fixture.store.undo()
    #expect(try fixture.text("playlists/a.toml") == "name = 'A'\n")
    #expect(try fixture.sandbox.status() == [])
  }

  @Test func `a sync receives the commit, and a clone has it`() throws {
    let clones = try Clones(Self.files)
    let other = try clones.another()
    try clones.first.sandbox.write("name = 'By git'\n", to: "playlists/a.toml")
    try clones.first.sandbox.git("commit", "-q", "--all", "-m", "By git")
    try clones.first.sandbox.commitMalformed(author: author)
    try clones.first.sandbox.git("push", "-q", "origin", "main")
    try other.store.rename(.id("b"), to: "Here")
    #expect(try other.store.sync(by: .quiet).merge != nil)
    #expect(try other.store.all().map(\.name) == ["By git", "Here"])
    _ = try other.store.status()
    let clone = try clones.another()
    #expect(try clone.store.history(of: nil, limit: 9).entries.count == 4)
    try clone.store.rename(.id("b"), to: "There")
    try clone.store.sync(by: .quiet)
  }
}
