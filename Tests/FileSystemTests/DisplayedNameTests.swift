import FileSystem
import Testing

@Suite struct DisplayedNameTests {
  @Test(arguments: ["", "focus.toml", "Café 夜", "🎧"])
  func aNameInUTF8IsUnchanged(name: String) {
    #expect(String(displaying: Array(name.utf8)) == name)
  }

  @Test(
    arguments: [
      ([0x43, 0x61, 0x66, 0xE9], #"Caf\xE9"#),
      ([0xC3], #"\xC3"#),
      ([0xC3, 0xA9, 0xFF, 0x62], #"é\xFFb"#),
      ([0x80, 0x0A], "\\x80\n"),
      // An encoded surrogate, and a scalar beyond the last one.
      ([0xED, 0xA0, 0x80], #"\xED\xA0\x80"#),
      ([0xF4, 0x90, 0x80, 0x80], #"\xF4\x90\x80\x80"#),
    ] as [([UInt8], String)])
  func otherBytesBecomeEscapes(name: [UInt8], displayed: String) {
    #expect(String(displaying: name) == displayed)
  }

  @Test func differentNamesLookDifferent() {
    let names = (UInt8.min...UInt8.max).map { String(displaying: [0x61, $0]) }
    #expect(Set(names).count == 256)
  }
}
