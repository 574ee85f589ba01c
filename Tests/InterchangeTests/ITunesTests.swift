import Foundation
import Interchange
import MixtapeModel
import Testing

@Suite struct ITunesTests {
  /// Artist contains "Nina", rating above 3, one of two others, and in the playlist 1.
  private static let criteria = """
    U0xzdAABAAEAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAQBAAACAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAIAE4AaQBuAGEAAAAZAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAARAAAAAAAAAA8AAAAAAAAAAAAAAAAAAAAAQAAAAAAAAA8AAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAYBTTHN0AAEAAQAAAAIAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAFwAAAgAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAEQtri2uLa4trv/////////+AAAAAAAJOoAtri2uLa4trv/////////+AAAAAAAJOoAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAcAAAEAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAABEAAAAAAAAB7wAAAAAAAAAAAAAAAAAAAABAAAAAAAAB8YAAAAAAAAAAAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAoAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAARAAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAABAAAAAAAAAAAAAAAAAAAAAQAAAAAAAAAAAAAAAAAAAAAAAAAA
    """

  /// A library with two tracks, a folder with a list, a smart list, and built-in lists.
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

  /// Criteria with one rule about a number.
  private func criteria(field: UInt32, action: UInt32, value: UInt32) -> String {
    func bytes(_ numbers: UInt32...) -> [UInt8] {
      numbers.flatMap { number in [24, 16, 8, 0].map { UInt8(number >> $0 & 0xFF) } }
    }
    let head = Array("SLst".utf8) + bytes(0x10001, 1, 0)
    let rule = bytes(field, action) + [UInt8](repeating: 0, count: 44) + bytes(68, 0, value)
    let all = head + [UInt8](repeating: 0, count: 136 - head.count) + rule + [UInt8](repeating: 0, count: 60)
    return Data(all).base64EncodedString()
  }

  @Test(
    arguments: [
      (0x39, 1, 1, "kind = \"podcast\""), (0x39, 0x0200_0001, 1, "not kind = \"podcast\""),
      (0x39, 1, 0, "not kind = \"podcast\""),
      (0x3C, 1, 4, "kind = \"podcast\""), (0x3C, 0x0200_0001, 4, "not kind = \"podcast\""),
    ] as [(UInt32, UInt32, UInt32, String)])
  func `rules about podcasts are decoded`(_ field: UInt32, _ action: UInt32, _ value: UInt32, _ rule: String) throws {
    let text = library(criteria: criteria(field: field, action: action, value: value))
    let reading = try read(text, as: "itunes")
    #expect(reading.document?.playlists.last?.keys[.conditions] == .list([rule]))
    #expect(reading.losses.map(\.name) == ["1 item"])
  }

  @Test func `other property lists are rejected`() throws {
    for text in ["<plist><dict/></plist>", "<a/>", "", "bplist00"] {
      #expect(try read(text, as: "itunes").document == nil)
    }
  }
}
