import Foundation
import SystemPackage
import TestSupport
import Testing

@testable import Companions

/// Texts that say they are Latin-1, and are not.
struct EncodingTests {
  /// Returns the contents of an MP3 file with a title in Latin-1 and, if given, one in an ID3v1 tag.
  private func read(_ title: [UInt8]?, old: [UInt8] = []) throws -> FileTags {
    let sandbox = try Sandbox()
    let end = old.isEmpty ? [] : Array("TAG".utf8) + (old + [UInt8](repeating: 0, count: 125)).prefix(125)
    try sandbox.write(
      SilentTrack.mp3(title.map { [("TIT2", [0] + $0)] } ?? [], bitrates: [128, 128, 128], end: end), to: "a.mp3")
    return try #require(TagTrial.tags(of: [sandbox.store.appending("a.mp3")]).first)
  }

  /// audiobookshelf issue 5482, exiftool issue 247.
  @Test(arguments: ["Je čas metat kamení", "العربية", "蔡淳佳", "Müller", "🌧"])
  func `UTF 8 is read as UTF 8`(title: String) throws {
    let content = try read(Array(title.utf8))
    #expect(content.tags.title == title)
    #expect(content.doubtfulText == nil)
    #expect(try read(nil, old: Array(title.utf8)).tags.title == title)
  }

  @Test func `a field of ID3v1 can end within a character`() throws {
    let title = Array("Příliš žluťoučký kůň úpě".utf8)
    #expect(try read(nil, old: Array(title.prefix(30))).tags.title == "Příliš žluťoučký kůň")
  }

  @Test(arguments: ["Café", "Ágætis byrjun", "NAÏVETÉ", "Älä äänestä", "Ää", "\u{C3}"])
  func `Latin 1 is read as Latin 1`(title: String) throws {
    let content = try read(title.unicodeScalars.map { UInt8($0.value) })
    #expect(content.tags.title == title)
    #expect(content.doubtfulText == nil)
  }

  @Test(arguments: [
    // taglib-sharp issue 250, oc-music issue 785, quodlibet issue 3555, clementine issue 1365
    ("Ëó÷øèå ïåñíè", ["windows-1251 Лучшие песни"]), ("Òàíöåâàëüíûé ðàé 7", ["windows-1251 Танцевальный рай 7"]),
    ("Ðåàêöèÿ íà ôîíå ïîëèòèêè", ["windows-1251 Реакция на фоне политики"]), ("Òðåê  6", ["windows-1251 Трек  6"]),
    ("DJ Ãðóâ \u{96} «ÍÎÒÀ»", ["windows-1251 DJ Грув – «НОТА»"]),
    // oc-music issue 941
    ("ìÕÞÛÉÅ ÐÅÓÎÉ", ["koi8-r Лучшие песни"]),
    // navidrome issue 3243
    ("²Ì´¾¼Ñ", ["gbk 蔡淳佳", "euc-kr 꽐늅솅"]), ("»Øµ½×î³õ", ["gbk 回到最初"]),
    ("ÒþÐÎ¼ÍÄî£¨µçÓ°º£½ÇÆßºÅÖÐÐ¢½é¸÷", ["gbk 隐形纪念（电影海角七号中孝介各"]),
    // oc-music issue 448
    ("ºÎÈ°", ["gbk 何劝", "euc-kr 부활"]),
    // navidrome issue 1384
    ("\u{83}X\u{83}^\u{81}[", ["shift_jis スター"]), ("ƒXƒ^\u{81}[", ["shift_jis スター"]),
    // exiftool issue 247: a program has written the wrong characters as Unicode.
    ("Ø§Ù„Ø¹Ø±Ø¨ÙŠØ©", ["utf-8 العربية"]), ("CafÃ©", ["utf-8 Café"]),
    // oc-music issue 924: in windows-1253
    ("Ôá ðáéäéÜ", []), ("ùìåí", ["windows-1251 щмен", "koi8-r ЫЛЕМ"]),
  ])
  func `a text in another encoding`(text: String, readings: [String]) {
    let doubt = DoubtfulText(judging: text)
    #expect(doubt?.text == text)
    #expect(doubt?.readings.map { "\($0.encoding) \($0.text)" } == readings)
  }

  @Test(arguments: [
    "", "Rain", "Für Elise", "Ágætis byrjun", "Öö ja öö", "ÆØÅ", "Ääretön", "Größe", "Señor ¿Qué?", "Déjà vu – “live”",
    "À la carte",
    "Høyt å låve", "¡¡¡Olé!!!", "ƒunk ƒor ƒun", "Лучшие песни", "蔡淳佳", "It’s “Heroes”", "Naïve façade", "×××× ÷÷÷÷",
    "°°°°",
  ])
  func `a text that can be what it says`(text: String) { #expect(DoubtfulText(judging: text) == nil) }

  @Test func `a doubtful text is told as it is`() throws {
    let content = try read([0xD2, 0xF0, 0xE5, 0xEA, 0x20, 0x36])
    #expect(content.tags.title == "Òðåê 6")
    #expect(content.doubtfulText == DoubtfulText("Òðåê 6", readings: [.init(encoding: "windows-1251", text: "Трек 6")]))
  }
}
