import Foundation
import MixtapeModel
import SystemPackage
import TestSupport
import Testing

@testable import Companions

struct MusicScanTests {
  private var trial = ScanTrial()

  init() {
    trial.add("w/1.mp3", "Rain", track: 1)
    trial.add("w/2.mp3", "Snow", track: 2)
    trial.add("w/10.mp3", "Fog", track: 10)
  }

  @Test mutating func `an album becomes a file, in its order`() throws {
    let outcome = try trial.scan(into: try Folder(validating: "music"))
    #expect(outcome.merges.count == 1)
    let album = try #require(trial.library.first)
    #expect(album.id.rawValue == "weather")
    #expect(album.folder.path == "music")
    #expect(album.kind == .album)
    #expect(album.title == "Weather")
    #expect(album.author == "Ann")
    #expect(try trial.tracks("weather") == ["001-rain w/1.mp3", "002-snow w/2.mp3", "010-fog w/10.mp3"])
    #expect(album.episodes[0].fields[.dateAdded] == .date(trial.day))
    #expect(album.episodes[0].fields[.fileFormat] == .text("mp3"))
  }

  @Test mutating func `a second scan reads and changes nothing`() throws {
    try trial.scan()
    let before = trial.library
    #expect(try trial.scan().merges.isEmpty)
    #expect(trial.read == [])
    #expect(trial.library == before)
    try trial.scan(readsAll: true)
    #expect(trial.read.count == 3)
    #expect(trial.library == before)
  }

  @Test mutating func `values that the history brought back are read again`() throws {
    try trial.scan()
    let before = trial.library
    try trial.retag("w/2.mp3") { $0.title = "Sleet" }
    try trial.scan()
    let after = trial.library
    #expect(after != before)
    trial.library = before
    try trial.scan()
    #expect(trial.read == ["w/2.mp3"])
    #expect(trial.library == after)
    try trial.scan()
    #expect(trial.read == [])
  }

  @Test mutating func `what the user wrote stays, and changed files change the rest`() throws {
    try trial.scan()
    let album = try #require(trial.library.first)
    trial.library = [
      try album.withTitle("My title").withTags(["calm"]).withEpisodes(
        album.episodes.map { $0.with(.rating, .integer(2)).with(.playCount, .integer(7)).with(.composer, .text("Me")) })
    ]
    try trial.retag("w/2.mp3") {
      $0.title = "Sleet"
      $0.rating = 5
      $0.playCount = 1
    }
    try trial.scan()
    #expect(trial.read == ["w/2.mp3"])
    let after = try #require(trial.library.first)
    #expect(after.title == "My title")
    #expect(after.tags == ["calm"])
    #expect(after.episodes.map(\.title) == ["Rain", "Sleet", "Fog"])
    #expect(after.episodes.map(\.id.name) == ["001-rain", "002-snow", "010-fog"])
    #expect(after.episodes.allSatisfy { $0.rating == 2 && $0.playCount == 7 && $0.fields[.composer] == .text("Me") })
  }

  @Test mutating func `another song at the same path does not get the rating of the old one`() throws {
    try trial.retag("w/1.mp3") { $0.duration = 100 }
    try trial.retag("w/2.mp3") { $0.duration = 100 }
    try trial.scan()
    let album = try #require(trial.library.first)
    trial.library = [
      album.withEpisodes(album.episodes.map { $0.with(.rating, .integer(2)).with(.playCount, .integer(7)) })
    ]
    try trial.retag("w/1.mp3") { ($0.title, $0.artist, $0.duration) = ("Other", "Bob", 300) }
    // Another encoding with corrected tags is the same song.
    try trial.retag("w/2.mp3") { ($0.title, $0.artist, $0.duration) = ("Snow!", "Ann B.", 101) }
    let outcome = try trial.scan()
    #expect(outcome.replaced.map(\.rawValue) == ["weather/001-rain"])
    let after = try #require(trial.library.first).episodes
    #expect(after.map(\.rating) == [nil, 2, 2])
    #expect(after.map(\.playCount) == [nil, 7, 7])
    #expect(after[0].title == "Other")
    #expect(try trial.scan().replaced == [])
  }

