import Foundation
import Testing

@testable import MixtapeModel

/// Updates of albums from music files, and the edits of the user.
struct MusicUpdatingTests {
  private let id: Podcast.ID

  init() throws { id = try #require(Podcast.ID(rawValue: "weather")) }

  private func track(_ name: String, _ title: String, year: Int64? = nil, url: String? = nil, seconds: Double = 60)
    -> Episode
  {
    var fields: Episode.Fields = [.title: .text(title), .duration: .seconds(seconds)]
    fields[.year] = year.map(Episode.FieldValue.integer)
    return Episode(id: Episode.ID(unchecked: id, name: name), url: url ?? "file:///m/\(name).mp3", fields: fields)
  }

  private func album(_ tracks: Episode..., title: String = "Weather") -> Podcast {
    let album = Podcast(id: id, kind: .album, title: title)
    return album.withEpisodes(tracks.map { $0.inheriting(album.inheritance) })
  }

  /// Returns the update of an album that a scan made and the user edited, by files that a scan has recognized.
  private func update(
    _ states: Podcast?..., from source: Podcast, _ options: PodcastUpdateOptions = PodcastUpdateOptions()
  ) throws -> PodcastUpdate {
    let present = try #require(states.last ?? nil)
    var options = options
    let known = Set(present.episodes.map(\.id))
    options.recognized = source.episodes.map { known.contains($0.id) ? $0.id : nil }
    options.edits = zip(states, states.dropFirst()).compactMap { before, after in
      after.map { EditedPodcast(from: before, to: $0) }
    }.reversed()
    return present.updated(from: source, options)
  }

  @Test func `an edited value stays until the tags change it`() throws {
    let scanned = album(track("a", "Rain", year: 2003))
    let edited = album(track("a", "My rain", year: 1999), title: "My weather")
    let retagged = album(track("a", "Rain", year: 2004))
    let result = try update(scanned, edited, from: retagged)
    let after = try #require(result.podcast.episodes.first)
    #expect(after.title == "My rain")
    #expect(after.fields[.year] == .integer(2004))
    #expect(after.fields[.album] == .text("My weather"))
    #expect(result.podcast.title == "My weather")
    #expect(result.notes == [.editsReplaced([WrittenValue("year", of: after.id)])])
    #expect(try update(scanned, edited, from: scanned).podcast == edited)
  }

  @Test func `new tracks of an album that the user has renamed have its title`() throws {
    let scanned = album(track("a", "Rain"))
    let edited = album(track("a", "Rain"), title: "My weather")
    let tagged = Episode.FieldValue.text("Weather")
    // As in a scan that has read one file only: the head is that of the library.
    let source = edited.withEpisodes([
      track("b", "Snow").with(.album, tagged), track("c", "Fog").with(.album, .text("Other")),
    ])
    let result = try update(scanned, edited, from: source).podcast
    #expect(
      result.episodes.map { $0.inheriting(result.inheritance).fields[.album] }
        == ["My weather", "My weather", "Other"].map(Episode.FieldValue.text))
    // A later scan that reads all files changes nothing.
    let present = result.withEpisodes(result.episodes.map { $0.inheriting(result.inheritance) })
    let all = present.retitled("Weather").withEpisodes(
      present.episodes.map { $0.title == "Fog" ? $0 : $0.with(.album, tagged) })
    var options = PodcastUpdateOptions()
    options.recognized = present.episodes.map(\.id)
    options.edits = [EditedPodcast(from: scanned, to: edited)]
    #expect(present.updated(from: all, options).podcast == present)
  }

  @Test func `the title of all discs replaces no title that the user gave to one`() throws {
    let scanned = album(track("a", "Rain"), title: "Weather (Disc 1)")
    let edited = album(track("a", "Rain"), title: "My weather")
    let box = Episode.FieldValue.text("Weather")
    let source = album(title: "Weather").withEpisodes([
      track("a", "Rain").with(.album, box), track("b", "Snow").with(.album, box),
    ])
    let result = try update(scanned, edited, from: source)
    #expect(result.podcast.title == "My weather")
    #expect(result.podcast.episodes.allSatisfy { $0.fields[.album].map { $0 == .text("My weather") } ?? true })
    #expect(result.notes == [])
    // Without an edit, the title of the discs is that of the album.
    var options = PodcastUpdateOptions()
    options.recognized = [scanned.episodes[0].id, nil]
    #expect(scanned.updated(from: source, options).podcast.title == "Weather")
  }

