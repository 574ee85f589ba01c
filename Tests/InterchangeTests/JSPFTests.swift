import Interchange
import MixtapeModel
import Testing

@Suite struct JSPFTests {
  @Test func `values of other types are accepted`() throws {
    let list = try playlist(
      #"""
      {"playlist": {"title": "A \u00e9\ud83d\ude00", "track": [
        {"identifier": "urn:1", "location": "a.mp3", "duration": "61000", "trackNum": 3, "title": null},
        7,
        {"location": ["b.mp3", "c.mp3"], "creator": "X", "duration": -1}]}}
      """#, as: "jspf")
    #expect(list.name == "A é😀")
    #expect(list.entries.map(\.locations) == [["a.mp3"], ["b.mp3", "c.mp3"]])
    #expect(list.entries.map(\.duration) == [61, nil])
    #expect(list.entries.map(\.trackNumber) == [3, nil])
  }

  @Test(
    arguments: [
      ("{", 1, 2), ("{\"playlist\": {\n \"title\" 1}}", 2, 10), ("{\"playlist\": {\"title\": \"\u{1}\"}}", 1, 25),
      ("[1,]", 1, 4),
      ("{\"a\": 01}", 1, 8), ("nul", 1, 1), ("\"a", 1, 3), ("{} x", 1, 4), ("[\"\\x\"]", 1, 4),
    ])
  func `faults have a line and a column`(_ text: String, _ line: Int, _ column: Int) throws {
    let reading = try read(text, as: "jspf")
    #expect(reading.document == nil)
    #expect(reading.diagnostics.map(\.line) == [line])
    #expect(reading.diagnostics.map(\.column) == [column])
  }

  @Test func `faults in UTF-16 have their place in the text`() throws {
    let text = "{\"playlist\": {\n \"title\" 1}}"
    let units = text.utf16.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8(truncatingIfNeeded: $0 >> 8)] }
    let reading = try #require(InterchangeFormats.named("jspf")).read([0xFF, 0xFE] + units)
    #expect(reading.diagnostics.map(\.line) == [2])
    #expect(reading.diagnostics.map(\.column) == [10])
  }

  @Test(arguments: [
    (#""mood": "calm""#, "unknown member `mood`"), (#""track": [{"stars": 5}]"#, "unknown member `stars`"),
    (#""identifier": ["urn:1", "urn:2"]"#, "`identifier` has more than one value"),
    (#""track": [{"location": ["a", 7]}]"#, "`location` is not a string"),
    (#""track": [{"trackNum": 1.5}]"#, "`trackNum` is not a whole number"),
    (#""track": [{"duration": "0x10"}]"#, "`duration` is not a number"),
  ])
  func `values that are not read are losses`(_ member: String, _ message: String) throws {
    let reading = try read("{\"playlist\": {\(member), \"null\": null}}", as: "jspf")
    #expect(reading.diagnostics.map(\.message) == [message])
    #expect(reading.diagnostics.map(\.isLoss) == [true])
  }

  @Test(arguments: [
    #"[{"playlist": {"title": "A"}}, {"playlist": {"title": "B"}}]"#,
    #"{"playlists": [{"playlist": {"title": "A"}}, {"playlist": {"title": "B"}}], "count": 2}"#,
  ])
  func `several playlists`(_ text: String) throws {
    let reading = try read(text, as: "jspf")
    #expect(reading.document?.playlists.map(\.name) == ["A", "B"])
    #expect(reading.diagnostics.isEmpty)
  }

  @Test(arguments: [
    #"[{"title": "A", "track": []}, {"playlist": {"title": "B"}}]"#,
    #"{"playlists": [{"title": "A", "track": []}, {"playlist": {"title": "B"}}]}"#,
  ])
  func `a playlist without its outer object`(_ text: String) throws {
    let reading = try #require(InterchangeFormats.format(of: Array(text.utf8), name: nil)).read(Array(text.utf8))
    #expect(reading.document?.playlists.map(\.name) == ["A", "B"])
    #expect(
      reading.diagnostics.map(\.message) == [
        "an element of the array has no object `playlist`; the element itself is read as the playlist"
      ])
    #expect(reading.diagnostics.map(\.isLoss) == [false])
  }

  /// ListenBrainz writes annotations as HTML. Those of Mixtape are text.
  @Test(arguments: [
    ("<p>One <i>two</i></p><p>Three &amp; four</p>", "One two\n\nThree & four"),
    ("a < b & <unknown>", "a < b & <unknown>"),
    ("<br>", nil),
  ])
  func `annotations in HTML are read as text`(_ annotation: String, _ description: String?) throws {
    var list = InterchangePlaylist(name: "A")
    list.id = Playlist.ID(rawValue: "a")
    list.description = annotation
    for name in ["jspf", "xspf"] {
      let format = try #require(InterchangeFormats.named(name))
      let written = String(decoding: format.write(InterchangeDocument(playlists: [list])), as: UTF8.self)
      #expect(try playlist(written, as: name).description == annotation)
      let foreign = written.replacing("urn:mixtape:playlist:1", with: "urn:other")
      #expect(try playlist(foreign, as: name).description == description)
    }
    // A list that has no id is written as others do.
    (list.id, list.description) = (nil, description)
    for name in ["jspf", "xspf"] {
      let format = try #require(InterchangeFormats.named(name))
      #expect(format.read(format.write(InterchangeDocument(playlists: [list]))).document?.playlists == [list])
    }
  }

  @Test(arguments: ["{}", #"{"foo": 1}"#, #"[{"foo": 1}]"#, "[]", #"{"playlists": []}"#, #"{"title": "Not found"}"#])
  func `documents without a playlist are refused`(_ text: String) throws {
    #expect(try read(text, as: "jspf").document == nil)
  }

  @Test(arguments: [
    (#"[{"playlist": {}}, {"foo": 1}]"#, "an element of the array is not a playlist, and is ignored"),
    (#"{"playlist": {"extension": [{"a": 1}]}}"#, "`extension` is not an object"),
    (#"{"playlist": {"track": [{"extension": ["a"]}]}}"#, "`extension` is not an object"),
    (#"{"playlist": {"title": "A", "title": "B"}}"#, "`title` is repeated; the last value is used"),
    (#"{"playlist": {}, "playlist": {}}"#, "`playlist` is repeated; the last value is used"),
  ])
  func `parts that are ignored are losses`(_ text: String, _ message: String) throws {
    let reading = try read(text, as: "jspf")
    #expect(reading.document?.playlists.count == 1)
    #expect(reading.diagnostics.map(\.message) == [message])
    #expect(reading.diagnostics.map(\.isLoss) == [true])
  }

  @Test func `depth is limited`() throws {
    let reading = try read(String(repeating: "[", count: 100_000), as: "jspf")
    #expect(reading.document == nil)
  }

  @Test func `a text of a playlist file that is not a string is a loss`() throws {
    let reading = try read(
      #"{"playlist": {"extension": {"urn:mixtape:playlist:1": [{"id": "a", "file": 5}]}}}"#, as: "jspf")
    #expect(reading.losses.map(\.reason) == ["`file` is not a string"])
  }
}