  @Test mutating func `a new file comes to its place in the album`() throws {
    try trial.scan()
    trial.add("w/3.mp3", "Hail", track: 3)
    trial.add("w/bonus.mp3", "Bonus")
    try trial.scan()
    #expect(trial.read == ["w/3.mp3", "w/bonus.mp3"])
    #expect(trial.library.count == 1)
    #expect(try trial.tracks("weather").map { $0.prefix(3) } == ["001", "002", "003", "010", "bon"])
  }

  @Test mutating func `files that move are recognized by content`() throws {
    try trial.scan()
    for name in ["1", "2", "10"] { try trial.move("w/\(name).mp3", to: "Ann/Weather/0\(name).mp3") }
    let outcome = try trial.scan()
    #expect(outcome.moved.count == 3)
    #expect(outcome.missing == [])
    #expect(
      try trial.tracks("weather")
        == ["001-rain Ann/Weather/01.mp3", "002-snow Ann/Weather/02.mp3", "010-fog Ann/Weather/010.mp3"])
  }

  @Test mutating func `a file that moved is recognized after undo`() throws {
    try trial.scan()
    let before = trial.library
    try trial.move("w/1.mp3", to: "w/a.mp3")
    try trial.scan()
    for _ in 1...2 { #expect(try trial.scan().merges.isEmpty) }
    trial.library = before
    #expect(try trial.scan().moved.map(\.episode.rawValue) == ["weather/001-rain"])
    #expect(try trial.tracks("weather") == ["001-rain w/a.mp3", "002-snow w/2.mp3", "010-fog w/10.mp3"])
  }

  @Test mutating func `the records of earlier paths are bounded`() throws {
    try trial.scan()
    var path = "w/1.mp3"
    for step in 1...20 {
      let next = "w/step \(step).mp3"
      try trial.move(path, to: next)
      path = next
      for _ in 1...2 { try trial.scan() }
    }
    #expect(trial.records.files.count == 3 + 8)
  }

  @Test mutating func `a file that moves and changes is recognized by its MusicBrainz id`() throws {
    trial.add("w/1.mp3", "Rain", track: 1, id: "https://musicbrainz.org/track/1")
    try trial.scan()
    try trial.move("w/1.mp3", to: "other/a.mp3")
    try trial.retag("other/a.mp3") { $0.title = "Drizzle" }
    try trial.scan()
    #expect(try trial.tracks("weather").first == "001-rain other/a.mp3")
  }

  @Test mutating func `files that move and get new tags are recognized by artist, title and playing time`() throws {
    for (name, duration) in [("1", 61.2), ("2", 62), ("10", 63)] {
      try trial.retag("w/\(name).mp3") { $0.duration = duration }
    }
    try trial.scan()
    for name in ["1", "2", "10"] {
      try trial.move("w/\(name).mp3", to: "Ann/Weather/0\(name).mp3")
      try trial.retag("Ann/Weather/0\(name).mp3") { ($0.album, $0.year) = ("Weather (Deluxe)", 1999) }
    }
    // Two tracks with one title are not guessed.
    trial.add("Ann/Weather/copy.mp3", "Fog", track: 11)
    for _ in 1...3 { try trial.retag("Ann/Weather/copy.mp3") { $0.duration = 63 } }
    let outcome = try trial.scan()
    #expect(outcome.moved.map(\.episode.rawValue).sorted() == ["weather/001-rain", "weather/002-snow"])
    #expect(outcome.missing.map(\.rawValue) == ["weather/010-fog"])
  }

  @Test mutating func `files that get new titles, ids and paths are recognized by their places in the album`() throws {
    for (name, duration) in [("1", 61.2), ("2", 62), ("10", 63)] {
      try trial.retag("w/\(name).mp3") { ($0.duration, $0.albumArtist) = (duration, nil) }
    }
    try trial.scan()
    for (name, title) in [("1", "Drizzle"), ("2", "Sleet"), ("10", "Mist")] {
      let path = "Ann/Weather/\(title).mp3"
      try trial.move("w/\(name).mp3", to: path)
      try trial.retag(path) {
        ($0.title, $0.artist, $0.albumArtist) = (title, "Ann feat. Bo", "Ann")
        $0.musicBrainzAddress = "https://musicbrainz.org/track/\(name)"
        // Another song took the place of track 10.
        $0.duration = name == "10" ? 90 : $0.duration
      }
    }
    // A second candidate is not guessed.
    trial.add("Ann/Weather/copy.mp3", "Snow again", track: 2)
    try trial.retag("Ann/Weather/copy.mp3") { $0.duration = 62.5 }
    let outcome = try trial.scan()
    #expect(outcome.moved.map(\.episode.rawValue) == ["weather/001-rain"])
    #expect(outcome.missing.map(\.rawValue) == ["weather/002-snow", "weather/010-fog"])
    #expect(trial.library[0].episodes[0].title == "Drizzle")
  }

  @Test mutating func `files that are renamed in a circle keep their tracks`() throws {
    try trial.scan()
    try trial.move("w/1.mp3", to: "x")
    try trial.move("w/2.mp3", to: "w/1.mp3")
    try trial.move("w/10.mp3", to: "w/2.mp3")
    try trial.move("x", to: "w/10.mp3")
    for name in ["w/1.mp3", "w/2.mp3", "w/10.mp3"] { trial.files[name]?.time = 9 }
    try trial.scan()
    #expect(try trial.tracks("weather") == ["001-rain w/10.mp3", "002-snow w/1.mp3", "010-fog w/2.mp3"])
  }

  @Test mutating func `files that are gone are reported, and come back`() throws {
    try trial.scan()
    let before = trial.library
    let file = trial.files.removeValue(forKey: "w/2.mp3")
    let outcome = try trial.scan()
    #expect(outcome.missing.map(\.rawValue) == ["weather/002-snow"])
    #expect(outcome.merges.isEmpty)
    #expect(trial.library == before)
    trial.files["later/snow.mp3"] = file
    #expect(try trial.scan().missing == [])
    #expect(try trial.tracks("weather")[1] == "002-snow later/snow.mp3")
  }

  @Test mutating func `a copy of a file is another track`() throws {
    try trial.scan()
    trial.files["copies/1.mp3"] = trial.files["w/1.mp3"]
    try trial.scan()
    #expect(try trial.tracks("weather").contains("001-rain w/1.mp3"))
    #expect(trial.library.flatMap(\.episodes).count == 4)
  }

  @Test mutating func `without records, files are read again, and tracks stay the same`() throws {
    try trial.scan()
    let before = trial.library
    trial.records = ScanRecords()
    try trial.scan()
    #expect(trial.read.count == 3)
    #expect(trial.library == before)
  }

  @Test mutating func `new tags of all files change the album`() throws {
    try trial.scan()
    for path in ["w/1.mp3", "w/2.mp3", "w/10.mp3"] {
      try trial.retag(path) { ($0.album, $0.albumArtist, $0.artist) = ("Climate", "Bo", "Bo") }
    }
    try trial.scan()
    let album = try #require(trial.library.first)
    #expect(trial.library.count == 1)
    #expect(album.id.rawValue == "weather")
    #expect(album.title == "Climate")
    #expect(album.author == "Bo")
    #expect(album.episodes.allSatisfy { $0.fields[.artist] == .text("Bo") && $0.fields[.album] == .text("Climate") })
  }

  @Test mutating func `a track whose tags name another album stays in its file`() throws {
    try trial.scan()
    try trial.retag("w/2.mp3") { $0.album = "Other" }
    try trial.scan()
    #expect(trial.library.map(\.id.rawValue) == ["weather"])
    #expect(trial.library[0].title == "Weather")
    #expect(trial.library[0].episodes[1].fields[.album] == .text("Other"))
  }

  @Test mutating func `an album typed by hand gets its files`() throws {
    let id = try #require(Podcast.ID(rawValue: "my-weather"))
    trial.library = [
      Podcast(
        id: id, kind: .album, title: "WEATHER",
        episodes: try ["snow", "rain"].map { name in
          Episode(
            id: try #require(Episode.ID(podcast: id, name: name)), fields: [.title: .text(name), .rating: .integer(3)])
        })
    ]
    try trial.scan()
    #expect(trial.library.count == 1)
    #expect(try trial.tracks("my-weather") == ["snow w/2.mp3", "rain w/1.mp3", "010-fog w/10.mp3"])
    #expect(trial.library[0].episodes[0].rating == 3)
  }

  @Test mutating func `tracks of several discs have different ids`() throws {
    trial.files = [:]
    trial.add("w/CD 2/1.mp3", "Intro", track: 1, disc: 2)
    trial.add("w/CD 1/1.mp3", "Intro", track: 1)
    try trial.scan()
    #expect(try trial.tracks("weather") == ["001-intro w/CD 1/1.mp3", "201-intro w/CD 2/1.mp3"])
    #expect(trial.library[0].episodes.map { $0.fields[.discNumber] } == [.integer(1), .integer(2)])
  }

  @Test mutating func `albums with one title get different ids`() throws {
    trial.add("b/1.mp3", "Sun", album: "Weather", artist: "Bo")
    trial.add("c/1.mp3", "Sun", album: "Weather", artist: "Bo")
    try trial.scan()
    #expect(Set(trial.library.map(\.id.rawValue)) == ["weather", "weather-bo", "weather-ann"])
  }

  @Test mutating func `a track without an album has the title of the only album of its directory`() throws {
    trial.add("w/4.mp3", "Hail", album: nil, artist: nil, track: 4)
    try trial.scan()
    #expect(trial.library.map(\.title) == ["Weather"])
    #expect(trial.library[0].episodes.allSatisfy { $0.fields[.album] == .text("Weather") })
    // Also if the others are not read.
    trial.add("w/5.mp3", "Frost", album: nil, artist: nil, track: 5)
    try trial.scan()
    #expect(trial.read == ["w/5.mp3"])
    #expect(trial.library[0].episodes.count == 5)
    #expect(trial.library[0].episodes.allSatisfy { $0.fields[.album] == .text("Weather") })
  }

  @Test mutating func `files of removed tracks are known by their content`() throws {
    try trial.scan()
    try removeTrack("002-snow")
    for (old, new) in [("w/2.mp3", "w/two.mp3"), ("w/two.mp3", "w/zwei.mp3")] {
      try trial.move(old, to: new)
      let options = try #require(try trial.scan(keepsLibrary: true).merges.first?.options)
      // The first path is the one that history knows.
      #expect(options.earlierAddresses["file:///m/\(new)"]?.contains("file:///m/w/2.mp3") == true)
    }
    #expect(
      Set(trial.records.files.keys.map(\.string)) == [
        "/m/w/1.mp3", "/m/w/10.mp3", "/m/w/2.mp3", "/m/w/two.mp3", "/m/w/zwei.mp3",
      ])
    trial.files["w/zwei.mp3"] = nil
    try trial.scan()
    #expect(trial.records.files.count == 2)
  }

  @Test mutating func `a copy of the file of a removed track is a new track`() throws {
    try trial.scan()
    try removeTrack("002-snow")
    trial.files["w/copy.mp3"] = trial.files["w/2.mp3"]
    #expect(try trial.scan(keepsLibrary: true).merges.first?.options.earlierAddresses == [:])
  }

  private mutating func removeTrack(_ name: String) throws {
    let album = try #require(trial.library.first)
    trial.library = [album.withEpisodes(album.episodes.filter { $0.id.name != name })]
  }

  @Test mutating func `a scan finds what another scan has added meanwhile`() throws {
    var first = try trial.startScan()
    try trial.scan()
    first.refresh(trial.library, trial.records)
    let outcome = first.outcome(into: .top, now: trial.day) { _ in false }
    let manager = InMemoryPodcastManager(trial.library)
    #expect(try manager.scan(outcome.merges).changesNothing)
    #expect(outcome.records == trial.records)
  }

  @Test mutating func `tracks without tags have the names of their files`() throws {
    trial.files = ["Ann - Live/03 - Rain.mp3": .init(digest: "1"), "Ann - Live/notes.mp3": .init(digest: "2")]
    try trial.scan()
    #expect(trial.library.map(\.title) == ["Ann - Live"])
    #expect(trial.library[0].author == nil)
    #expect(trial.library[0].episodes.map(\.title) == ["Rain", "notes"])
    #expect(trial.library[0].episodes[0].fields[.trackNumber] == .integer(3))
    trial.files["Bo/Live/01 - Bo - Sun.mp3"] = .init(digest: "3")
    try trial.scan()
    let album = try #require(trial.library.first { $0.title == "Live" })
    #expect(album.author == "Bo")
    #expect(album.episodes.map(\.title) == ["Sun"] && album.episodes[0].fields[.artist] == .text("Bo"))
  }
}
