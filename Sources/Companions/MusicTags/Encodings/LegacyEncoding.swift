internal import MixtapeModel

#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A text of a tag that is probably in another encoding than the tag says.
package struct DoubtfulText: Hashable, Sendable {
  /// A possible encoding of the text, with the text in it.
  package struct Reading: Hashable, Sendable {
    /// The encoding, by its name in the Encoding Standard of the WHATWG.
    package let encoding: String
    /// The text in this encoding.
    package let text: String
  }

  /// The text as the tag has it.
  package let text: String
  /// The possible readings; empty if no known encoding fits.
  package let readings: [Reading]

  /// Makes a text.
  package init(_ text: String, readings: [Reading]) {
    self.text = text
    self.readings = readings
  }

  /// Judges a text; `nil` if it can be what it says.
  package init?(judging text: String) {
    guard text.unicodeScalars.contains(where: { !$0.isASCII }), let bytes = Windows1252.bytes(of: text) else {
      return nil
    }
    let isForeign = Self.runs(of: bytes) { $0 >= 0x80 }.contains { Set($0.filter(Self.isLetter)).count >= 2 }
    let readings = LegacyEncoding.allCases.filter { isForeign || !$0.isAmbiguous }.compactMap { encoding in
      encoding.reading(of: bytes).map { Reading(encoding: encoding.rawValue, text: $0) }
    }
    guard !readings.isEmpty || !Self.runs(of: bytes, where: Self.isLetter).isEmpty else { return nil }
    self.init(text, readings: readings)
  }

  /// Returns the runs of bytes of a kind that are longer than languages with Latin letters have them.
  private static func runs(of bytes: [UInt8], where isPart: (UInt8) -> Bool) -> [ArraySlice<UInt8>] {
    bytes.split { !isPart($0) }.filter { $0.count >= 4 }
  }

  /// Returns whether a byte is a letter of Latin-1 beyond ASCII. The others above 0xC0 are `×` and `÷`.
  private static func isLetter(_ byte: UInt8) -> Bool { byte >= 0xC0 && byte != 0xD7 && byte != 0xF7 }
}

/// An encoding in which programs have written tags, although the tags say Latin-1. The names are those of the WHATWG.
///
/// Reports: windows-1251 (taglib-sharp issue 250, Clementine issue 1365), KOI8-R (oc-music issue 941), Shift_JIS (navidrome issue 1384),
/// GBK (navidrome issue 3243), EUC-KR (oc-music issue 448). UTF-8 remains only where the tag says that it is Unicode.
enum LegacyEncoding: String, CaseIterable {
  case utf8 = "utf-8"
  case windows1251 = "windows-1251"
  case koi8r = "koi8-r"
  case shiftJIS = "shift_jis"
  case gbk
  case eucKR = "euc-kr"

  /// Whether the bytes of few letters can be plausible by chance.
  var isAmbiguous: Bool {
    switch self {
    case .utf8, .shiftJIS: false
    case .windows1251, .koi8r, .gbk, .eucKR: true
    }
  }

  /// Returns the text of bytes; `nil` if it is not plausible in this encoding.
  func reading(of bytes: [UInt8]) -> String? {
    switch self {
    case .utf8: text(of: bytes)
    case .windows1251, .koi8r: text(of: bytes).flatMap { Self.isCyrillic($0) ? $0 : nil }
    case .shiftJIS: text(of: bytes).flatMap { Self.isJapanese($0) ? $0 : nil }
    case .gbk: Self.areCommonPairs(bytes) ? text(of: bytes) : nil
    case .eucKR: text(of: bytes).flatMap { Self.isKorean($0) ? $0 : nil }
    }
  }

  private func text(of bytes: [UInt8]) -> String? { CharacterConversion.text(of: bytes, in: converterName) }

  /// The name of the encoding in the C library, with its extensions.
  private var converterName: String {
    switch self {
    case .shiftJIS: "CP932"
    case .gbk: "GB18030"
    case .eucKR: "CP949"
    case .utf8, .windows1251, .koi8r: rawValue
    }
  }

  /// Returns whether a text is Cyrillic as people write it: no word has letters of two alphabets, and capitals are the first letter or
  /// all of them. In another encoding than its own, a text has capitals at any place.
  private static func isCyrillic(_ text: String) -> Bool {
    let isWritable = text.unicodeScalars.allSatisfy {
      $0.isASCII || (0x400...0x4FF).contains($0.value) || "«»–—…„“”’№\u{A0}".unicodeScalars.contains($0)
    }
    return isWritable
      && text.split { !$0.isLetter }.allSatisfy { word in
        let letters = word.unicodeScalars
        let ascii = letters.count(where: \.isASCII)
        if ascii > 0 { return ascii == letters.count }
        let capitals = letters.count(where: \.properties.isUppercase)
        return capitals == 0 || capitals == letters.count
          || capitals == 1 && letters.first?.properties.isUppercase == true
      }
  }

  /// Returns whether a text has kana and, beyond ASCII, only Japanese characters: at least three, and as many as Latin letters.
  private static func isJapanese(_ text: String) -> Bool {
    let scalars = text.unicodeScalars
    let foreign = scalars.filter { !$0.isASCII }.map(\.value)
    let letters = scalars.count { $0.isASCII && $0.properties.isAlphabetic }
    return foreign.count >= max(3, letters) && foreign.contains { (0x3040...0x30FF).contains($0) }
      && foreign.allSatisfy {
        (0x3000...0x30FF).contains($0) || (0x4E00...0x9FFF).contains($0) || (0xFF01...0xFF5E).contains($0)
      }
  }

  /// Returns whether a text is ASCII and syllables of Hangul.
  private static func isKorean(_ text: String) -> Bool {
    text.unicodeScalars.allSatisfy { $0.isASCII || (0xAC00...0xD7A3).contains($0.value) }
  }

  /// Returns whether bytes are ASCII and pairs of bytes beyond it, most of which are the common characters of GB 2312, level 1.
  private static func areCommonPairs(_ bytes: [UInt8]) -> Bool {
    var (pairs, commonPairs, index) = (0, 0, 0)
    while index < bytes.count {
      if bytes[index] < 0x80 {
        index += 1
        continue
      }
      guard bytes[index] > 0xA0, index + 1 < bytes.count, bytes[index + 1] > 0xA0 else { return false }
      pairs += 1
      if (0xB0...0xD7).contains(bytes[index]) { commonPairs += 1 }
      index += 2
    }
    return pairs > 0 && commonPairs * 4 >= pairs * 3
  }
}

/// The conversion of texts by `iconv` of the C library.
enum CharacterConversion {
  /// Returns the text of bytes; `nil` if some are invalid, or if the library does not know the encoding.
  static func text(of bytes: [UInt8], in encoding: String) -> String? {
    guard let converter = iconv_open("UTF-8", encoding), Int(bitPattern: converter) != -1 else { return nil }
    defer { iconv_close(converter) }
    var input = bytes.map { CChar(bitPattern: $0) }
    // A character of one byte can have three in UTF-8.
    var output = [CChar](repeating: 0, count: 4 * bytes.count)
    let length = input.withUnsafeMutableBufferPointer { input in
      output.withUnsafeMutableBufferPointer { output -> Int? in
        var (source, unread) = (input.baseAddress, input.count)
        var (target, free) = (output.baseAddress, output.count)
        guard iconv(converter, &source, &unread, &target, &free) != -1, unread == 0 else { return nil }
        return output.count - free
      }
    }
    return length.flatMap { String(validating: output.prefix($0).map { UInt8(bitPattern: $0) }, as: UTF8.self) }
  }
}