  @Test func `tracks that were not read follow the title of the album`() throws {
    let scanned = album(track("a", "Rain"), track("b", "Snow").with(.album, .text("Other")), title: "Weather (Disc 1)")
    let result = try update(nil, scanned, from: album(track("c", "Fog"), title: "Weather")).podcast
    #expect(result.title == "Weather (Disc 1)")
    var options = PodcastUpdateOptions()
    options.recognized = [nil]
    let retitled = scanned.updated(from: album(track("c", "Fog"), title: "Weather"), options).podcast
    #expect(retitled.title == "Weather")
    #expect(retitled.episodes.prefix(2).map { $0.fields[.album] } == ["Weather", "Other"].map(Episode.FieldValue.text))
  }

  @Test func `values that describe the file follow the file`() throws {
    let scanned = album(track("a", "Rain", url: "file:///m/1.mp3"))
    let edited = album(track("a", "Rain", url: "file:///m/2.mp3", seconds: 90))
    let result = try update(scanned, edited, from: scanned)
    #expect(result.podcast.episodes.map(\.url) == ["file:///m/1.mp3"])
    #expect(result.podcast.episodes.map(\.duration) == [60])
  }

  @Test func `values of an album that the user wrote stay, and missing ones come from the files`() throws {
    let written = album(track("a", "rain", seconds: 61))
    let result = try update(nil, written, from: album(track("a", "Rain", year: 2003)))
    let after = try #require(result.podcast.episodes.first)
    #expect(after.title == "rain")
    #expect(after.fields[.year] == .integer(2003))
    #expect(after.duration == 60)
    #expect(result.notes == [.writtenKept([WrittenValue("title", of: after.id)])])
    var options = PodcastUpdateOptions()
    options.overwrites = true
    let overwritten = try update(nil, written, from: album(track("a", "Rain")), options)
    #expect(overwritten.podcast.episodes.map(\.title) == ["Rain"])
  }

  @Test func `missing ratings and plays come from the tags, and present ones stay`() throws {
    let listened = Date(timeIntervalSince1970: 1_700_000_000)
    let tagged = album(
      track("a", "Rain").with(.rating, .integer(4)).with(.playCount, .integer(7)).with(.lastPlayedAt, .date(listened)))
    let added = try update(nil, album(track("a", "Rain")), from: tagged)
    #expect(added.podcast.episodes == tagged.episodes)
    #expect(added.notes == [])
    let rated = album(track("a", "Rain").with(.rating, .integer(2)))
    var options = PodcastUpdateOptions()
    options.overwrites = true
    for options in [options, PodcastUpdateOptions()] {
      let after = try #require(try update(rated, from: tagged, options).podcast.episodes.first)
      #expect(after.rating == 2)
      #expect(after.playCount == 7)
    }
    // A feed has none.
    #expect(album(track("a", "Rain")).updated(from: tagged).podcast.episodes.map(\.rating) == [nil])
  }

  @Test func `removed tracks come back only if all are wanted`() throws {
    let scanned = album(track("a", "Rain"), track("b", "Snow"))
    let edited = album(track("a", "Rain"))
    let result = try update(scanned, edited, from: scanned)
    #expect(result.podcast == edited)
    #expect(result.notes == [.removedLeftOut(1)])
    let all = try update(scanned, edited, from: scanned, PodcastUpdateOptions(includesOlder: true))
    #expect(all.podcast.episodes.map(\.title) == ["Rain", "Snow"])
  }

  @Test func `the file of a removed track is known by its earlier addresses`() throws {
    let scanned = album(track("a", "Rain"), track("b", "Snow"))
    let edited = album(track("a", "Rain"))
    let moved = album(track("a", "Rain"), track("c", "Snow"))
    #expect(try update(scanned, edited, from: moved).podcast.episodes.count == 2)
    var options = PodcastUpdateOptions()
    options.earlierAddresses = ["file:///m/c.mp3": ["file:///m/x.mp3", "file:///m/b.mp3"]]
    let result = try update(scanned, edited, from: moved, options)
    #expect(result.podcast == edited)
    #expect(result.notes == [.removedLeftOut(1)])
  }

  @Test func `edits of a song do not count for another song in its file`() throws {
    let scanned = album(track("a", "Rain", year: 2003))
    let edited = album(track("a", "Rain", year: 1999))
    var options = PodcastUpdateOptions()
    options.replaced = [edited.episodes[0].id]
    let result = try update(scanned, edited, from: album(track("a", "Sun", year: 2003)), options)
    #expect(result.podcast.episodes.map { $0.fields[.year] } == [.integer(2003)])
  }
}
