import Foundation
import Interchange
import MixtapeModel
import Testing

@Suite struct ITunesTests {
  /// Artist contains "Nina", rating above 3, one of two others, and in the playlist 1.
  private static let criteria = """
    U0xzdAABAAEAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQBAAACAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIAE4AaQBuAGEAAAAZAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAARAAAAAAAAAA8AAAAAAAAAAAAAAAAAAAAAQAAAAAAAAA8AAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAYBTTHN0AAEAAQAAAAIAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFwAAAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEQtri2uLa4trv/////////+AAAAAAAJOoAtri2uLa4trv/////////+AAAAAAAJOoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAcAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABEAAAAAAAAB7wAAAAAAAAAAAAAAAAAAAABAAAAAAAAB8YAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAoAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAARAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAA
    """

  /// Returns a library with two tracks, a folder with a list, a smart list, and built-in lists.
  private func library(info: String = "AQEBAwAAABUAAAAZAAAA", criteria: String = ITunesTests.criteria) -> String {
    """
    <?xml version="1.0" encoding="UTF-8"?>
    <!DOCTYPE plist PUBLIC "-//Apple Computer//DTD PLIST 1.0//EN" "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
    <plist version="1.0"><dict>
      <key>Major Version</key><integer>1</integer>
      <key>Tracks</key><dict>
        <key>10</key><dict><key>Track ID</key><integer>10</integer><key>Name</key><string>A &amp; B</string>
          <key>Artist</key><string>Nina</string><key>Total Time</key><integer>61500</integer>
          <key>Location</key><string>file://localhost/music/a%20b.mp3</string></dict>
        <key>11</key><dict><key>Track ID</key><integer>11</integer><key>Name</key><string>C</string></dict>
      </dict>
      <key>Playlists</key><array>
        <dict><key>Name</key><string>Library</string><key>Master</key><true/></dict>
        <dict><key>Name</key><string>Music</string><key>Distinguished Kind</key><integer>4</integer></dict>
        <dict><key>Name</key><string>Jazz</string><key>Folder</key><true/><key>Playlist Persistent ID</key><string>00000000000000FF</string></dict>
        <dict><key>Name</key><string>Late</string><key>Playlist Persistent ID</key><string>0000000000000001</string>
          <key>Parent Persistent ID</key><string>00000000000000FF</string>
          <key>Playlist Items</key><array><dict><key>Track ID</key><integer>11</integer></dict>
            <dict><key>Track ID</key><integer>10</integer></dict><dict><key>Track ID</key><integer>99</integer></dict></array></dict>
        <dict><key>Name</key><string>Best</string><key>Playlist Persistent ID</key><string>0000000000000002</string>
          <key>Smart Info</key><data>
            \(info)
          </data><key>Smart Criteria</key><data>\(criteria)</data>
          <key>Playlist Items</key><array><dict><key>Track ID</key><integer>10</integer></dict></array></dict>
      </array>
    </dict></plist>
    """
  }

  @Test func `lists, folders and tracks`() throws {
    let reading = try read(library(), as: "itunes")
    let lists = try #require(reading.document?.playlists)
    #expect(lists.map(\.name) == ["Late", "Best"])
    #expect(lists[0].folders == ["Jazz"])
    #expect(lists[0].entries.map(\.title) == ["C", "A & B"])
    #expect(lists[0].entries[1].duration == 61.5)
    #expect(lists[0].entries[1].locations == ["file://localhost/music/a%20b.mp3"])
    #expect(reading.losses.map(\.name) == ["1 item"])
  }

  @Test func `a library that is cut off is an error`() throws {
    for (text, lists) in [
      ("<key>Smart Info</key>", ["Late"]), ("<key>Track ID</key><integer>99", []), ("<key>11</key>", []),
    ] as [(String, [String?])] {
      let end = try #require(library().range(of: text))
      let reading = try read(String(library()[..<end.lowerBound]), as: "itunes")
      #expect(reading.document?.playlists.map(\.name) == lists)
      #expect(reading.diagnostics.last?.severity == .error)
      #expect(reading.diagnostics.last?.message == "the file is cut off")
    }
  }

