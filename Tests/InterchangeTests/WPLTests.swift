import Interchange
import Testing

@Suite struct WPLTests {
  @Test func `titles, paths and playing times are read`() throws {
    let list = try playlist(
      """
      <?wpl version="1.0"?>
      <smil><head><meta name="Generator" content="Windows Media Player"/><meta name="Subtitle" content="For the car"/>
      <title>Road &amp; Rail</title></head><body><seq>
      <media src="..\\Ann\\One.mp3" albumTitle="Weather" albumArtist="Ann" trackTitle="One" trackArtist="Ann &amp; Bo" duration="61500"/>
      <media src="D:\\Music\\two.mp3"/></seq></body></smil>
      """, as: "wpl")
    #expect(list.name == "Road & Rail")
    #expect(list.description == "For the car")
    #expect(list.entries.map(\.locations) == [["..\\Ann\\One.mp3"], ["D:\\Music\\two.mp3"]])
    #expect(list.entries[0].title == "One")
    #expect(list.entries[0].artist == "Ann & Bo")
    #expect(list.entries[0].album == "Weather")
    #expect(list.entries[0].duration == 61.5)
  }

  @Test func `rules are named as lost`() throws {
    let reading = try read(
      "<?wpl version=\"1.0\"?><smil><head><title>Auto</title></head><body><seq><smartPlaylist/></seq></body></smil>",
      as: "wpl")
    #expect(reading.losses.map(\.name) == ["rules"])
  }

  @Test func `the format is known by its content`() {
    #expect(InterchangeFormats.format(of: Array("<?wpl version=\"1.0\"?><smil/>".utf8), name: nil)?.name == "wpl")
    #expect(InterchangeFormats.format(of: Array("<?zpl version=\"2.0\"?><smil/>".utf8), name: nil)?.name != "wpl")
    #expect(InterchangeFormats.unsupported(withExtension: "CUE") == "a cue sheet")
  }
}
