import Foundation
import MixtapeModel
import MixtapeStore
import PlaylistFiles
import TestSupport
import Testing

/// A change never makes a file larger than the limit that Mixtape reads.
@Suite struct FileSizeLimitTests {
  /// Returns a playlist file that is smaller than the limit by a number of bytes.
  private static func playlist(leaving room: Int) -> String {
    let start = "name = \"A\"\n"
    let end = "\nepisodes = []\n"
    return start + "#"
      + String(repeating: "x", count: FileLimits.maximumSize - room - start.utf8.count - end.utf8.count - 1)
      + end
  }

  @Test func aPlaylistThatWouldGrowTooLargeIsUnchanged() throws {
    let text = Self.playlist(leaving: 10)
    let fixture = try StoreFixture(["playlists/a.toml": text])
    let operation = PlaylistOperation.add(try .ids("show/one", "show/two"), to: try .id("a"), at: nil)
    let error = #expect(throws: MixtapeError.self) { _ = try fixture.store.change(operation) }
    #expect(error?.code == .fileTooLarge)
    #expect(error?.subject == .file("playlists/a.toml"))
    let size = try #require(error?.cause as? FileSizeLimitExceeded)
    #expect(size.bytes > size.limit && size.limit == FileLimits.maximumSize)
    #expect(try fixture.text("playlists/a.toml") == text)
    #expect(try fixture.subjects() == ["Create the store"])
    #expect(try fixture.sandbox.status() == [])
  }

  /// All operations leave the file unchanged.
  @Test func aPodcastThatWouldGrowTooLargeIsUnchanged() throws {
    let (start, end) = ("title = \"Show\"\n#", "\n[[episodes]]\nid = \"one\"\n")
    let room = FileLimits.maximumSize - start.utf8.count - end.utf8.count
    let text = start + String(repeating: "x", count: room) + end
    let fixture = try StoreFixture([
      "library/show.toml": text, "library/other.toml": "title = \"Other\"\ntags = [\"a\"]\n",
    ])
    let (show, one) = try (Podcast.ID(validating: "show"), Episode.ID(validating: "show/one"))
    let other = try Podcast.ID(validating: "other")
    let operations: [PodcastOperation] = [
      .edit(show, [.title("A longer title")]), .rate([one], 4), .tag([other, show], "b"),
      .recordPlays([one: EpisodePlays(last: Date(timeIntervalSince1970: 1_700_000_000))]),
    ]
    for operation in operations {
      try fixture.expectRefusal(.fileTooLarge, .file("library/show.toml")) {
        _ = try fixture.store.library.perform(operation)
      }
    }
    #expect(try fixture.subjects() == ["Create the store"])
    #expect(try fixture.text("library/other.toml")?.contains("\"b\"") == false)
  }

  @Test func aPlaylistMayGrowUpToTheLimit() throws {
    // The element takes 15 bytes, because it gets its own line.
    let fixture = try StoreFixture(["playlists/a.toml": Self.playlist(leaving: 15)])
    _ = try fixture.store.change(.add(.ids("show/one"), to: .id("a"), at: nil))
    #expect(try fixture.sandbox.read("playlists/a.toml").count == FileLimits.maximumSize)
    #expect(try fixture.store.find(.id("a"))?.episodes == .ids("show/one"))
  }
}
