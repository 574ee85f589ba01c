import SystemPackage
import TestSupport
import Testing

@testable import Companions

/// The scales of ratings, by the tag, its e-mail, and the form of the number.
struct RatingTests {
  /// The texts of a tag that programs write for 1 to 5 stars.
  struct Scale: CustomTestStringConvertible {
    let program: String
    let key: String
    let texts: [String]

    init(_ program: String, _ key: String, _ texts: [String]) {
      (self.program, self.key, self.texts) = (program, key, texts)
    }

    /// A scale of the frame POPM.
    init(_ program: String, email: String, _ bytes: [Int]) {
      self.init(program, "POPM", bytes.map { "\(email)|\($0)|0" })
    }

    var testDescription: String { program }
  }

  @Test(arguments: [
    Scale("Windows Media Player", email: "Windows Media Player 9 Series", [1, 64, 128, 196, 255]),
    // quodlibet issue 4018
    Scale("MusicBee", email: "MusicBee", [1, 64, 128, 196, 255]),
    Scale("Winamp", email: "rating@winamp.com", [1, 64, 128, 196, 255]),
    Scale("MediaMonkey", email: "no@email", [1, 64, 128, 196, 255]),
    // clementine issue 3794, namida issue 1043
    Scale("Clementine, Strawberry", email: "", [1, 64, 128, 192, 255]),
    // onetagger issue 403: the e-mail is that of MediaMonkey.
    Scale("OneTagger", email: "no@email", [51, 102, 153, 204, 255]),
    // ampache issue 4264
    Scale("Ampache", email: "ann@example.org", [51, 102, 153, 204, 255]),
    // mixxx pull request 924
    Scale("Traktor", email: "traktor@native-instruments.de", [51, 102, 153, 204, 255]),
    Scale("Picard", email: "users@musicbrainz.org", [51, 102, 153, 204, 255]),
    // 255 times 0.2, 0.4 and so on, without their fraction
    Scale("Quod Libet", email: "quodlibet@lists.sacredchao.net", [50, 101, 152, 203, 255]),
    Scale("Kodi", email: "Ratings@xbmc.org", [40, 90, 140, 200, 250]),
    Scale("an e-mail with separators", email: "a|b", [1, 64, 128, 196, 255]),
    Scale("FMPS", "FMPS_RATING", ["0.2", "0.4", "0.6", "0.8", "1.0"]),
    // quodlibet issue 3533
    Scale("Quod Libet and Picard in comments", "NAMED_RATING", ["0.2", "0.4", "0.6", "0.8", "1.0"]),
    Scale("an e-mail with a percentage", "NAMED_RATING", ["20", "40", "60", "80", "100"]),
    Scale("Picard without an e-mail", "RATING", ["0.2", "0.4", "0.6", "0.8", "1.0"]),
    Scale("foobar2000", "RATING", ["1", "2", "3", "4", "5"]),
    // nd-rating-sync issue 13, tauon issue 1027
    Scale("MusicBee in comments", "RATING", ["20", "40", "60", "80", "100"]),
    Scale("Traktor in FLAC", "RATING", [51, 102, 153, 204, 255].map { "traktor@native-instruments.de|\($0)|0" }),
    Scale("MusicBee in MP4", "RATE", ["20", "40", "60", "80", "100"]),
  ])
  func `the stars of a program`(_ scale: Scale) {
    #expect(scale.texts.map { TrackTags([(scale.key, $0)]).rating } == [1, 2, 3, 4, 5])
  }

  /// xbmc pull request 10866: MediaMonkey and MusicBee write half stars.
  @Test func `half stars are rounded`() {
    let bytes = [13, 54, 118, 186, 242]
    #expect(bytes.map { TrackTags([("POPM", "no@email|\($0)|0")]).rating } == [1, 2, 3, 4, 5])
  }

  @Test func `numbers up to 10 are of 10`() {
    #expect(["6", "8", "10"].map { TrackTags([("RATING", $0)]).rating } == [3, 4, 5])
  }

  @Test(arguments: [
    ("POPM", "a|0|9"), ("POPM", "traktor@native-instruments.de|0|0"), ("POPM", "a|256|0"), ("POPM", "255"),
    ("FMPS_RATING", "0.0"), ("FMPS_RATING", "1.5"), ("RATE", "101"), ("RATING", "0"), ("RATING", "101"),
    ("RATING", "five"), ("RATING", "nan"), ("RATING", "inf"), ("RATING", "-1"), ("NAMED_RATING", "0"),
  ])
  func `other texts are no ratings`(key: String, text: String) { #expect(TrackTags([(key, text)]).rating == nil) }

  @Test func `the greatest of several ratings and counters counts`() {
    let tags = TrackTags([("POPM", "a|0|2"), ("POPM", "b|255|9"), ("PLAY_COUNT", "3")])
    #expect(tags.rating == 5)
    #expect(tags.playCount == 9)
  }

  @Test func `frames and comments have their e-mail`() throws {
    let sandbox = try Sandbox()
    func popularimeter(_ email: String, _ byte: UInt8) -> (String, [UInt8]) {
      ("POPM", Array(email.utf8) + [0, byte, 0, 0, 0, 7])
    }
    try sandbox.write(SilentTrack.mp3([popularimeter("users@musicbrainz.org", 40)], bitrates: [128, 128]), to: "a.mp3")
    try sandbox.write(SilentTrack.mp3([popularimeter("no@email", 40)], bitrates: [128, 128]), to: "b.mp3")
    try sandbox.write(SilentTrack.flac([("rating:users@musicbrainz.org", "0.6")]), to: "c.flac")
    let tags = try TagTrial.tags(of: ["a.mp3", "b.mp3", "c.flac"].map { sandbox.store.appending($0) })
    #expect(tags.map(\.tags.rating) == [1, 2, 3])
    #expect(tags.map(\.tags.playCount) == [7, 7, nil])
  }

  @Test func `a file with any number of ratings is read`() throws {
    let sandbox = try Sandbox()
    let frames = (0..<1_000).map { ("POPM", Array("\($0)".utf8) + [0, UInt8($0 % 51)]) }
    try sandbox.write(
      SilentTrack.mp3([("TIT2", [0] + Array("Rain".utf8))] + frames, bitrates: [128, 128]), to: "a.mp3")
    let comments = (0..<1_000).map { ("rating:\($0)", "0.2") }
    try sandbox.write(SilentTrack.flac([("TITLE", "Rain")] + comments), to: "b.flac")
    let tags = try TagTrial.tags(of: ["a.mp3", "b.flac"].map { sandbox.store.appending($0) })
    #expect(tags.map(\.tags.title) == ["Rain", "Rain"])
  }
}
