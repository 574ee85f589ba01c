import GitHistory
import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

@Suite("Restoring a playlist")
struct RestoreTests {
  private static let text = "# mine\r\nname = 'A'  # short\r\nepisodes = ['p/1' , 'p/2']"
  private static let files = ["playlists/x/a.toml": text, "playlists/b.toml": "name = 'B'\n"]
  private let fixture: StoreFixture
  private let start: String

  init() throws {
    fixture = try StoreFixture(Self.files)
    start = try fixture.sandbox.git("rev-parse", "HEAD")
  }

  @Test func anEarlierVersionIsRestoredByteForByte() throws {
    try fixture.store.rename(.id("a"), to: "Other")
    try fixture.store.delete(.id("b"))
    let result = try fixture.store.restore(.id("a"), at: "HEAD~2")
    #expect(try fixture.text("playlists/x/a.toml") == Self.text)
    #expect(result.source.description == start && result.playlist?.name == "A")
    #expect(
      try fixture.message()
        == "Restore a as it was at \(start.prefix(8))\n\nMixtape-Operation: restore\nMixtape-Restores: \(start)")
    #expect(try fixture.changes() == ["M playlists/x/a.toml"])
    #expect(try fixture.text("playlists/b.toml") == nil)
    try fixture.expectClean()
  }

  @Test func aDeletedPlaylistIsRestoredToItsFolder() throws {
    try fixture.store.move(.id("a"), to: Folder(validating: "y"))
    try fixture.store.delete(.id("a"))
    try fixture.store.rename(.id("b"), to: "Later")
    let result = try fixture.store.restore(.id("a"))
    #expect(try fixture.text("playlists/y/a.toml") == Self.text)
    #expect(result.playlist?.folder.path == "y")
    #expect(try result.source.description == fixture.sandbox.git("rev-parse", "HEAD~3"))
    try fixture.expectClean()
  }

  @Test func aPlaylistDeletedByHandIsRestored() throws {
    try fixture.sandbox.remove("playlists/x/a.toml")
    let preview = try fixture.store.restorePreview(.id("a"))
    #expect(preview.differences.map(\.path) == ["playlists/x/a.toml"] && preview.differences.first?.old == nil)
    #expect(try fixture.text("playlists/x/a.toml") == nil)
    try fixture.store.restore(.id("a"))
    #expect(try fixture.text("playlists/x/a.toml") == Self.text)
    #expect(try fixture.subjects().dropFirst().first == "Delete a by hand")
    try fixture.expectClean()
  }

  @Test func anExistingPlaylistStaysInItsFolder() throws {
    try fixture.store.rename(.id("a"), to: "Other")
    try fixture.store.move(.id("a"), to: Folder(validating: "y/z"))
    try fixture.store.restore(.id("a"), at: Revision(start))
    #expect(try fixture.text("playlists/y/z/a.toml") == Self.text)
    #expect(try fixture.changes() == ["M playlists/y/z/a.toml"])
  }

  @Test func theRevisionIsResolvedBeforeHandEditsAreCommitted() throws {
    try fixture.store.rename(.id("a"), to: "Other")
    try fixture.sandbox.write("name = 'By hand'\n", to: "playlists/x/a.toml")
    try fixture.store.restore(.id("a"), at: "HEAD~1")
    #expect(try fixture.text("playlists/x/a.toml") == Self.text)
    #expect(try fixture.subjects().dropFirst().first == "Edit a by hand")
  }

  @Test func aRestorationWithoutChangesMakesNoCommit() throws {
    let head = try fixture.sandbox.git("rev-parse", "HEAD")
    #expect(try fixture.store.restore(.id("a"), at: "HEAD").commit == nil)
    #expect(try fixture.store.restorePreview(.id("a"), at: "HEAD").differences.isEmpty)
    #expect(try fixture.sandbox.git("rev-parse", "HEAD") == head)
  }

  @Test func aRestorationCanBeUndoneAndRedone() throws {
    try fixture.store.delete(.id("a"))
    try fixture.store.restore(.id("a"))
    #expect(try fixture.store.undo().nextUndo?.subject == "Delete a")
    #expect(try fixture.text("playlists/x/a.toml") == nil)
    try fixture.store.redo()
    #expect(try fixture.text("playlists/x/a.toml") == Self.text)
    try fixture.store.undo(2)
    #expect(try fixture.store.status().nextUndo == nil)
    #expect(try fixture.text("playlists/x/a.toml") == Self.text)
  }

  @Test func errorsOfRestoring() throws {
    let store = fixture.store
    try fixture.expectRefusal(.alreadyExists, .playlist(try .id("a"))) { try store.restore(.id("a")) }
    try fixture.expectRefusal(.notFound, .playlist(try .id("c"))) { try store.restore(.id("c")) }
    try fixture.expectRefusal(.notFound, .playlist(try .id("c"))) { try store.restore(.id("c"), at: "HEAD") }
    try fixture.expectRefusal(.noSuchRevision, .text("nowhere")) { try store.restore(.id("a"), at: "nowhere") }
  }

  @Test func aVersionWithErrorsIsNotRestored() throws {
    try fixture.sandbox.write("nam = 'A'\n", to: "playlists/x/a.toml")
    try fixture.sandbox.git("commit", "-q", "-a", "-m", "Broken")
    try fixture.sandbox.write("name = 'Whole'\n", to: "playlists/x/a.toml")
    try fixture.store.captureHandEdits()
    let error = try fixture.expectRefusal(.invalidVersion, .file("playlists/x/a.toml")) {
      try fixture.store.restore(.id("a"), at: "HEAD~1")
    }
    #expect((error?.cause as? InvalidFiles)?.reports.first?.hasErrors == true)
  }

  @Test func aFileWithErrorsIsNotOverwritten() throws {
    try fixture.store.rename(.id("a"), to: "Other")
    try fixture.sandbox.write("name = 'half", to: "playlists/x/a.toml")
    try fixture.expectRefusal(.invalidFile, .file("playlists/x/a.toml")) {
      try fixture.store.restore(.id("a"), at: Revision(start))
    }
    expectError(.invalidFile) { _ = try fixture.store.restorePreview(.id("a"), at: Revision(start)) }
  }

  @Test func aRestorationIsSentToListeners() async throws {
    var changes = fixture.store.changes().makeAsyncIterator()
    try fixture.store.delete(.id("a"))
    try fixture.store.restore(.id("a"))
    _ = await changes.next()
    guard case .created(let back)? = await changes.next() else {
      Issue.record("expected a creation")
      return
    }
    #expect(back.name == "A")
  }
}
