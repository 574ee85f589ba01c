import Foundation
import Interchange
import MixtapeModel
import Testing

/// Ratings and plays are lost when people leave iTunes (elementary/music 417, quodlibet 2779) and Rhythmbox (quodlibet 1463).
@Suite struct ListeningTests {
  private func track(_ id: Int, _ members: String) -> String {
    "<key>\(id)</key><dict><key>Track ID</key><integer>\(id)</integer>\(members)</dict>"
  }

  private func text(_ key: String, _ value: String) -> String { "<key>\(key)</key><string>\(value)</string>" }
  private func number(_ key: String, _ value: Int) -> String { "<key>\(key)</key><integer>\(value)</integer>" }
  private func date(_ key: String, _ value: String) -> String { "<key>\(key)</key><date>\(value)</date>" }

  /// Returns the tracks of an iTunes library.
  private func itunes(_ tracks: [String]) throws -> InterchangeDocument {
    let text = "<plist version='1.0'><dict><key>Tracks</key><dict>\(tracks.joined())</dict></dict></plist>"
    return try #require(try read(text, as: "itunes").document)
  }

  private static let day = Episode.FieldValue.date(Date(timeIntervalSince1970: 1_580_702_706))

  @Test func `the values of iTunes`() throws {
    let tracks = try itunes([
      track(12, text("Name", "B") + number("Play Count", 0)),
      track(
        7,
        text("Name", "A") + number("Rating", 80) + number("Play Count", 12) + number("Play Date", 3_663_547_506)
          + date("Play Date UTC", "2020-02-03T04:05:06Z") + date("Date Added", "2020-02-03T04:05:06Z")),
    ]).tracks
    #expect(tracks.map(\.entry.title) == ["A", "B"])
    #expect(
      tracks.map(\.fields) == [
        [.rating: .integer(4), .playCount: .integer(12), .lastPlayedAt: Self.day, .dateAdded: Self.day], [:],
      ])
    #expect(tracks.map(\.isHeard) == [true, false])
  }

  /// iTunes has half stars, and shows the stars of an album at each of its tracks.
  @Test(arguments: [
    (0, false, nil), (20, false, 1), (50, false, 3), (100, false, 5), (120, false, nil), (80, true, nil),
  ])
  func `the stars of iTunes`(_ rating: Int, _ isComputed: Bool, _ stars: Int64?) throws {
    let computed = isComputed ? "<key>Rating Computed</key><true/>" : ""
    let fields = try itunes([track(1, number("Rating", rating) + computed)]).tracks.map(\.fields)
    #expect(fields.map { $0[.rating] } == [stars.map(Episode.FieldValue.integer)])
  }

  @Test func `the values of Rhythmbox`() throws {
    let reading = try read(
      """
      <?xml version="1.0" standalone="yes"?>
      <rhythmdb version="2.0">
        <entry type="iradio"><title>Radio</title><location>http://radio.example/</location><play-count>3</play-count></entry>
        <entry type="song"><title>J\u{F3}ga</title><artist>Bj\u{F6}rk</artist><album>Homogenic</album><duration>305</duration>
          <location>file:///music/Bj%C3%B6rk/Homogenic/02%20J%C3%B3ga.flac</location><first-seen>1580702706</first-seen>
          <last-seen>1700000000</last-seen><rating>4</rating><play-count>7</play-count><last-played>1580702706</last-played></entry>
        <entry type="podcast-post"><title>Auroras</title><location>https://media.example.org/42.mp3</location>
          <mountpoint>file:///podcasts/42.mp3</mountpoint><last-played>0</last-played></entry>
      </rhythmdb>
      """, as: "rhythmbox")
    let tracks = try #require(reading.document?.tracks)
    #expect(reading.document?.playlists == [] && reading.diagnostics.isEmpty && reading.losses.isEmpty)
    #expect(tracks.map(\.entry.title) == ["J\u{F3}ga", "Auroras"])
    #expect(tracks[0].entry.duration == 305)
    #expect(tracks[1].entry.locations == ["https://media.example.org/42.mp3", "file:///podcasts/42.mp3"])
    #expect(
      tracks.map(\.fields) == [
        [.rating: .integer(4), .playCount: .integer(7), .lastPlayedAt: Self.day, .dateAdded: Self.day], [:],
      ])
  }

  @Test func `a Rhythmbox library is recognized, and one that is cut off is an error`() throws {
    let text = "<rhythmdb version='2.0'><entry type='song'><title>A</title></entry>"
    #expect(InterchangeFormats.format(of: Array(text.utf8), name: "rhythmdb.xml")?.name == "rhythmbox")
    #expect(try read(text, as: "rhythmbox").diagnostics.last?.message == "the file is cut off")
    #expect(try read("<plist/>", as: "rhythmbox").document == nil)
  }

  @Test func `tracks are found as entries of playlists are`() throws {
    let heard = number("Rating", 60) + number("Play Count", 2)
    let document = try itunes([
      // The music moved from a Mac.
      track(
        1,
        text("Name", "J\u{F3}ga") + heard
          + text("Location", "file://localhost/Users/anne/Music/Bj%C3%B6rk/Homogenic/02%20J%C3%B3ga.flac")),
      track(2, text("Name", "Heroes") + text("Artist", "David Bowie") + heard),
      track(3, text("Name", "Elsewhere") + heard),
      track(4, text("Name", "Nowhere") + date("Date Added", "2020-02-03T04:05:06Z")),
      // The same file twice: the larger number counts.
      track(5, text("Name", "Patches") + text("Artist", "Daily Byte") + number("Play Count", 3)),
      track(6, text("Name", "Patches") + text("Artist", "Daily Byte") + number("Play Count", 5)),
    ])
    var importer = ListeningImporter(library: try Library.podcasts(), ratings: true, plays: true)
    importer.add(document)
    let imported = importer.finished(replacingRatings: false)
    let records = imported.podcasts.flatMap(\.episodes)
    #expect(records.map(\.id.rawValue) == ["daily-byte/42", "homogenic/joga"])
    #expect(records.map(\.playCount) == [5, 2] && records.map(\.rating) == [nil, 3])
    #expect(imported.missing == 1 && imported.uncertain == 1)
    #expect(
      imported.losses.map { "\($0.name): \($0.reason)" } == [
        "listening data of \"David Bowie - Heroes\": the track may be heroes/heroes or live/heroes",
        "listening data of \"Elsewhere\": the library does not have the track",
      ])
  }

  @Test(arguments: [(true, false), (false, true)]) func `only what is asked for is imported`(
    _ ratings: Bool, _ plays: Bool
  ) throws {
    let values = number("Rating", 60) + number("Play Count", 2) + date("Date Added", "2020-02-03T04:05:06Z")
    var importer = ListeningImporter(library: try Library.podcasts(), ratings: ratings, plays: plays)
    importer.add(try itunes([track(1, text("Name", "Patches") + text("Artist", "Daily Byte") + values)]))
    let record = try #require(importer.finished(replacingRatings: false).podcasts.first?.episodes.first)
    #expect(record.rating == (ratings ? 3 : nil) && record.playCount == (plays ? 2 : nil))
    #expect(record.fields[.dateAdded] == (plays ? Self.day : nil))
  }

  @Test func `other ratings in the library are named`() throws {
    let library = try Library.podcasts().map { podcast in
      podcast.withEpisodes(podcast.episodes.map { $0.withRating(1) })
    }
    var importer = ListeningImporter(library: library, ratings: true, plays: false)
    importer.add(try itunes([track(1, text("Name", "Patches") + text("Artist", "Daily Byte") + number("Rating", 60))]))
    #expect(importer.finished(replacingRatings: false).losses.map(\.name) == ["ratings of 1 episode"])
    #expect(importer.finished(replacingRatings: true).losses.isEmpty)
  }
}