  @Test func `rules are decoded`() throws {
    let list = try #require(try read(library(), as: "itunes").document?.playlists.last)
    #expect(
      list.keys[.conditions]
        == .list([
          #"artist contains "Nina""#, "rating > 3", "lastPlayedAt in the last 2 weeks or year between 1980 and 1990",
          #"in playlist "late""#,
        ]))
    #expect(list.keys[.limit] == .number(25))
    #expect(list.keys[.sort] == .list(["-dateAdded"]))
    #expect(list.entries.map(\.isFound) == [true])
  }

  /// The first text begins the list "Top 25 Most Played" that comes with iTunes.
  @Test(arguments: [("AQEBAwAAABkAAAAZAAAA", "-playCount"), ("AQEBAwAAABkAAAAZAAEA", "playCount")])
  func `a limit selects the most or the least played`(_ info: String, sort: String) throws {
    let list = try #require(try read(library(info: info), as: "itunes").document?.playlists.last)
    #expect(list.keys[.sort] == .list([sort]))
  }

  @Test func `a list without live updating is a list of its tracks`() throws {
    let reading = try read(library(info: "AAEBAwAAABUAAAAZAAEA"), as: "itunes")
    let list = try #require(reading.document?.playlists.last)
    #expect(list.keys.isEmpty && list.entries.map(\.isFound) == [false])
    #expect(reading.losses.map(\.name) == ["1 item", "rules"])
  }

  @Test(arguments: ["", "AAAA", "U0xzdA==", "!!!!", "U0xzdAABAAH/////AAAAAQ=="])
  func `unreadable rules are a loss`(_ criteria: String) throws {
    let reading = try read(library(criteria: criteria), as: "itunes")
    #expect(reading.document?.playlists.last?.keys.isEmpty == true)
  }

  @Test(
    arguments: [
      (0x39, 1, 1, "kind = \"podcast\""), (0x39, 0x0200_0001, 1, "not kind = \"podcast\""),
      (0x39, 1, 0, "not kind = \"podcast\""),
      (0x3C, 1, 4, "kind = \"podcast\""), (0x3C, 0x0200_0001, 4, "not kind = \"podcast\""),
      (0x3C, 0x400, 4, "kind = \"podcast\""), (0x3C, 1, 1, "kind = \"album\""),
      (0x3C, 0x0200_0001, 1, "not kind = \"album\""),
    ] as [(UInt32, UInt32, UInt32, String)])
  func `rules about the kind of medium are decoded`(_ field: UInt32, _ action: UInt32, _ value: UInt32, _ rule: String)
    throws
  {
    let criteria = Criteria.rule(field, action, Criteria.number(value))
    let reading = try read(library(criteria: Criteria.list([criteria]).base64), as: "itunes")
    #expect(reading.document?.playlists.last?.keys[.conditions] == .list([rule]))
    #expect(reading.losses.map(\.name) == ["1 item"])
  }

  /// The bytes of rules.
  private enum Criteria {
    private static func bytes(_ numbers: UInt32...) -> [UInt8] {
      numbers.flatMap { number in [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) } }
    }

    /// Returns a number, or a span of units in seconds before now.
    static func number(_ value: UInt32, ago count: UInt32 = 0, unit: UInt32 = 1) -> [UInt8] {
      let one = bytes(0, value) + (count == 0 ? bytes(0, 0) : bytes(.max, .max - count + 1)) + bytes(0, unit)
      return one + one + [UInt8](repeating: 0, count: 20)
    }

    static func rule(_ field: UInt32, _ action: UInt32, _ argument: [UInt8]) -> [UInt8] {
      bytes(field, action) + [UInt8](repeating: 0, count: 44) + bytes(UInt32(argument.count)) + argument
    }

    static func list(_ rules: [[UInt8]], isAny: Bool = false) -> [UInt8] {
      let head = Array("SLst".utf8) + bytes(0x10001, UInt32(rules.count), isAny ? 1 : 0)
      return head + [UInt8](repeating: 0, count: 136 - head.count) + rules.joined()
    }

    static let artist = rule(0x04, 0x0100_0001, [0, UInt8(ascii: "A")])
    static let isLoved = rule(0x9A, 1, number(2))
    static let isMusic = rule(0x3C, 1, number(1))
    static let isMusicVideo = rule(0x3C, 1, number(0x20))
    static let hasMusic = rule(0x3C, 0x400, number(1))
    static let hasMusicVideo = rule(0x3C, 0x400, number(0x20))
    static let isInMusic = rule(0x3C, 0x400, number(0x10_21B1))
    static let isNoPodcast = rule(0x3C, 0x0200_0400, number(0x20_8004))

    static func nested(_ rules: [[UInt8]], isAny: Bool = false) -> [UInt8] {
      rule(0, 0x0100_0001, list(rules, isAny: isAny))
    }
  }

  /// The forms of the filter of music in versions of iTunes and Apple Music. Mixtape's podcasts do not pass it either.
  @Test(arguments: [
    [Criteria.isMusic], [Criteria.nested([Criteria.isMusic, Criteria.isMusicVideo], isAny: true)],
    [Criteria.nested([Criteria.hasMusic, Criteria.hasMusicVideo], isAny: true)],
    [Criteria.isInMusic, Criteria.isNoPodcast], [Criteria.nested([Criteria.isInMusic, Criteria.isNoPodcast])],
  ])
  func `the filter of music becomes a kind`(_ filter: [[UInt8]]) throws {
    for isAny in [false, true] {
      let criteria = Criteria.list(filter + [Criteria.artist], isAny: isAny)
      let reading = try read(library(criteria: criteria.base64), as: "itunes")
      let list = try #require(reading.document?.playlists.last)
      #expect(list.keys[.conditions] == .list([#"kind = "album""#, #"artist = "A""#]))
      #expect(list.keys[.match] == (isAny ? .text("any") : nil))
      #expect(reading.losses.map(\.name) == ["1 item"])
    }
  }

  /// Not all music has to be found if the rule that chooses some of it is lost.
  @Test func `the filter of music alone is no playlist if rules are lost`() throws {
    let criteria = Criteria.list([Criteria.isMusic, Criteria.isLoved])
    let reading = try read(library(criteria: criteria.base64), as: "itunes")
    let list = try #require(reading.document?.playlists.last)
    #expect(list.keys.isEmpty && list.lostRules.map(\.text) == ["Love is Loved"])
    #expect(reading.losses.map(\.name) == ["1 item", "rules", "rule Love is Loved"])
    #expect(reading.losses.map(\.effect) == [nil, nil, nil])
    let music = try read(library(criteria: Criteria.list([Criteria.isMusic]).base64), as: "itunes")
    #expect(music.document?.playlists.last?.keys[.conditions] == .list([#"kind = "album""#]))
  }

  /// iTunes counts 20 for each star. Its operators are `is`, greater, greater or equal, less, less or equal, and a range.
  @Test(
    arguments: [
      (0x01, 60, 60, "rating = 3"), (0x01, 0, 0, "rating = 0 or rating is missing"), (0x01, 50, 50, nil),
      (0x0200_0001, 50, 50, nil), (0x10, 60, 60, "rating > 3"), (0x10, 50, 50, "rating >= 3"),
      (0x10, 10, 10, "rating >= 1"), (0x0200_0010, 50, 50, "not rating >= 3"), (0x20, 60, 60, "rating >= 3"),
      (0x20, 50, 50, "rating >= 3"), (0x40, 60, 60, "rating < 3 or rating is missing"),
      (0x40, 50, 50, "rating <= 2 or rating is missing"), (0x80, 60, 60, "rating <= 3 or rating is missing"),
      (0x80, 50, 50, "rating <= 2 or rating is missing"), (0x100, 50, 90, "rating between 3 and 4"),
      (0x100, 40, 80, "rating between 2 and 4"), (0x100, 50, 50, nil),
    ] as [(UInt32, UInt32, UInt32, String?)])
  func `half stars`(_ action: UInt32, _ first: UInt32, _ last: UInt32, _ rule: String?) throws {
    let range = Array(Criteria.number(first).prefix(24)) + Array(Criteria.number(last).dropFirst(24))
    let criteria = Criteria.list([Criteria.rule(0x19, action, range)])
    let reading = try read(library(criteria: criteria.base64), as: "itunes")
    #expect(reading.document?.playlists.last?.keys[.conditions] == rule.map { FileValue.list([$0]) })
    let reasons = reading.losses.map(\.reason)
    #expect(reasons.contains("Mixtape has only whole stars") == (rule == nil))
  }

  /// Lost rules are named as iTunes shows them.
  @Test(
    arguments: [
      (Criteria.isMusicVideo, "Media Kind is Music Video"), (Criteria.isLoved, "Love is Loved"),
      (Criteria.rule(0x3C, 0x0200_0001, Criteria.number(8)), "Media Kind is not Audiobook"),
      (Criteria.rule(0x0E, 0x0100_0002, Array("\0l\0i\0v\0e".utf8)), #"Comments contains "live""#),
      (Criteria.rule(0x27, 0x0300_0004, Array("\0A".utf8)), #"Grouping does not begin with "A""#),
      (Criteria.rule(0x1F, 1, Criteria.number(1)), "Compilation is true"),
      (Criteria.rule(0x44, 0x10, Criteria.number(3)), "Skips is greater than 3"),
      (
        Criteria.rule(0x45, 0x200, Criteria.number(0x2DAE_2DAE, ago: 2, unit: 604_800)),
        "Last Skipped is in the last 2 weeks"
      ),
      (Criteria.rule(0x19, 1, Criteria.number(50)), "Rating is 2.5 stars"),
      (Criteria.rule(0x28, 1, Criteria.number(0xAB)), "Playlist is AB"),
      (Criteria.rule(0xFF, 1, Criteria.number(7)), "field 255 is 7"),
    ])
  func `lost rules are named, and a list with a limit finds other episodes`(_ rule: [UInt8], _ text: String) throws {
    let reading = try read(library(criteria: Criteria.list([rule, Criteria.artist]).base64), as: "itunes")
    let list = try #require(reading.document?.playlists.last)
    #expect(list.keys[.conditions] == .list([#"artist = "A""#]))
    #expect(list.lostRules.map(\.text) == [text] && list.lostRules.map(\.effect) == [.other])
    #expect(reading.losses.map(\.name) == ["1 item", "rule \(text)"])
  }

  @Test(
    arguments: [
      (6, 3600, "6 hours"), (90, 60, "90 minutes"), (3, 86_400, "3 days"), (2, 604_800, "2 weeks"),
    ] as [(UInt32, UInt32, String)])
  func `spans of time`(_ count: UInt32, _ unit: UInt32, _ span: String) throws {
    let rule = Criteria.rule(0x10, 0x200, Criteria.number(0x2DAE_2DAE, ago: count, unit: unit))
    let reading = try read(library(criteria: Criteria.list([rule]).base64), as: "itunes")
    #expect(reading.document?.playlists.last?.keys[.conditions] == .list(["dateAdded in the last \(span)"]))
  }

  /// Season and disc are one field of Mixtape.
  @Test(arguments: [0x18, 0x3F] as [UInt32]) func `the number of a season`(_ field: UInt32) throws {
    let rule = Criteria.rule(field, 1, Criteria.number(2))
    let reading = try read(library(criteria: Criteria.list([rule]).base64), as: "itunes")
    #expect(reading.document?.playlists.last?.keys[.conditions] == .list(["discNumber = 2"]))
  }

  @Test func `built-in lists of old versions are left out`() throws {
    let text = library().replacing("<key>Distinguished Kind</key><integer>4</integer>", with: "<key>Music</key><true/>")
    #expect(try read(text, as: "itunes").document?.playlists.map(\.name) == ["Late", "Best"])
  }

  @Test func `a library without own lists says so`() throws {
    let text = "<plist><dict><key>Tracks</key><dict><key>1</key><dict/></dict></dict></plist>"
    #expect(try read(text, as: "itunes").losses.map(\.name) == ["playlists"])
  }

  @Test func `other property lists are rejected`() throws {
    for text in ["<plist><dict/></plist>", "<a/>", "", "bplist00"] {
      #expect(try read(text, as: "itunes").document == nil)
    }
  }
}

extension [UInt8] {
  fileprivate var base64: String { Data(self).base64EncodedString() }
}
