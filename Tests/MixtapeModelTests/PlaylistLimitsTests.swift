import MixtapeModel
import Testing

@Suite("Limits per podcast, artist and album")
struct PlaylistLimitsTests {
  @Test(arguments: [
    ("3 per podcast", "3 per podcast"), ("1 per artist", "1 per artist"), ("007 per album", "7 per album"),
    ("999999999 per podcast", "999999999 per podcast"),
  ])
  func areRead(text: String, written: String) throws {
    #expect(try #require(GroupLimit(text)).description == written)
  }

  @Test(arguments: [
    "", "3", "per podcast", "0 per podcast", "-1 per podcast", "3 per", "3 per  podcast", " 3 per podcast",
    "3 per podcast ", "3 per genre", "3 Per podcast", "3 per Podcast", "1.5 per album", "3per podcast", "+3 per album",
    "1000000000 per podcast", "99999999999999999999 per podcast", "٣ per album",
  ])
  func anyOtherTextIsNone(text: String) {
    #expect(GroupLimit(text) == nil)
  }

  @Test func comeInAnyOrderAndOneOfEachKind() throws {
    let limits = try PlaylistLimits(["3 per podcast", "25"])
    #expect(limits == PlaylistLimits(.items(25), perGroup: GroupLimit(3, per: .podcast)))
    #expect(limits.description == "25, 3 per podcast" && !limits.isEmpty)
    #expect(try PlaylistLimits([]).isEmpty)
    #expect(throws: PlaylistLimits.Fault.repeated("10%")) { try PlaylistLimits(["25", "10%"]) }
    #expect(throws: PlaylistLimits.Fault.repeated("1 per album")) {
      try PlaylistLimits(["1 per artist", "1 per album"])
    }
    for text in ["0", "-1", "", "+1", "x", "99999999999999999999"] {
      #expect(throws: PlaylistLimits.Fault.invalid(text)) { try PlaylistLimits([text]) }
    }
  }

  @Test func areValuesOfOneKey() throws {
    let blank = Playlist(blank: try Playlist.ID(validating: "x"))
    for (value, texts) in [
      (FileValue.absent, []), (.number(25), ["25"]), (.text("90 min"), ["90 min"]),
      (.text("3 per podcast"), ["3 per podcast"]), (.list(["25", "3 per podcast"]), ["3 per podcast", "25"]),
      (.list(["2 GB", "1 per album"]), ["2 GB", "1 per album"]),
    ] as [(FileValue, [String])] {
      let playlist = try #require(blank.with(.limit, value))
      #expect(playlist.criteria.limits == (try PlaylistLimits(texts)) && playlist[.limit] == value)
    }
    #expect(blank.with(.limit, .list(["25"]))?[.limit] == .number(25))
    for value in [
      FileValue.text("25"), .text(""), .number(0), .list([]), .list(["25", "30"]), .list([""]), .flag(true),
    ] {
      #expect(blank.with(.limit, value) == nil)
    }
  }
}
