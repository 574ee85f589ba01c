import Feeds
import Testing

struct EncodingTests {
  private func declared(_ encoding: String, _ text: [UInt8]) -> [UInt8] {
    Array("<?xml version='1.0' encoding='\(encoding)'?><a>".utf8) + text + Array("</a>".utf8)
  }

  @Test(
    arguments: [
      ("ISO-8859-1", [0xE9, 0x92], "é’"), ("windows-1251", [0xCF, 0xF0], "Пр"), ("ISO-8859-15", [0xA4], "€"),
      ("koi8-r", [0xF0], "П"), ("utf-8", [0xC3, 0xA9], "é"), ("us-ascii", [0x41], "A"), ("cp1250", [0xB9], "ą"),
      ("windows_1251", [0xCF, 0xF0], "Пр"), ("MacCyrillic", [0x80], "А"), ("shift-jis", [0x93, 0xFA], "日"),
      // Documents that are readable up to their declaration are not in these.
      ("cp037", [0xE9, 0x41], "éA"), ("UCS2", [0xE9, 0x41], "éA"), ("html", [0xE9, 0x41], "éA"),
      // Wrong declarations.
      ("iso-8859-1", [0xC3, 0xA9], "é"), ("utf-8", [0xE9, 0x41], "éA"), ("utf-16", [0xC3, 0xA9], "é"),
      ("utf-8", [0xC3, 0xA9, 0xE9, 0x41], "ééA"), ("no-such", [0xE9, 0x41], "éA"),
    ] as [(String, [UInt8], String)])
  func `declared encodings`(name: String, bytes: [UInt8], text: String) {
    #expect(outline(declared(name, bytes)) == "<a>\(text)</a>")
  }

  @Test(
    arguments: [
      ("ISO-8859-1", [0xC3, 0xA9]), ("us-ascii", [0xC3, 0xA9]), ("utf-16", [0x41]), ("no-such", [0xC3, 0xA9]),
    ] as [(String, [UInt8])])
  func `wrong declarations are reported`(name: String, bytes: [UInt8]) {
    let fault = "1:1 the declared encoding \"\(name)\" is wrong: the document is in UTF-8"
    #expect(faults(declared(name, bytes)) == [fault])
    #expect(faults([0xEF, 0xBB, 0xBF] + declared(name, bytes)) == [fault])
  }

  @Test(arguments: [("utf-8", [0xC3, 0xA9]), ("UTF8", [0x41]), ("ISO-8859-1", [0x41])] as [(String, [UInt8])])
  func `possible declarations are not reported`(name: String, bytes: [UInt8]) {
    #expect(faults(declared(name, bytes)) == [])
  }

  @Test func `a wrong declaration in UTF-16 is reported`() {
    let bytes = "\u{FEFF}<?xml version='1.0' encoding='utf-8'?><a/>".utf16.flatMap {
      [UInt8($0 & 0xFF), UInt8($0 >> 8)]
    }
    #expect(faults(bytes) == ["1:1 the declared encoding \"utf-8\" is wrong: the document is in UTF-16"])
  }

  @Test(
    arguments: [
      ("gb2312", [0xC4, 0xE3], "你"), ("gb2312", [0x80 + 1, 0x40], "丂"), ("GBK", [0x81, 0x30, 0x81, 0x30], "\u{80}"),
      ("shift_jis", [0x93, 0xFA], "日"), ("euc-jp", [0xC6, 0xFC], "日"),
      ("big5", [0xA4, 0xE9], "日"), ("euc-kr", [0xC7, 0xD1], "한"),
      // Labels of the web, and the encodings that contain those of the label.
      ("Shift_JIS", [0x7E, 0x5C, 0x87, 0x40, 0xFB, 0xFC], "~\\①髙"), ("x-sjis", [0x93, 0xFA, 0x7E], "日~"),
      ("ms_kanji", [0x93, 0xFA], "日"), ("windows-31j", [0x87, 0x40], "①"), ("x-euc-jp", [0xC6, 0xFC], "日"),
      ("EUC-JP", [0x7E, 0x5C, 0xAD, 0xA1], "~\\①"), ("euc-kr", [0x8C, 0x63, 0x7E, 0x5C], "똠~\\"),
      ("ks_c_5601-1987", [0xC7, 0xD1], "한"), ("windows-949", [0xC7, 0xD1], "한"), ("korean", [0xC7, 0xD1], "한"),
      ("x-x-big5", [0xA4, 0xE9], "日"), ("gb_2312-80", [0xC4, 0xE3], "你"),
    ] as [(String, [UInt8], String)])
  func `multibyte encodings`(name: String, bytes: [UInt8], text: String) {
    #expect(outline(declared(name, bytes)) == "<a>\(text)</a>")
  }

