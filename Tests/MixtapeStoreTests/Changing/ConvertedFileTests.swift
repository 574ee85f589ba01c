import GitHistory
import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

/// Files of which git's index says that they are unchanged although their bytes differ from HEAD, and files with a mark.
@Suite struct ConvertedFileTests {
  private let fixture: StoreFixture
  private var sandbox: Sandbox { fixture.sandbox }

  init() throws {
    fixture = try StoreFixture(["playlists/a.toml": "name = 'A'\n", "playlists/b.toml": "name = 'B'\n"])
  }

  /// Lets git check out the playlists with other line ends.
  private func convert() throws {
    try sandbox.git("rm", "-q", ".gitattributes")
    try sandbox.git("commit", "-q", "-m", "No attributes")
    try sandbox.git("config", "core.autocrlf", "true")
    _ = try sandbox.shell("rm playlists/*; git checkout -q playlists; touch -d @1790000000 playlists/*; git status")
    #expect(try fixture.text("playlists/a.toml") == "name = 'A'\r\n")
    #expect(try sandbox.status() == [])
  }

  @Test func `a change commits the bytes on disk first`() throws {
    try convert()
    try fixture.store.rename(.id("a"), to: "New")
    #expect(try fixture.subjects().prefix(3) == ["Rename a to \"New\"", "Edit b by hand", "Edit a by hand"])
    #expect(try fixture.text("playlists/a.toml") == "name = 'New'\r\n")
    for name in ["a", "b"] {
      #expect(try sandbox.git("cat-file", "blob", "HEAD:playlists/\(name).toml").hasSuffix("\r"))
    }
    #expect(
      fixture.told == [
        "captured: Edit a by hand", "captured: Edit b by hand", "advisory: converted by core.autocrlf=true",
      ])
    try fixture.store.undo()
    #expect(try fixture.text("playlists/a.toml") == "name = 'A'\r\n")
    try fixture.expectClean()
  }

  @Test func `a repair restores the attributes and lets git see the files`() throws {
    try convert()
    let findings = try fixture.store.repair().filter { $0.part == .attributes }
    #expect(findings.map(\.code) == ["line-ends-unprotected", "converted-files"])
    guard case .convertedFiles(let paths, let settings)? = findings.last?.kind else { return }
    #expect(paths == ["playlists/a.toml", "playlists/b.toml"])
    #expect(settings == ["core.autocrlf=true"])
    #expect(try fixture.text(".gitattributes")?.contains("-text") == true)
    #expect(try sandbox.status() == [" M playlists/a.toml", " M playlists/b.toml"])
    try fixture.store.rename(.id("a"), to: "New")
    #expect(try fixture.store.examine().filter(\.isOpen).map(\.code) == [])
    try fixture.expectClean()
  }

  // MARK: - Marks

  @Test(arguments: IndexMark.allCases) func `edits of a marked file are not captured`(mark: IndexMark) throws {
    let old = try fixture.text("playlists/a.toml")
    try sandbox.git("update-index", "--\(mark)", "playlists/a.toml")
    try sandbox.write("name = 'Mine alone'\n", to: "playlists/a.toml")
    #expect(try fixture.store.status().handEdits == [])
    try fixture.store.rename(.id("b"), to: "New")
    #expect(try fixture.subjects().first == "Rename b to \"New\"")
    #expect(try fixture.text("playlists/a.toml") == "name = 'Mine alone'\n")
    #expect(try sandbox.git("cat-file", "blob", "HEAD:playlists/a.toml") + "\n" == old)
    #expect(try sandbox.git("ls-files", "-v", "playlists/a.toml").hasPrefix(mark == .skipWorktree ? "S" : "h"))
  }

  @Test(arguments: IndexMark.allCases) func `a change of a marked file is refused`(mark: IndexMark) throws {
    try fixture.store.change(.move([try .id("a")], to: try Folder(validating: "in")))
    try sandbox.git("update-index", "--\(mark)", "playlists/in/a.toml")
    let path = MixtapeError.Subject.file("playlists/in/a.toml")
    let error = try fixture.expectRefusal(.markedFile, path) { try fixture.store.rename(.id("a"), to: "New") }
    #expect(error?.cause as? IndexMark == mark)
    try fixture.expectRefusal(.markedFile, path) { try fixture.store.undo() }
    try fixture.expectRefusal(.markedFile, path) { _ = try fixture.store.preview(.delete([try .id("a")])) }
    try fixture.expectRefusal(.markedFile, path) {
      try fixture.store.change(.moveFolder(Folder(validating: "in"), to: Folder(validating: "other")))
    }
    #expect(try sandbox.git("ls-files", "-v", "playlists/in/a.toml").hasPrefix(mark == .skipWorktree ? "S" : "h"))
    try sandbox.git("update-index", "--no-\(mark)", "playlists/in/a.toml")
    try fixture.store.rename(.id("a"), to: "New")
    try fixture.expectClean()
  }
}
