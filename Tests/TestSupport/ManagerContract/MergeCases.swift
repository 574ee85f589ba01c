import Foundation
import MixtapeModel
import Testing

/// Updates of podcasts by sources.
let mergeCases: [PodcastCase] = [
  PodcastCase("merge: adds and updates many podcasts as one change") { manager in
    let day = Date(timeIntervalSince1970: 1_700_000_000)
    let options = PodcastUpdateOptions(dateAdded: day)
    let new = try Podcast.source("night-sky", [("x", "X"), ("y", "Y")])
    let plan = try manager.merge([
      PodcastMerge(new, into: nil, options),
      PodcastMerge(try .source("anything", [("d", "Deep")]), into: .nightSky, options),
      PodcastMerge(try .source("gone", [("d", "Deep")]), into: .missing, options),
    ])
    #expect(plan.episodes.map(\.rawValue) == ["night-sky-2/x", "night-sky-2/y", "night-sky/deep"])
    #expect(plan.changes.map(\.item.id.rawValue) == ["night-sky", "night-sky-2"])
    #expect(try manager.ids() == ["album", "daily-byte", "loose", "night-sky", "night-sky-2"])
    let updated = try manager.existing("night-sky")
    #expect(Set(updated.episodes.map(\.id.name)) == ["a", "b", "c", "deep"])
    #expect(updated.tags == ["space"])
    #expect(updated.episodes.first { $0.id.name == "deep" }?.fields[.dateAdded] == .date(day))
    #expect(try manager.existing("night-sky-2").episodes.map(\.guid) == ["x", "y"])
  },
  PodcastCase("merge: the same again changes nothing") { manager in
    let merge = PodcastMerge(try .source("s", [("x", "X")]), into: try .nightSky)
    try manager.merge([merge])
    try expectNoChange(manager) { try manager.merge([merge]) }
    try expectNoChange(manager) { try manager.merge([]) }
  },
  PodcastCase("merge: two sources of one podcast are both merged") { manager in
    let plan = try manager.merge([
      PodcastMerge(try .source("s", [("x", "X")]), into: try .loose),
      PodcastMerge(try .source("s", [("y", "Y")]), into: try .loose),
    ])
    #expect(plan.changes.count == 1)
    #expect(Set(try manager.existing("loose").episodes.compactMap(\.guid)) == ["x", "y"])
  },
  // Ratings and plays are lost when people leave iTunes: elementary/music 417, quodlibet 2779.
  PodcastCase("merge: a record of listening is combined with what episodes have") { manager in
    func date(_ seconds: Double) -> Episode.FieldValue { .date(Date(timeIntervalSince1970: seconds)) }
    func fields(_ rating: Int64?, _ count: Int64, _ last: Double, _ added: Double) -> Episode.Fields {
      var fields: Episode.Fields = [.playCount: .integer(count), .lastPlayedAt: date(last), .dateAdded: date(added)]
      fields[.rating] = rating.map(Episode.FieldValue.integer)
      return fields
    }
    let id = try Podcast.ID(validating: "heard")
    func podcast(_ episodes: [Episode.Fields]) throws -> Podcast {
      Podcast(
        id: id, title: "Heard",
        episodes: try episodes.enumerated().map { Episode(id: try Episode.ID(validating: "heard/\($0)"), fields: $1) })
    }
    try manager.add(try podcast([[:], fields(2, 9, 900, 100), fields(nil, 1, 100, 900)]))
    let record = try podcast([fields(4, 5, 500, 500), fields(4, 5, 500, 500), fields(4, 5, 500, 500)])
    var options = PodcastUpdateOptions()
    options.recordsListening = true
    let plan = try manager.merge([PodcastMerge(record, into: id, options)])
    #expect(plan.updatedEpisodes.map(\.after.id.name) == ["0", "2"])
    let after = try manager.existing("heard").episodes
    let expected = [fields(4, 5, 500, 500), fields(2, 9, 900, 100), fields(4, 5, 500, 500)]
    for field in Episode.listeningFields { #expect(after.map { $0.fields[field] } == expected.map { $0[field] }) }
    try expectNoChange(manager) { try manager.merge([PodcastMerge(record, into: id, options)]) }
    options.replacesRatings = true
    try manager.merge([PodcastMerge(record, into: id, options)])
    #expect(try manager.existing("heard").episodes.map(\.rating) == [4, 4, 4])
  },
  PodcastCase("merge: a record of listening changes nothing else") { manager in
    let before = try manager.existing("night-sky")
    let (first, second) = (before.episodes[0].id, before.episodes[1].id)
    try manager.perform(.editEpisodes([second], [EpisodeEdit(.field(.position), .seconds(5))]))
    let record = before.withEpisodes(
      [first, second].map {
        Episode(id: $0, url: "https://other.example/", fields: [.position: .seconds(70), .title: .text("Other")])
      })
    var options = PodcastUpdateOptions()
    options.recordsListening = true
    let plan = try manager.merge([PodcastMerge(record, into: before.id, options)])
    #expect(plan.changes.count == 1 && plan.notes.isEmpty)
    let after = try manager.existing("night-sky")
    #expect(after.episodes.prefix(2).map(\.position) == [70, 5])
    #expect(after.episodes.map(\.title) == before.episodes.map(\.title))
    #expect(after.episodes.map(\.url) == before.episodes.map(\.url))
    try expectNoChange(manager) { try manager.merge([PodcastMerge(record, into: before.id, options)]) }
  },
  PodcastCase("scan: recognized episodes keep their ids, and new tracks come to their places") { manager in
    let id = try Podcast.ID(validating: "weather")
    func track(_ number: Int64, _ title: String, id name: String) throws -> Episode {
      Episode(
        id: try Episode.ID(validating: "weather/\(name)"), url: "file:///m/\(number).flac",
        fields: [.title: .text(title), .trackNumber: .integer(number)])
    }
    let album = Podcast(id: id, kind: .album, title: "Weather", episodes: [try track(2, "Rain", id: "rain")])
    try manager.add(album)
    let source = album.withEpisodes([
      try track(2, "Drizzle", id: "x"), try track(1, "Sun", id: "x"), try track(3, "Rain", id: "x"),
    ])
    var options = PodcastUpdateOptions(recognized: [try Episode.ID(validating: "weather/rain"), nil, nil])
    // Only a manager with history knows that no scan wrote the album.
    options.overwrites = true
    let plan = try manager.scan([PodcastMerge(source, into: id, options)])
    #expect(plan.operation.kind == .scan)
    #expect(plan.episodes.map(\.name) == ["001-sun", "003-rain"])
    let after = try manager.existing("weather").episodes
    #expect(after.map(\.id.name) == ["001-sun", "rain", "003-rain"])
    #expect(after.map(\.title) == ["Sun", "Drizzle", "Rain"])
    try expectNoChange(manager) { try manager.scan([]) }
  },
  PodcastCase("merge: facts about the update are in the plan") { manager in
    // Only a manager with history knows that the user wrote another title.
    let title = try manager.existing("loose").title
    func merge(_ guid: String) throws -> PodcastMerge {
      PodcastMerge(try Podcast.source("s", [(guid, "X")]).withTitle(title), into: try .loose)
    }
    try manager.merge([merge("x")])
    let plan = try manager.merge([merge("z")])
    #expect(plan.notes.map(\.note) == [.guidsChanged(1)])
    #expect(plan.notes.map(\.podcast) == [try .loose])
    #expect(try manager.existing("loose").episodes.count == 1)
  },
]

extension Podcast {
  /// A podcast as a feed has it, with the guids and titles of its episodes.
  fileprivate static func source(_ id: String, _ episodes: [(guid: String, title: String)]) throws -> Podcast {
    let id = try ID(validating: id)
    return Podcast(
      id: id, title: "A title", author: "Somebody", feed: "https://example.org/feed.xml",
      episodes: try episodes.map { episode in
        Episode(
          id: try Episode.ID(validating: "\(id)/\(episode.guid)"), guid: episode.guid,
          url: "https://example.org/\(episode.title).mp3", fields: [.title: .text(episode.title)])
      })
  }
}
