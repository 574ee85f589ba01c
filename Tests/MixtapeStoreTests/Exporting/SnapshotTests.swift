import Foundation
import LosslessTOML
import MixtapeModel
import MixtapeStore
import SystemPackage
import TestSupport
import Testing

@Suite("The snapshot for other programs")
struct SnapshotTests {
  private static let files = [
    "library/news/byte.toml": """
    title = "Daily \\"Byte\\""
    author = "Somebody"
    tags = ["daily"]
    [[episodes]]
    id = "1"
    title = "First"
    published = 2026-01-01T06:00:00Z
    [[episodes]]
    id = "2"
    title = "Second"
    url = "https://example.org/2.mp3"
    dateAdded = 2026-01-02
    notes = "Again"
    duration = 90
    [[episodes]]
    id = "3"
    title = "Third"
    published = 2026-01-03
    [[episodes]]
    id = "undated"
    """,
    "playlists/a.toml": "name = \"A\"\nepisodes = [\"byte/1\"]\n",
  ]

  @Test("It is written after every change, as in docs/snapshot.md")
  func written() throws {
    let fixture = try Self.fixture()
    #expect(try fixture.text("state/snapshot.json") == nil)
    _ = try fixture.store.rename(.id("a"), to: "Ä/A")
    let text = try #require(try fixture.text("state/snapshot.json"))
    #expect(
      text == """
        {
          "format" : "mixtape-snapshot",
          "newest" : [
            {
              "id" : "byte/3",
              "podcast" : "Daily \\"Byte\\"",
              "published" : "2026-01-03T00:00:00Z",
              "title" : "Third"
            },
            {
              "duration" : 90,
              "id" : "byte/2",
              "notes" : "Again",
              "podcast" : "Daily \\"Byte\\"",
              "published" : "2026-01-02T00:00:00Z",
              "title" : "Second",
              "url" : "https://example.org/2.mp3"
            }
          ],
          "playlists" : [
            {
              "description" : "",
              "episodes" : 1,
              "folder" : "",
              "id" : "a",
              "name" : "Ä/A",
              "smart" : false
            }
          ],
          "podcasts" : [
            {
              "author" : "Somebody",
              "episodes" : 4,
              "folder" : "news",
              "id" : "byte",
              "kind" : "podcast",
              "subscribed" : false,
              "tags" : [
                "daily"
              ],
              "title" : "Daily \\"Byte\\""
            }
          ],
          "store" : "\(fixture.sandbox.store.string)",
          "version" : 1
        }

        """)
    #expect(fixture.told == [])
  }

  @Test("Undo and captured hand edits refresh it too")
  func undoAndHandEdits() throws {
    let fixture = try Self.fixture()
    _ = try fixture.store.rename(.id("a"), to: "B")
    _ = try fixture.store.undo()
    #expect(try fixture.text("state/snapshot.json")?.contains("\"name\" : \"A\"") == true)
    try fixture.sandbox.write("name = \"C\"\n", to: "playlists/a.toml")
    _ = try fixture.store.captureHandEdits()
    #expect(try fixture.text("state/snapshot.json")?.contains("\"name\" : \"C\"") == true)
  }

  @Test("Another file at the path is not replaced", arguments: ["mine", "{}", "{\"format\": 1}"])
  func occupied(content: String) throws {
    let fixture = try Self.fixture()
    try fixture.sandbox.write(content, to: "state/snapshot.json")
    _ = try fixture.store.rename(.id("a"), to: "B")
    #expect(try fixture.text("state/snapshot.json") == content)
    #expect(try fixture.store.find(.id("a"))?.name == "B")
    #expect(fixture.told == ["snapshot: occupied"])
  }

  @Test(
    "No snapshot is written in a git directory, by any path",
    arguments: [
      "STORE/playlists/../link/refs/heads/x.json", "link/refs/heads/x.json", "LINKS/heads/x.json",
      "bare/refs/heads/x.json",
    ])
  func insideARepository(path: String) throws {
    let plain = try StoreFixture(Self.files)
    let store = plain.sandbox.store
    try plain.sandbox.makeLink("link", to: ".git")
    try plain.sandbox.makeLink("links", to: ".git/refs")
    try plain.sandbox.git("init", "-q", "--bare", "bare")
    let place = path.replacing("STORE", with: store.string).replacing("LINKS", with: "links")
    try plain.sandbox.write("format = 1\n[snapshot]\npath = \"\(place)\"\n", to: "mixtape.toml")
    let fixture = try StoreFixture(opening: plain.sandbox, keepsSnapshot: true)
    _ = try fixture.store.rename(.id("a"), to: "B")
    #expect(fixture.told.contains("snapshot: inside a repository"))
    #expect(try fixture.text(".git/refs/heads/x.json") == nil)
    #expect(try fixture.text("bare/refs/heads/x.json") == nil)
    #expect(try plain.sandbox.git("branch", "--format=%(refname:short)") == "main")
  }

  @Test(
    "A path that names `.git` is an error in mixtape.toml",
    arguments: [
      ".git/refs/heads/x.json", ".GIT/x.json", "../store/.git/x.json", "/x/.Git/x.json", "playlists/../.git//x.json",
    ])
  func namesGit(path: String) throws {
    let fixture = try StoreFixture(Self.files)
    try fixture.sandbox.write("format = 1\n[snapshot]\npath = \"\(path)\"\n", to: "mixtape.toml")
    let report = try #require(try fixture.store.check().reports.first { $0.path == "mixtape.toml" })
    #expect(report.diagnostics.map(\.message) == ["`path` must not be in `.git`"])
    #expect(report.diagnostics.first?.range.lowerBound == 29)
  }

  @Test("A file of the store is never replaced, under any name", arguments: ["link", "copy"])
  func filesOfTheStore(kind: String) throws {
    let fixture = try Self.fixture(path: "x.json")
    let (file, name) = ("playlists/a.toml", fixture.sandbox.store.appending("x.json").string)
    if kind == "link" {
      try fixture.sandbox.makeLink("x.json", to: file)
    } else {
      try FileManager.default.linkItem(atPath: fixture.sandbox.store.appending(file).string, toPath: name)
    }
    _ = try fixture.store.describe(.id("a"), as: "Mine")
    #expect(try fixture.store.find(.id("a"))?.description == "Mine")
    #expect(fixture.told == ["snapshot: occupied"])
  }

  @Test("A snapshot that cannot be written does not fail the change")
  func unwritable() throws {
    let fixture = try Self.fixture(path: "playlists/a.toml/x.json")
    _ = try fixture.store.rename(.id("a"), to: "B")
    #expect(try fixture.store.find(.id("a"))?.name == "B")
    #expect(fixture.told == ["snapshot: not a directory"])
  }

  @Test("It is replaced atomically")
  func replaced() throws {
    let fixture = try Self.fixture()
    _ = try fixture.store.rename(.id("a"), to: "B")
    let path = fixture.sandbox.store.appending("state/snapshot.json").string
    let before = try #require(FileHandle(forReadingAtPath: path))
    _ = try fixture.store.rename(.id("a"), to: "C")
    let old = try #require(try before.readToEnd())
    #expect(String(decoding: old, as: UTF8.self).contains("\"name\" : \"B\""))
    #expect(try fixture.text("state/snapshot.json")?.contains("\"name\" : \"C\"") == true)
  }

  /// Returns a store that keeps a snapshot, in an existing directory.
  private static func fixture(path: String = "state/snapshot.json") throws -> StoreFixture {
    let plain = try StoreFixture(files)
    let settings = "format = 1\n[snapshot]\npath = \"\(path)\"\nnewest = 2\n"
    try plain.sandbox.write(settings, to: "mixtape.toml")
    try plain.store.captureHandEdits()
    try FileManager.default.createDirectory(
      atPath: plain.sandbox.store.appending("state").string, withIntermediateDirectories: true)
    return try StoreFixture(opening: plain.sandbox, keepsSnapshot: true)
  }
}
