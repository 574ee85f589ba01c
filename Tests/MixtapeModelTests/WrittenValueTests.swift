import Foundation
import TestSupport
import Testing

@testable import MixtapeModel

/// Values that the user wrote before a feed gave any, and updates by the feed.
struct WrittenValueTests {
  private let id: Podcast.ID

  init() throws { id = try #require(Podcast.ID(rawValue: "sky")) }

  private func episode(
    _ name: String, _ title: String? = nil, guid: String? = nil, url: String? = nil, day: Int? = nil,
    fields: Episode.Fields = [:], stated: Set<TrackField> = []
  ) -> Episode {
    var fields = fields
    if let title { fields[.title] = .text(title) }
    return Episode(
      id: Episode.ID(unchecked: id, name: name), guid: guid, url: url,
      published: day.map { Date(timeIntervalSince1970: Double($0) * 86_400) }, fields: fields, stated: stated)
  }

  /// Returns a podcast whose episodes inherit its values, as a file or a feed has it.
  private func podcast(
    _ title: String, author: String? = nil, categories: [String] = [], _ episodes: Episode...
  ) -> Podcast {
    let podcast = Podcast(id: id, title: title, author: author, feed: "https://a/f", categories: categories)
    return podcast.withEpisodes(episodes.map { $0.inheriting(podcast.inheritance) })
  }

  /// Returns the update of a podcast that the user wrote, and edited after that.
  private func update(
    _ states: Podcast..., from source: Podcast, overwriting: Bool = false
  ) throws -> PodcastUpdate {
    var options = PodcastUpdateOptions()
    options.overwrites = overwriting
    let before: [Podcast?] = [nil] + states
    options.edits = zip(before, states).map { EditedPodcast(from: $0, to: $1) }.reversed()
    return try #require(states.last).updated(from: source, options)
  }

  @Test func `written values stay, and missing ones come from the feed`() throws {
    let mine = podcast("Mine", episode("a", "My A", guid: "g"))
    let feed = podcast("Sky", author: "Ann", episode("x", "A", guid: "g", url: "https://x/a", day: 3))
    let result = try update(mine, from: feed)
    let after = try #require(result.podcast.episodes.first)
    #expect(result.podcast.title == "Mine")
    #expect(result.podcast.author == "Ann")
    #expect(after.title == "My A")
    #expect(after.url == "https://x/a")
    #expect(after.fields[.artist] == .text("Ann"))
    #expect(after.fields[.album] == .text("Mine"))
    #expect(result.notes == [.writtenKept([WrittenValue("title"), WrittenValue("title", of: after.id)])])
  }

  @Test func `a written guid stays, and a missing one comes from the feed`() throws {
    let feed = podcast("Sky").withGUID("g")
    #expect(try update(podcast("Sky"), from: feed).podcast.guid == "g")
    let mine = podcast("Sky").withGUID("mine")
    let result = try update(mine, from: feed)
    #expect(result.podcast == mine)
    #expect(result.notes == [.writtenKept([WrittenValue("guid")])])
    #expect(try update(mine, from: feed, overwriting: true).podcast.guid == "g")
  }

  @Test func `overwriting takes the values of the feed, and removed episodes stay removed`() throws {
    let mine = podcast("Mine", episode("a", "My A", guid: "g"), episode("b", "My B", guid: "h", day: 1))
    let rest = mine.withEpisodes(Array(mine.episodes.prefix(1)))
    let feed = podcast("Sky", episode("x", "A", guid: "g"), episode("y", "B", guid: "h", day: 1))
    let result = try update(mine, rest, from: feed, overwriting: true)
    #expect(result.podcast.title == "Sky")
    #expect(result.podcast.episodes.map(\.title) == ["A"])
    #expect(result.notes.isEmpty)
  }

  @Test func `later edits of written values stay, too`() throws {
    let mine = podcast("Mine", episode("a", "My A", guid: "g"))
    let edited = podcast("Mine 2", episode("a", "My A 2", guid: "g"))
    let feed = podcast("Sky", episode("x", "A", guid: "g"))
    let result = try update(mine, edited, from: feed)
    #expect(result.podcast == edited)
    // A value that the user removed is that of the feed.
    let removed = podcast("Mine", episode("a", guid: "g"))
    #expect(try update(mine, removed, from: feed).podcast.episodes.map(\.title) == ["A"])
  }

  @Test func `a value that the feed gave and the user did not write changes with the feed`() throws {
    let mine = podcast("Mine", episode("a", "My A", guid: "g"))
    let given = podcast("Mine", author: "Ann", episode("a", "My A", guid: "g", url: "u1"))
    var options = PodcastUpdateOptions()
    options.edits = [EditedPodcast(from: nil, to: mine)]
    let feed = podcast("Sky", author: "Bo", episode("x", "A", guid: "g", url: "u2"))
    let result = given.updated(from: feed, options)
    #expect(result.podcast.author == "Bo")
    #expect(result.podcast.episodes.map(\.url) == ["u2"])
    #expect(result.podcast.title == "Mine")
  }

  @Test func `a written episode keeps its values in a podcast of the feed`() throws {
    let feed = podcast("Sky", episode("a", "A", guid: "g"))
    let mine = podcast("Sky", episode("a", "A", guid: "g"), episode("b", "My B", guid: "h"))
    var options = PodcastUpdateOptions()
    options.edits = [EditedPodcast(from: feed, to: mine)]
    let new = podcast("Sky", episode("b", "B", guid: "h"), episode("a", "A2", guid: "g"))
    let result = mine.updated(from: new, options)
    #expect(result.podcast.episodes.map(\.title) == ["A2", "My B"])
    #expect(result.notes == [.writtenKept([WrittenValue("title", of: mine.episodes[1].id)])])
  }

  @Test func `a written author is no artist of an episode`() throws {
    let mine = podcast(
      "Mine", author: "Me", episode("a", "A", guid: "g"),
      episode("b", "B", guid: "h", fields: [.artist: .text("Bo")], stated: [.artist]))
    let feed = podcast(
      "Mine", author: "Ann", episode("a", "A", guid: "g", fields: [.artist: .text("Guest")]),
      episode("b", "B", guid: "h"))
    let result = try update(mine, from: feed)
    #expect(result.podcast.author == "Me")
    #expect(result.podcast.episodes.map { $0.fields[.artist] } == [.text("Guest"), .text("Bo")])
    #expect(
      result.notes == [.writtenKept([WrittenValue("author"), WrittenValue("artist", of: mine.episodes[1].id)])])
  }

