import Foundation
import MixtapeLibrary
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

@Suite("Results of the index")
struct IndexTests {
  private static let index = ".git/mixtape/index.sqlite"

  /// Returns a store, and a reader at a time when its files are old enough to be recognized.
  private func oldStore(_ files: [String: String]) throws -> (StoreFixture, Store) {
    let fixture = try StoreFixture(files)
    return (fixture, try fixture.later())
  }

  /// Changes the name of a playlist in the index, so that results of the index differ from the file.
  private func forge(_ old: String, _ new: String, in fixture: StoreFixture) throws {
    let bytes = Data(try fixture.sandbox.read(Self.index))
    let range = try #require(bytes.range(of: Data(old.utf8)))
    try fixture.sandbox.write(Array(bytes.replacing(Array(old.utf8), with: Array(new.utf8))), to: Self.index)
    #expect(range.count == new.utf8.count)
  }

  @Test func resultsEqualTheFiles() throws {
    let (fixture, store) = try oldStore([
      "playlists/a.toml": "name = 'Alpha'\nepisodes = ['p/1', 'p/2']\n", "playlists/deep/down/b.toml": "search = 'x'\n",
      "playlists/ü.toml": "conditions = []\n",
    ])
    let expected = try store.playlists().map(PlaylistSummary.init)
    #expect(try store.summaries() == expected)
    #expect(try store.summaries() == expected, "from the cache")
    #expect(expected.map(\.episodeCount) == [2, 0, 0])
    #expect(expected.map(\.isSmart) == [false, true, true])
    #expect(expected.map(\.folder.path) == ["", "deep/down", ""])
    #expect(fixture.told == [])
  }

  @Test func theLastSummariesAreReadWithoutTheFiles() throws {
    let (fixture, store) = try oldStore([
      "playlists/a.toml": "name = 'Alpha'\nepisodes = ['p/1']\n", "playlists/in/b.toml": "",
    ])
    #expect(store.lastSummaries() == nil)
    let (playlists, folders) = try store.playlistNames()
    #expect(playlists.map { "\($0.folder.path) \($0.id)" } == [" a", "in b"])
    #expect(folders.map(\.path) == ["in"])
    let read = try store.summaries()
    try fixture.sandbox.write("name = 'Changed'\n", to: "playlists/a.toml")
    #expect(try fixture.later().lastSummaries() == read)
    #expect(try fixture.later().summaries().first?.name == "Changed")
    try fixture.sandbox.write("no database", to: Self.index)
    #expect(try fixture.later().lastSummaries() == nil)
    #expect(fixture.told == [])
  }

  @Test func aStoreWithoutALibraryNeedsNoIndex() throws {
    let (fixture, store) = try oldStore(["playlists/a.toml": "episodes = ['p/1']\n"])
    #expect(try store.episodeIDs() == [])
    #expect(try fixture.text(Self.index) == nil)
  }

  @Test func anUnchangedFileIsNotReadAgain() throws {
    let (fixture, store) = try oldStore(["playlists/a.toml": "name = 'Alpha'\n"])
    _ = try store.summaries()
    try forge("Alpha", "Omega", in: fixture)
    #expect(try fixture.later().summaries().map(\.name) == ["Omega"])
  }

  @Test(arguments: ["name = 'Gamma'\n", "name = 'Longer than it was'\n", "name = 'Alpha' # seen\n"])
  func aChangedFileIsReadAgain(text: String) throws {
    let (fixture, store) = try oldStore(["playlists/a.toml": "name = 'Alpha'\n", "playlists/b.toml": "name = 'Beta'\n"])
    _ = try store.summaries()
    try forge("Beta", "Zeta", in: fixture)
    try fixture.sandbox.write(text, to: "playlists/a.toml")
    let name = try store.playlist(.id("a"))?.name
    #expect(try fixture.later().summaries().map(\.name) == [name, "Zeta"])
  }

  @Test func aNewFileIsReadAgain() throws {
    // By this clock, the file is not older than the call, however slow the machine is.
    let start = Date()
    let made = try StoreFixture(["playlists/a.toml": "name = 'Alpha'\n"])
    let fixture = try StoreFixture(opening: made.sandbox, now: { start })
    #expect(try fixture.store.summaries().map(\.name) == ["Alpha"])
    #expect(try known(fixture).status == nil)
    _ = try fixture.later().summaries()
    #expect(try known(fixture).status != nil)
  }

  private func known(_ fixture: StoreFixture) throws -> IndexedFile {
    let index = try LibraryIndex(at: fixture.sandbox.store.appending(Self.index).string)
    return try #require(try index.files(in: "playlists")["playlists/a.toml"])
  }

  @Test func filesAreAddedRemovedAndMoved() throws {
    let (fixture, store) = try oldStore(["playlists/a.toml": "name = 'Alpha'\n", "playlists/b.toml": "name = 'Beta'\n"])
    _ = try store.summaries()
    try fixture.sandbox.remove("playlists/a.toml")
    try fixture.sandbox.write("name = 'Beta'\n", to: "playlists/deep/b.toml")
    try fixture.sandbox.remove("playlists/b.toml")
    try fixture.sandbox.write("", to: "playlists/new.toml")
    #expect(try store.summaries() == store.playlists().map(PlaylistSummary.init))
    #expect(try store.summaries().map(\.folder.path) == ["deep", ""])
  }

  @Test func aFileWithErrorsIsReportedEachTime() throws {
    let (fixture, store) = try oldStore(["playlists/a.toml": "name = 'Good'\n"])
    try fixture.sandbox.write("name = 'Half", to: "playlists/a.toml")
    for _ in 0..<2 { #expect(try store.summaries().map(\.name) == ["Good"]) }
    let broken = "playlists/a.toml: toml.unterminated-string, HEAD answers"
    #expect(fixture.told == [broken, broken])
  }
}
