import MixtapeModel
import Testing

@Suite("Paths that FAT and exFAT accept")
struct PortablePathTests {
  @Test(
    "Names without the characters and endings that these systems refuse",
    arguments: [
      ("01 Lent.flac", "01 Lent.flac"),
      ("AC/DC: Who? <Live> \"*|\\", "AC_DC_ Who_ _Live_ ____"),
      ("tab\tbell\u{7}.mp3", "tab_bell_.mp3"),
      ("Vol. 1.", "Vol. 1"),
      ("R.E.M. . ", "R.E.M"),
      ("...And Justice for All", "...And Justice for All"),
      ("..", "_"), (".", "_"), ("", "_"),
      ("con", "con_"), ("NUL.mp3", "NUL_.mp3"), ("Console.mp3", "Console.mp3"), ("lpt1.x.ogg", "lpt1_.x.ogg"),
      ("Cafe\u{301}.mp3", "Caf\u{E9}.mp3"),
      (String(repeating: "a", count: 300) + ".mp3", String(repeating: "a", count: 251) + ".mp3"),
      (String(repeating: "\u{4E00}", count: 100) + ".flac", String(repeating: "\u{4E00}", count: 83) + ".flac"),
    ])
  func names(name: String, portable: String) {
    let path = PortablePath([name])
    #expect(path.text.utf8.elementsEqual(portable.utf8), "\(path.text)")
    #expect(PortablePath(validating: path.text) == path)
  }

  @Test(
    "Paths that leave a directory are not portable",
    arguments: ["../a.mp3", "/etc/a.mp3", "a/./b.mp3", "a//b.mp3", "a/", "", "a\n.mp3", "Cafe\u{301}.mp3", "a\\b.mp3"])
  func refused(text: String) { #expect(PortablePath(validating: text) == nil) }

  @Test("A number goes before the extension, and fits")
  func numbered() {
    #expect(PortablePath(["Ann", "01.flac"]).numbered(2).text == "Ann/01 (2).flac")
    #expect(PortablePath(["Ann", "R.E.M"]).numbered(3).text == "Ann/R.E (3).M")
    let long = PortablePath([String(repeating: "a", count: 300) + ".mp3"]).numbered(2)
    #expect(long.text.utf8.count == 255 && long.text.hasSuffix("aa (2).mp3"))
  }
}
