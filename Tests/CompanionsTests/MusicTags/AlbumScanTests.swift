import Foundation
import MixtapeModel
import SystemPackage
import Testing

@testable import Companions

/// Albums in several directories, and new tracks of known albums.
struct AlbumScanTests {
  private var trial = ScanTrial()

  init() {
    trial.add("w/1.mp3", "Rain", track: 1)
    trial.add("w/2.mp3", "Snow", track: 2)
    trial.add("w/10.mp3", "Fog", track: 10)
  }

  @Test mutating func `discs that titles name are one album`() throws {
    trial.files = [:]
    trial.add("Box 1/01.mp3", "Rain", album: "Box (Disc 1)", track: 1, disc: 1)
    try trial.scan()
    #expect(trial.library.map(\.title) == ["Box (Disc 1)"])
    trial.add("Box 2/01.mp3", "Snow", album: "Box (Disc 2)", track: 1, disc: 1)
    try trial.scan()
    #expect(trial.library.map(\.title) == ["Box"])
    #expect(try trial.tracks("box-disc-1") == ["001-rain Box 1/01.mp3", "201-snow Box 2/01.mp3"])
    #expect(trial.library[0].episodes.allSatisfy { $0.fields[.album] == .text("Box") })
    let before = trial.library
    for readsAll in [false, true] {
      #expect(try trial.scan(readsAll: readsAll).merges.isEmpty || trial.library == before)
    }
    // A scan of one disc does not know the whole album.
    trial.root = "/m/Box 1"
    try trial.scan(readsAll: true)
    #expect(trial.library == before)
    trial.root = "/m"
    // At once, and with the title of the user.
    trial.library = []
    try trial.scan()
    #expect(trial.library.map(\.id.rawValue) == ["box"])
    trial.library = [try before[0].withTitle("My box")]
    trial.add("Box 3/01.mp3", "Fog", album: "Box (Disc 3)", track: 1)
    try trial.scan()
    #expect(trial.library.map(\.title) == ["My box"])
    #expect(try trial.tracks("box-disc-1").last == "301-fog Box 3/01.mp3")
  }

  @Test mutating func `directories number discs whose tags all say 1`() throws {
    trial.files = [:]
    trial.add("Box/CD1/01.mp3", "Rain", album: "Box", track: 1, disc: 1)
    trial.add("Box/CD2/01.mp3", "Snow", album: "Box", track: 1, disc: 1)
    trial.add("Box/CD3/01.mp3", "Fog", album: "Box", track: 1, disc: 4)
    try trial.scan()
    let tracks = try trial.tracks("box")
    #expect(tracks == ["001-rain Box/CD1/01.mp3", "201-snow Box/CD2/01.mp3", "401-fog Box/CD3/01.mp3"])
  }

  @Test mutating func `a new track of an album with tracks elsewhere goes to its file, and a copy does not`() throws {
    try trial.scan()
    trial.root = "/m/new"
    trial.add("new/3.mp3", "Hail", track: 3)
    try trial.scan()
    #expect(trial.library.map(\.episodes.count) == [4])
    #expect(try trial.tracks("weather").contains("003-hail new/3.mp3"))
    trial.root = "/m/backup"
    for (number, title) in [(1, "Rain"), (2, "Snow")] as [(Int64, String)] {
      trial.add("backup/\(number)/a.mp3", title, track: number)
    }
    try trial.scan()
    #expect(trial.library.map(\.episodes.count).sorted() == [2, 4])
  }

  @Test mutating func `other files of an album in its directory go to its file`() throws {
    try trial.scan()
    for name in ["1", "2", "10"] { trial.files["w/\(name).mp3"] = nil }
    trial.add("w/1.flac", "Rain", track: 1)
    try trial.retag("w/1.flac") { $0.title = "Rain (remastered)" }
    let outcome = try trial.scan()
    #expect(outcome.missing.count == 3)
    #expect(trial.library.map(\.episodes.count) == [4])
  }

  @Test mutating func `tags with the title that the user gave name the album`() throws {
    try trial.scan()
    trial.library = [try trial.library[0].withTitle("My weather")]
    trial.add("w/3.mp3", "Hail", album: "My Weather", track: 3)
    trial.add("other/4.mp3", "Sun", album: "My Weather", artist: "Bo", track: 4)
    try trial.scan()
    #expect(trial.library.map(\.episodes.count).sorted() == [1, 4])
    #expect(try trial.tracks("weather").contains("003-hail w/3.mp3"))
    #expect(trial.library.contains { $0.title == "My weather" })
  }

  // MARK: - Copies, and the order of scans

  @Test mutating func `a disc joins the edited album of its directory, also if there is a copy`() throws {
    trial.files = [:]
    for place in ["Box", "copy/Box"] {
      for disc in 1...2 {
        trial.add("\(place)/CD\(disc)/01.mp3", "Song \(disc)", album: "Box", track: 1, disc: Int64(disc))
      }
      trial.root = FilePath("/m/\(place)")
      try trial.scan()
    }
    trial.library = try trial.library.map { $0.id.rawValue == "box" ? try $0.withTitle("My box").withAuthor("Me") : $0 }
    for place in ["Box", "copy/Box"] {
      trial.add("\(place)/CD3/01.mp3", "Song 3", album: "Box", track: 1, disc: 3)
      trial.root = FilePath("/m/\(place)/CD3")
      try trial.scan()
    }
    #expect(trial.library.map(\.episodes.count) == [3, 3])
    #expect(try trial.tracks("box").last == "301-song-3 Box/CD3/01.mp3")
    #expect(trial.library.first { $0.id.rawValue == "box" }?.title == "My box")
  }

  @Test mutating func `a disc without tags joins the album of its directory`() throws {
    trial.files = [:]
    trial.add("Box/CD1/01.mp3", "Song 1", album: "Box", track: 1)
    try trial.scan()
    trial.add("Box/CD2/01.mp3", "Song 2", album: nil, artist: nil, track: 1)
    trial.root = "/m/Box/CD2"
    try trial.scan()
    #expect(try trial.tracks("box") == ["001-song-1 Box/CD1/01.mp3", "201-song-2 Box/CD2/01.mp3"])
  }

  @Test mutating func `a copy with a file that the album has lost is another album`() throws {
    try trial.scan()
    for (path, file) in trial.files { trial.files["w/copy/\(path)"] = file }
    trial.files["w/1.mp3"] = nil
    #expect(try trial.scan().moved.map(\.episode.rawValue) == ["weather/001-rain"])
    #expect(try trial.tracks("weather") == ["001-rain w/copy/w/1.mp3", "002-snow w/2.mp3", "010-fog w/10.mp3"])
    #expect(trial.library.map(\.episodes.count).sorted() == [2, 3])
    let before = trial.library
    try trial.scan(readsAll: true)
    #expect(trial.library == before)
  }

  @Test mutating func `discs beside each other are one album, also if there are copies elsewhere`() throws {
    trial.files = [:]
    for place in ["a", "b"] {
      for disc in 1...2 { trial.add("\(place)/Box \(disc)/01.mp3", "Song", album: "Box (Disc \(disc))", track: 1) }
    }
    try trial.scan()
    #expect(trial.library.map(\.title) == ["Box", "Box"])
    #expect(trial.library.map(\.episodes.count) == [2, 2])
  }
}
