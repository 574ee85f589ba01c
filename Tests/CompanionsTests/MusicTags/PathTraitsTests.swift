import MixtapeModel
import SystemPackage
import Testing

@testable import Companions

struct PathTraitsTests {
  @Test(
    arguments: [
      ("03 - Rain", nil, 3, "Rain"), ("03. Rain", nil, 3, "Rain"), ("03_rain", nil, 3, "rain"),
      ("2-03 Rain", 2, 3, "Rain"),
      ("(Rain)", nil, nil, "(Rain)"), ("7", nil, nil, "7"), ("1979", nil, nil, "1979"),
      ("2001 A Space", nil, nil, "2001 A Space"),
      ("00 Rain", nil, nil, "00 Rain"), ("4x4", nil, nil, "4x4"), ("03 -", nil, nil, "03 -"),
    ] as [(String, Int64?, Int64?, String)])
  func names(stem: String, disc: Int64?, track: Int64?, title: String) {
    let place = PathTraits(of: FilePath("/m/Album/\(stem).mp3"))
    #expect(place.discInName == disc)
    #expect(place.track == track)
    #expect(place.title == title)
    #expect(place.album == "Album")
  }

  @Test(
    arguments: [
      ("CD 1", 1), ("cd2", 2), ("Disc 02", 2), ("disk-3", 3), ("CD1 - Live", 1), ("CDs", nil), ("Disco", nil),
      ("Disc", nil),
      ("CD 100", nil), ("CD 0", nil), ("CD 1st", nil), ("Disc One", 1), ("CD-two", 2), ("Discone", nil),
    ] as [(String, Int64?)])
  func discs(name: String, number: Int64?) {
    let place = PathTraits(of: FilePath("/m/Album/\(name)/a.mp3"))
    #expect(place.disc == number)
    #expect(place.directory == (number == nil ? FilePath("/m/Album/\(name)") : "/m/Album"))
  }

  @Test(
    arguments: [
      ("Alb (Disc 1)", "Alb", 1), ("Alb [CD2]", "Alb", 2), ("Alb - Disk 03", "Alb", 3), ("Alb CD 1", "Alb", 1),
      ("A, B, disc 2", "A, B", 2), ("ABCD 1", nil, nil), ("Alb (Disc)", nil, nil), ("Alb 2", nil, nil),
      ("Alb (CD 100)", nil, nil), ("Alb (Disc 1) live", nil, nil), ("(Disc 1)", nil, nil), ("Alb (Disc One)", "Alb", 1),
      ("Alb Disc Two", "Alb", 2), ("Alb [disc 2: Live]", "Alb", 2), ("Alb (Disc 1 of 2)", "Alb", 1),
      ("Alb (CD 2 - Live)", "Alb", 2), ("The Discone", nil, nil),
      ("Alb (Disc 2 live)", nil, nil),
    ] as [(String, String?, Int64?)])
  func `discs after the title`(name: String, album: String?, number: Int64?) {
    let place = PathTraits(of: FilePath("/m/\(name)/a.mp3"))
    #expect(place.disc == number)
    #expect(place.album == album ?? name)
  }

  @Test func `discs of a number of discs`() throws {
    let found = try #require(DiscName.albumAndDisc(in: "A/B (CD 2/3)"))
    #expect(found == ("A/B", 2))
    #expect(DiscName.albumAndDisc(in: "A (CD 2/x)") == nil)
  }

  @Test(
    arguments: [
      ("Ann/Weather/03 - Ann - Rain", "Ann", "Rain"), ("ann/Weather/Ann - Rain - Live", "Ann", "Rain - Live"),
      ("Ann/Weather/CD 1/03 Ann - Rain", "Ann", "Rain"), ("Ann - Weather/03 - Ann - Rain", "Ann", "Rain"),
      ("Ann/Weather/03 - Bo - Rain", nil, "Bo - Rain"), ("Weather/03 - Ann - Rain", nil, "Ann - Rain"),
      ("Ann/03 - Ann - Rain", "Ann", "Rain"), ("Ann/Weather/03 - Ann-Rain", nil, "Ann-Rain"),
    ] as [(String, String?, String)])
  func `artists that a directory confirms`(path: String, artist: String?, title: String) {
    let place = PathTraits(of: FilePath("/m/\(path).mp3"))
    #expect(place.artist == artist)
    #expect(place.title == title)
  }
}
