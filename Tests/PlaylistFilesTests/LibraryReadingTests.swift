import Foundation
import LosslessTOML
import MixtapeModel
import PlaylistFiles
import Testing

@Suite("Reading library files")
struct LibraryReadingTests {
  @Test func anEmptyFileHasTheDefaults() throws {
    let file = PodcastFile(
      parsing: [], id: try Podcast.ID(validating: "night_sky"), folder: try Folder(validating: "science"))
    let expected = Podcast(id: file.id, folder: try Folder(validating: "science"), title: "Night Sky")
    #expect(file.podcast == expected)
  }

  @Test func theHeadIsRead() throws {
    let podcast = try #require(
      try PodcastFile(
        """
        kind = "album"
        title = "Night Sky Radio"
        author = "Public Observatory"
        feed = "https://example.org/feed.xml"
        guid = "9b024349-ccf0-5f69-a609-6b82873eab3c"
        artwork = "https://example.org/cover.jpg"
        categories = ["Science", "Nature"]
        tags = ["space"]
        subscribed = false
        dateAdded = 2026-01-02
        [extra]
        anything = 1
        """
      ).podcast)
    let expected = Podcast(
      id: podcast.id, kind: .album, title: "Night Sky Radio", author: "Public Observatory",
      feed: "https://example.org/feed.xml", guid: "9b024349-ccf0-5f69-a609-6b82873eab3c",
      artwork: "https://example.org/cover.jpg", categories: ["Science", "Nature"], tags: ["space"],
      subscribed: false, dateAdded: try instant("2026-01-02T00:00:00Z"))
    #expect(podcast == expected)
  }

  @Test func aFeedSubscribes() throws {
    #expect(try PodcastFile("feed = 'https://example.org/'").podcast?.subscribed == true)
    #expect(try PodcastFile("title = 'No feed'").podcast?.subscribed == false)
  }

  @Test func allFieldsAreRead() throws {
    var text = "[[episodes]]\nid = \"a\"\n"
    var expected: Episode.Fields = [:]
    for (number, field) in TrackField.allCases.enumerated() {
      switch field.valueType {
      case .text:
        text += "\(field.rawValue) = \"text \(number)\"\n"
        expected[field] = .text("text \(number)")
      case .integer:
        let value = field == .rating ? 5 : number
        text += "\(field.rawValue) = \(value)\n"
        expected[field] = .integer(Int64(value))
      case .seconds:
        text += "\(field.rawValue) = 30.5\n"
        expected[field] = .seconds(30.5)
      case .date:
        text += "\(field.rawValue) = 2026-03-01T06:00:\(number)Z\n"
        expected[field] = .date(try instant("2026-03-01T06:00:\(number)Z"))
      }
    }
    #expect(expected.count == 27)
    let episode = try #require(try PodcastFile(text).podcast?.episodes.first)
    #expect(episode.fields == expected)
    #expect(episode.title == "text 0")
    #expect(episode.duration == 30.5)
  }

  @Test func episodesInheritFromTheHead() throws {
    let podcast = try #require(
      try PodcastFile(
        """
        title = "Album"
        author = "Author"
        categories = ["First", "Second"]
        [[episodes]]
        id = "plain"
        [[episodes]]
        id = "own"
        artist = "Artist"
        album = "Other"
        genre = "Genre"
        """
      ).podcast)
    #expect(podcast.episodes.map(\.title) == ["plain", "own"])
    #expect(podcast.episodes[0].fields == [.artist: .text("Author"), .album: .text("Album"), .genre: .text("First")])
    #expect(podcast.episodes[1].fields == [.artist: .text("Artist"), .album: .text("Other"), .genre: .text("Genre")])
  }

  @Test func anEpisodeWithoutFieldsInheritsTheTitle() throws {
    #expect(try PodcastFile("[[episodes]]\nid = 'a'").podcast?.episodes.first?.fields == [.album: .text("Show")])
  }

  @Test(arguments: [
    ("2026-03-01T06:00:00Z", "2026-03-01T06:00:00Z"), ("2026-03-01T07:00:00+01:00", "2026-03-01T06:00:00Z"),
    ("2026-02-28T23:30:00-06:30", "2026-03-01T06:00:00Z"), ("2026-03-01T06:00:00", "2026-03-01T06:00:00Z"),
    ("2026-03-01 06:00:00", "2026-03-01T06:00:00Z"), ("2026-03-01T06:00", "2026-03-01T06:00:00Z"),
    ("2026-03-01", "2026-03-01T00:00:00Z"), ("2024-02-29", "2024-02-29T00:00:00Z"),
    ("1969-12-31", "1969-12-31T00:00:00Z"), ("1900-03-01", "1900-03-01T00:00:00Z"),
    ("2000-12-31T23:59:59Z", "2000-12-31T23:59:59Z"), ("9999-12-31", "9999-12-31T00:00:00Z"),
  ])
  func datesAreInstants(written: String, instant text: String) throws {
    #expect(try PodcastFile("dateAdded = \(written)").podcast?.dateAdded == instant(text))
  }

  @Test(arguments: ["9999-12-31T23:59:60Z", "9999-12-31T23:00:00-02:00", "0000-01-01T00:00:00+00:01"])
  func instantsOutsideOfTheCalendarAreErrors(written: String) throws {
    let file = try PodcastFile("dateAdded = \(written)")
    #expect(file.podcast == nil && file.diagnostics.map(\.id) == [.invalidValue])
  }

  @Test func fractionsOfASecondCount() throws {
    let date = try #require(try PodcastFile("dateAdded = 2026-03-01T06:00:00.25Z").podcast?.dateAdded)
    #expect(abs(date.timeIntervalSince(try instant("2026-03-01T06:00:00Z")) - 0.25) < 1e-6)
  }

  @Test func episodesOfAFileWithErrorsAreKnown() throws {
    let file = try PodcastFile("titel = 1\n[[episodes]]\nid = 'a'\n[[episodes]]\nid = 7\n[[episodes]]\nid = 'c'")
    #expect(file.podcast == nil)
    #expect(file.episodeIDs == Set(try [Episode.ID]("show/a", "show/c")))
  }

  /// Returns an instant, read by Foundation.
  private func instant(_ text: String) throws -> Date {
    try Date(text, strategy: .iso8601)
  }
}
