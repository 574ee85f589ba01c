import Feeds
import MixtapeModel
import Testing

@testable import Interchange

/// Round trips through XSPF and JSPF.
@Suite struct RoundTripTests {
  static var full: InterchangePlaylist {
    get throws {
      var list = InterchangePlaylist(name: "Röck & \"Roll\" <3")
      list.id = Playlist.ID(rawValue: "rock")
      list.description = "Two\nlines ]]>"
      list.folders = ["Work", "Früh"]
      list.keys = [
        .conditions: .list(["title = \"a < b\"", " year > 1990 "]), .match: .text("any"), .limit: .number(25),
        .shuffle: .flag(false), .search: .text(" x "), .seed: .number(-7), .sort: .list(["random"]),
        .name: .text("  Röck "), .description: .text("bell \u{7} \\ \u{FFFF}"),
      ]
      list.fileText = "# mine\r\nname = \"\\u0007 ]]>\"\n\n"
      var entry = InterchangeEntry()
      entry.locations = ["https://a/1.mp3", "file:///b%20c.mp3"]
      entry.identifiers = ["urn:1", "urn:2"]
      entry.title = "Title"
      entry.artist = "Artist"
      entry.album = "Album"
      entry.genre = "Genre"
      entry.image = "https://p"
      entry.trackNumber = 7
      entry.duration = 61.25
      entry.guid = "guid & co"
      entry.feed = "https://f"
      entry.feedGuid = "917393e3-1b1e-5cef-ace4-edaa54e1f810"
      entry.episode = Episode.ID(rawValue: "night-sky/042")
      var found = InterchangeEntry()
      found.isFound = true
      found.episode = Episode.ID(rawValue: "night-sky/043")
      list.entries = [entry, found, InterchangeEntry()]
      return list
    }
  }

  @Test(arguments: ["xspf", "jspf"])
  func `nothing is lost`(_ name: String) throws {
    let document = InterchangeDocument(playlists: [try Self.full])
    let format = try #require(InterchangeFormats.named(name))
    let reading = format.read(format.write(document))
    #expect(reading.diagnostics.isEmpty)
    #expect(reading.losses.isEmpty)
    #expect(reading.document?.withoutLines == document)
    #expect(format.losses(of: document).isEmpty)
  }

  @Test func `other formats report the parts of a file that they cannot keep`() throws {
    var list = InterchangePlaylist(name: "rock")
    list.fileParts = ["comments", "[extra]"]
    for format in InterchangeFormats.all where format.capabilities.canWrite {
      let names = format.losses(of: InterchangeDocument(playlists: [list])).map(\.name)
      #expect(names == (["xspf", "jspf"].contains(format.name) ? [] : list.fileParts), "\(format.name)")
    }
  }

  @Test func `control characters that become spaces are losses`() throws {
    var list = InterchangePlaylist(name: "rock")
    var entry = InterchangeEntry(location: "https://a/1.mp3")
    (entry.title, entry.guid, entry.feed) = ("a\u{1}b", "g", "https://a/f")
    entry.episode = Episode.ID(rawValue: "night-sky/042")
    list.entries = [entry]
    for format in InterchangeFormats.all where format.capabilities.canWrite && format.name != "nsp" {
      let names = format.losses(of: InterchangeDocument(playlists: [list])).map(\.name)
      #expect(
        names == (["xspf", "jspf"].contains(format.name) ? [] : ["control characters of 1 entry"]), "\(format.name)")
    }
  }

  @Test(arguments: ["", "plain", "\\", "a\u{0}b\\u0007", "\u{FFFE}\\\\", "\u{1F}\\"])
  func `text that XML cannot express is encoded`(_ text: String) {
    let encoded = XMLText.encoded(text)
    #expect((encoded == nil) == text.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value != 0xFFFE })
    if let encoded { #expect(XMLText.decoded(encoded) == text) }
  }
}