  @Test func `invalid bytes of multibyte encodings are counted`() {
    let bytes = declared("big5", [0xA4, 0xE9, 0xFF, 0x41, 0xFF])
    #expect(outline(bytes).hasSuffix("日\u{FFFD}A\u{FFFD}</a>"))
    #expect(faults(bytes) == ["1:42 2 invalid bytes for the encoding"])
    #expect(faults(declared("gb2312", [0xFF])) == ["1:43 1 invalid byte for the encoding"])
  }

  @Test(arguments: [false, true], [false, true])
  func `UTF-16 with and without a byte order mark`(isBigEndian: Bool, hasMark: Bool) {
    let units = (hasMark ? [0xFEFF] : []) + Array("<?xml version='1.0' encoding='UTF-16'?><a>é😀</a>".utf16)
    let bytes = units.flatMap { unit in
      let pair = [UInt8(unit >> 8), UInt8(unit & 0xFF)]
      return isBigEndian ? pair : pair.reversed()
    }
    #expect(outline(bytes) == "<a>é😀</a>")
    #expect(faults(bytes).isEmpty)
  }

  @Test(arguments: [false, true])
  func `UTF-32`(isBigEndian: Bool) {
    let bytes = "\u{FEFF}<a>é😀</a>".unicodeScalars.flatMap { scalar in
      let four = [24, 16, 8, 0].map { UInt8(scalar.value >> $0 & 0xFF) }
      return isBigEndian ? four : four.reversed()
    }
    #expect(outline(bytes) == "<a>é😀</a>")
  }

  @Test func `the byte order mark of UTF-8 is removed`() {
    #expect(outline([0xEF, 0xBB, 0xBF] + Array("<a>1</a>".utf8)) == "<a>1</a>")
  }

  @Test func `the encoding from the server is used if the document declares none`() {
    let bytes = Array("<a>".utf8) + [0xCF] + Array("</a>".utf8)
    #expect(outline(bytes, encoding: "windows-1251") == "<a>П</a>")
    #expect(outline(bytes) == "<a>Ï</a>")
  }

  @Test(
    arguments: [
      ("", "koi8-r", [0xF2, 0xC1], "Ра"), ("", "gb2312", [0xC4, 0xE3, 0xBA, 0xC3], "你好"),
      ("encoding='utf-8'", "koi8-r", [0xF2, 0xC1], "Ра"), ("encoding='no-such'", "koi8-r", [0xF2, 0xC1], "Ра"),
      // The declaration is right, the server is wrong, or nobody knows.
      ("encoding='windows-1251'", "koi8-r", [0xCF, 0xF0], "Пр"), ("", "iso-8859-1", [0xC3, 0xA9], "é"),
      ("", "utf-8", [0xE9, 0x41], "éA"), ("", "no-such", [0xE9, 0x41], "éA"),
      ("", "koi8-r", [0xC3, 0xA9, 0xC3, 0xA9, 0xE9, 0x41], "ééé" + "A"),
    ] as [(String, String, [UInt8], String)])
  func `the encoding from the server`(declaration: String, served: String, bytes: [UInt8], text: String) {
    let start = declaration.isEmpty ? "<a>" : "<?xml version='1.0' \(declaration)?><a>"
    #expect(outline(Array(start.utf8) + bytes + Array("</a>".utf8), encoding: served) == "<a>\(text)</a>")
  }

  @Test func `control characters and NUL are removed and reported`() {
    let bytes = Array("<a>\nb\u{0}\u{8}c\u{FFFF}</a>".utf8)
    #expect(outline(bytes) == "<a>\nbc</a>")
    #expect(faults(bytes) == ["2:2 3 characters that XML does not allow"])
  }

  @Test func `an incomplete sequence is replaced`() {
    #expect(outline(Array("<a>x".utf8) + [0xE2, 0x80] + Array("</a>".utf8)) == "<a>x\u{FFFD}</a>")
  }

  @Test func `references to forbidden characters are removed`() {
    #expect(outline("<a>x&#0;&#8;&#x110000;y&amp;</a>") == "<a>xy&</a>")
  }
}
