import MixtapeModel
import Testing

@Suite("PodcastDifference")
struct PodcastDifferenceTests {
  private let id: Podcast.ID

  init() throws { id = try Podcast.ID(validating: "p") }

  private func podcast(
    title: String = "P", _ episodes: [(String, Episode.Fields)], guid: String? = nil
  ) throws -> Podcast {
    Podcast(
      id: id, title: title,
      episodes: try episodes.map { name, fields in
        Episode(id: try #require(Episode.ID(podcast: id, name: name)), guid: guid, fields: fields)
      })
  }

  @Test("episodes are added, removed and changed")
  func episodes() throws {
    let before = try podcast([("a", [.rating: .integer(3)]), ("b", [:])])
    let after = try podcast([("a", [.rating: .integer(4), .playCount: .integer(1)]), ("c", [:])])
    let difference = PodcastDifference(from: before, to: after)
    #expect(difference.fields == [])
    #expect(difference.episodes.added.map(\.element.name) == ["c"])
    #expect(difference.episodes.removed.map(\.element.name) == ["b"])
    #expect(difference.changedEpisodes.map { "\($0.id.name): \($0.fields)" } == ["a: [rating, playCount]"])
  }

  @Test("inherited values are not changes of episodes")
  func inherited() throws {
    let difference = PodcastDifference(from: try podcast([("a", [:])]), to: try podcast(title: "Q", [("a", [:])]))
    #expect(difference.fields == [.title] && difference.changedEpisodes.isEmpty)
    let own = PodcastDifference(
      from: try podcast([("a", [:])]), to: try podcast([("a", [.album: .text("Other")])], guid: "g"))
    #expect(own.changedEpisodes.map { $0.fields.map(\.description) } == [["guid", "album"]])
  }

  @Test("the guid of the feed is a field of the head")
  func guid() throws {
    let podcast = try podcast([])
    #expect(PodcastDifference(from: podcast, to: podcast.withGUID("g")).fields == [.guid])
  }

  @Test("no change, creation and deletion")
  func existence() throws {
    let podcast = try podcast([("a", [:])])
    #expect(PodcastDifference(from: podcast, to: podcast).isEmpty && PodcastDifference(from: nil, to: nil).isEmpty)
    #expect(PodcastDifference(from: nil, to: podcast).episodes.added.count == 1)
    #expect(!PodcastDifference(from: try self.podcast([]), to: nil).isEmpty)
  }
}
