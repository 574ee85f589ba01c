import MixtapeModel
import MixtapeStore
import TestSupport
import Testing

@Suite("Differences of playlists and podcasts")
struct StoreDifferenceTests {
  private let fixture: StoreFixture

  init() throws {
    fixture = try StoreFixture([
      "playlists/a.toml": "name = 'A'\nepisodes = ['p/1', 'p/2']\n", "playlists/b.toml": "",
      "library/p.toml": "title = 'P'\n[[episodes]]\nid = '1'\n",
    ])
  }

  private func differences(_ old: Revision? = nil, _ new: Revision? = nil) throws -> [StoreDifference] {
    try fixture.store.differences(of: nil, from: old, to: new)
  }

  @Test func aMovedAndChangedPlaylistIsOneDifference() throws {
    try fixture.store.move(.id("a"), to: Folder(validating: "x"))
    try fixture.store.add(.ids("p/3"), to: .id("a"))
    let difference = try #require(try differences("HEAD~2").first)
    #expect(difference.files.map(\.path) == ["playlists/a.toml", "playlists/x/a.toml"])
    guard case .playlist(let playlist) = difference.meaning else {
      Issue.record("\(difference.meaning)")
      return
    }
    #expect(playlist.fields == [.folder] && playlist.episodes.added.map(\.offset) == [2])
  }

  @Test func creationAndDeletion() throws {
    try fixture.store.delete(.id("a"))
    try fixture.store.create(try Playlist(id: .id("c")))
    let existence = try differences("HEAD~2").map { difference -> [Bool] in
      guard case .playlist(let playlist) = difference.meaning else { return [] }
      return [playlist.before == nil, playlist.after == nil]
    }
    #expect(existence == [[false, true], [true, false]])
  }

  @Test func `a renamed file is one difference`() throws {
    func expectRenaming(_ differences: [StoreDifference], from old: String, to new: String) {
      let playlists = differences.compactMap { difference -> PlaylistDifference? in
        if case .playlist(let playlist) = difference.meaning { playlist } else { nil }
      }
      #expect(differences.count == 1 && playlists.map(\.before?.id.rawValue) == [old])
      #expect(playlists.map(\.after?.id.rawValue) == [new])
    }
    try fixture.sandbox.remove("playlists/a.toml")
    try fixture.sandbox.write("name = 'A'\nepisodes = ['p/1', 'p/2']\n", to: "playlists/x/c.toml")
    expectRenaming(try differences(), from: "a", to: "c")
    try fixture.store.captureHandEdits()
    try fixture.store.add(.ids("p/3"), to: .id("c"))
    expectRenaming(try differences("HEAD~2", "HEAD~1"), from: "a", to: "c")
    // After an edit, only history shows that it is one file.
    let files = try fixture.store.diff(of: nil, from: "HEAD~2", to: nil)
    #expect(StoreDifference.gather(files).count == 2)
    let renamed = try fixture.store.renamedFiles(among: files)
    expectRenaming(StoreDifference.gather(files, renamed: renamed), from: "a", to: "c")
  }

  @Test func changedCommentsAreAnEmptyDifference() throws {
    try fixture.sandbox.write("# Mine.\nname = 'A'\nepisodes = ['p/1', 'p/2']\n", to: "playlists/a.toml")
    let meanings = try differences().map(\.meaning)
    guard case .playlist(let playlist)? = meanings.first, meanings.count == 1 else {
      Issue.record("\(meanings)")
      return
    }
    #expect(playlist.isEmpty)
  }

  @Test func filesOfTheLibrary() throws {
    try fixture.sandbox.write("title = 'P'\n[[episodes]]\nid = '2'\n", to: "library/p.toml")
    guard case .podcast(let podcast)? = try differences().first?.meaning else {
      Issue.record("no podcast")
      return
    }
    #expect(
      podcast.episodes.added.map(\.element.name) == ["2"] && podcast.episodes.removed.map(\.element.name) == ["1"])
  }

  @Test func `the episodes of a renamed podcast are the same`() throws {
    let text = "title = 'P'\n" + (1...9).map { "\n[[episodes]]\nid = '\($0)'\n" }.joined()
    try fixture.sandbox.write(text, to: "library/p.toml")
    try fixture.store.captureHandEdits()
    func rename(as text: String) throws -> PodcastDifference? {
      try fixture.sandbox.remove("library/p.toml")
      try fixture.sandbox.write(text, to: "library/q.toml")
      let found = try differences()
      guard found.count == 1, case .podcast(let podcast)? = found.first?.meaning else { return nil }
      return podcast
    }
    let renamed = try #require(try rename(as: text))
    #expect(renamed.isEmpty && renamed.before?.id.rawValue == "p" && renamed.after?.id.rawValue == "q")
    try fixture.sandbox.write("", to: "library/p.toml")
    let edit = text.replacing("'9'\n", with: "'9'\nrating = 3\n") + "\n[[episodes]]\nid = 'x'\n"
    let edited = try #require(try rename(as: edit))
    #expect(edited.episodes.added.map(\.element.rawValue) == ["q/x"] && edited.episodes.removed.isEmpty)
    #expect(edited.changedEpisodes.map(\.id.rawValue) == ["q/9"])
  }

  @Test func `a new file with the id of another one is left out`() throws {
    try fixture.sandbox.write("name = 'Copy'\n", to: "playlists/x/a.toml")
    #expect(try fixture.store.diff(of: nil, from: nil, to: nil).isEmpty)
    #expect(fixture.told == ["playlists/x/a.toml: file.id-clash"])
    #expect(try fixture.store.diff(of: .id("a"), from: "HEAD", to: nil).isEmpty)
  }

  @Test func unreadableAndOtherFiles() throws {
    try fixture.sandbox.write("name = ", to: "playlists/a.toml")
    try fixture.sandbox.write("format = 1\n# Mine.\n", to: "mixtape.toml")
    try fixture.sandbox.write("# Mine.\n", to: "templates/t.toml")
    let differences = try differences()
    #expect(differences.map { $0.files.first?.path } == ["mixtape.toml", "playlists/a.toml", "templates/t.toml"])
    let kinds = differences.map { difference in
      switch difference.meaning {
      case .unreadable: "unreadable"
      case .other: "other"
      case .playlist, .podcast: "read"
      }
    }
    #expect(kinds == ["other", "unreadable", "other"])
  }

  @Test func twoFilesWithOneIDAreTwoDifferences() throws {
    try fixture.sandbox.write("name = 'X'\n", to: "playlists/x/b.toml")
    try fixture.sandbox.write("name = 'Y'\n", to: "playlists/y/b.toml")
    try fixture.sandbox.git("add", "playlists")
    try fixture.sandbox.git("commit", "-q", "-m", "Copies")
    let copies = try differences("HEAD~1", "HEAD")
    #expect(copies.map { $0.files.map(\.path) } == [["playlists/x/b.toml"], ["playlists/y/b.toml"]])
  }
}
