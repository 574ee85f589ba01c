import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

/// The descriptions of errors, for programs that embed the store.
@Suite struct ErrorDescriptionTests {
  private func description(of body: () throws -> Void) throws -> String {
    do {
      try body()
    } catch let error as MixtapeError {
      return error.description
    }
    Issue.record("expected an error")
    return ""
  }

  @Test func `an error of a file names the file and its first error`() throws {
    let fixture = try StoreFixture(["playlists/a.toml": "name = 'A'\n"])
    try fixture.sandbox.write("name = \n", to: "playlists/b.toml")
    let text = try description { _ = try fixture.store.playlist(.id("b")) }
    #expect(text.hasPrefix(#"invalid file: file "playlists/b.toml": playlists/b.toml: "#))
  }

  @Test func `an error of git names the operation`() throws {
    let fixture = try StoreFixture(["playlists/a.toml": "name = 'A'\n"])
    try fixture.sandbox.write("no index", to: ".git/index")
    let text = try description { try fixture.store.rename(.id("a"), to: "Other") }
    #expect(text.hasPrefix("repository: "))
    #expect(text.contains("read index: "))
  }

  @Test func `changes that cannot be undone or reverted`() throws {
    let fixture = try StoreFixture(["playlists/a.toml": "name = 'A'\n"])
    #expect(try description { try fixture.store.undo() } == "nothing to undo: 1 of 0")
    #expect(
      try description { _ = try fixture.store.playlist(.id("a"), at: "@{5}") }
        == #"no such revision: "@{5}": versions in history: 1"#)
    let first = try fixture.sandbox.git("rev-parse", "HEAD")
    #expect(try description { try fixture.store.revert(Revision(first)) } == #"not revertible: "Create the store""#)
    try fixture.store.rename(.id("a"), to: "B")
    try fixture.store.rename(.id("a"), to: "C")
    #expect(
      try description { try fixture.store.revert("@{1}") }
        == ##"conflict: "Rename a to "B"": playlists/a.toml: name was changed again"##)
  }
}
