import Foundation
import Testing

@testable import Companions

struct TagTextTests {
  @Test(
    arguments: [
      ("2003", 2003), ("2003-05-01", 2003), ("01/05/2003", 2003), ("20030501", nil), ("0000", nil), ("", nil),
      ("MMIII", nil),
    ] as [(String, Int64?)])
  func years(text: String, year: Int64?) { #expect(TrackTags([("DATE", text)]).year == year) }

  @Test(
    arguments: [
      ("3", 3), ("3/12", 3), ("03", 3), (" 7 ", 7), ("0", nil), ("A1", nil), ("99999999999999999999", nil),
    ] as [(String, Int64?)])
  func tracks(text: String, number: Int64?) { #expect(TrackTags([("TRACKNUMBER", text)]).trackNumber == number) }

  @Test(
    arguments: [
      ("120", 120), ("120.6", 121), ("120.4", 120), ("120.5", 121), ("0.5", 1), ("0.4", nil), ("127,96", 128),
      ("120.", 120), ("120.x", 120), ("fast", nil), ("1e9", nil), ("1.5E+3", nil), ("120 e", 120),
      ("9223372036854775807.9", nil),
    ] as [(String, Int64?)])
  func tempos(text: String, bpm: Int64?) { #expect(TrackTags([("BPM", text)]).bpm == bpm) }

  @Test func `names of other programs stand in for missing properties`() {
    let tags = TrackTags([("ALBUM ARTIST", "Ann"), ("TRACK", "3/12"), ("DISC", "2"), ("COMMON_TRACKNUMBER", "9")])
    #expect(tags.albumArtist == "Ann" && tags.trackNumber == 3 && tags.discNumber == 2)
    let both = TrackTags([
      ("ALBUM ARTIST", "Ann"), ("ALBUMARTIST", "Bo"), ("TRACK", "3"), ("TRACKNUMBER", "4"), ("DISC", "2"),
      ("DISCNUMBER", "1"),
    ])
    #expect(both.albumArtist == "Bo" && both.trackNumber == 4 && both.discNumber == 1)
  }

  @Test func `several genres and people are a list`() {
    let tags = TrackTags([
      ("GENRE", "Classical; Baroque"), ("ARTIST", "Ann;Bob"), ("COMPOSER", "A / B"), ("ALBUMARTIST", "AC/DC"),
    ])
    #expect(tags.genre == "Classical; Baroque")
    #expect(tags.artist == "Ann; Bob")
    #expect(tags.composer == "A; B")
    #expect(tags.albumArtist == "AC/DC")
  }

  /// kima-hub issue 43: a remaster counts as a song of its release year.
  @Test func `the original year and the recording are kept`() {
    let id = "11111111-2222-4333-8444-555555555555"
    let tags = TrackTags([
      ("DATE", "2008-09-30"), ("ORIGINALDATE", "1969-01-05"), ("MUSICBRAINZ_TRACKID", id),
      ("MUSICBRAINZ_RELEASETRACKID", id),
    ])
    #expect(tags.year == 2008)
    #expect(tags.originalYear == 1969)
    #expect(tags.musicBrainzAddress == "https://musicbrainz.org/track/\(id)")
    #expect(tags.recordingAddress == "https://musicbrainz.org/recording/\(id)")
    #expect(TrackTags([("MUSICBRAINZ_TRACKID", id)]).recordingAddress == nil)
  }

  @Test func `the refinement of a genre takes precedence`() {
    #expect(TrackTags([("GENRE", "Disco"), ("REFINED_GENRE", "Eurodisco")]).genre == "Eurodisco")
  }

  @Test func `common tags stand in for missing properties`() {
    let tags = TrackTags([("COMMON_TITLE", "a"), ("COMMON_ALBUM", "b"), ("ALBUM", "c"), ("COMMON_DATE", "1999")])
    #expect(tags.title == "a")
    #expect(tags.album == "c")
    #expect(tags.year == 1999)
  }

  @Test(
    arguments: [
      ("2023-05-01 12:34:56", 1_682_944_496), ("2023-05-01T12:34:56", 1_682_944_496), ("2023-05-01", 1_682_899_200),
      ("2016-12-31 23:59:60", 1_483_228_800), ("2023-13-01", nil), ("2023-05-01 25:00:00", nil),
      ("2023-05-01 12:60:00", nil), ("yesterday", nil), ("", nil),
    ] as [(String, Double?)])
  func times(text: String, seconds: Double?) {
    #expect(TrackTags([("LAST_PLAYED_TIMESTAMP", text)]).lastPlayedAt == seconds.map(Date.init(timeIntervalSince1970:)))
  }

  /// music-metadata issue 44, TagLib pull request 55: programs for Windows write Windows-1252 as Latin-1.
  @Test func `control characters of Latin-1 are those of Windows 1252`() {
    #expect(TrackTags([("TITLE", "Don\u{92}t \u{96} Zbo\u{9E}\u{F2}uju\u{81}")]).title == "Don’t – Zbožòuju")
  }

  @Test func `only UUIDs are ids of MusicBrainz`() {
    let id = "0D2F6C55-3D7B-4C6E-8A0E-53B7C3F7F0AA"
    #expect(TrackTags([("MUSICBRAINZ_ALBUMID", id)]).releaseID == id.lowercased())
    #expect(TrackTags([("MUSICBRAINZ_ALBUMID", "../../x")]).releaseID == nil)
    #expect(
      TrackTags([("MUSICBRAINZ_TRACKID", id)]).musicBrainzAddress
        == "https://musicbrainz.org/recording/\(id.lowercased())")
  }
}