  @Test func `new episodes inherit an edited title in all later updates`() throws {
    let original = podcast("Sky", episode("a", "A", guid: "g"))
    let edited = podcast("Mine", episode("a", "A", guid: "g"))
    let feed = podcast("Sky", episode("b", "B", guid: "h"), episode("a", "A", guid: "g"))
    var options = PodcastUpdateOptions()
    options.edits = [EditedPodcast(from: original, to: edited)]
    let first = edited.updated(from: feed, options)
    #expect(first.podcast.episodes.map { $0.fields[.album] } == [.text("Mine"), .text("Mine")])
    #expect(first.podcast.updated(from: feed, options).podcast == first.podcast)
  }

  // MARK: Recognition

  @Test func `a title without a date is the episode of the feed`() throws {
    let mine = podcast("Sky", episode("a", "Auroras"), episode("b", "Fog"), episode("c", "Fog"))
    let feed = podcast("Sky", episode("x", "auroras", guid: "g", day: 3), episode("y", "Fog", guid: "h", day: 2))
    let result = try update(mine, from: feed)
    #expect(result.podcast.episodes.map(\.guid).filter { $0 == "g" }.count == 1)
    #expect(result.added.count == 1)
  }

  @Test func `a note names a source that has no episode of the file`() throws {
    let mine = podcast("Sky", episode("a", "A", guid: "1", day: 2), episode("b", "B", guid: "2", day: 1))
    let other = podcast("Sky", episode("c", "C", guid: "3", day: 4), episode("d", "D", guid: "4", day: 3))
    #expect(mine.updated(from: other).notes == [.noneRecognized(new: 2)])
  }
}
