/// Windows-1252. The Encoding Standard of the WHATWG reads it wherever a text says that it is Latin-1.
package enum Windows1252 {
  /// Returns the character that a control character of Latin-1, U+0080 to U+009F, is in Windows-1252; other characters unchanged.
  /// Programs for Windows write `ž` and `’` so (music-metadata issue 44, TagLib pull request 55).
  package static func character(_ scalar: Unicode.Scalar) -> Unicode.Scalar {
    (0x80..<0xA0).contains(scalar.value) ? characters[Int(scalar.value) - 0x80] : scalar
  }

  /// Returns the bytes that a program has read as Latin-1 or Windows-1252; `nil` if the text has other characters.
  package static func bytes(of text: String) -> [UInt8]? {
    var bytes: [UInt8] = []
    for scalar in text.unicodeScalars {
      if scalar.value <= 0xFF {
        bytes.append(UInt8(scalar.value))
      } else if let place = characters.firstIndex(of: scalar) {
        bytes.append(UInt8(0x80 + place))
      } else {
        return nil
      }
    }
    return bytes
  }

  /// The characters of the bytes 0x80 to 0x9F. The five without one stay control characters.
  private static let characters: [Unicode.Scalar] = [
    "€", "\u{81}", "‚", "ƒ", "„", "…", "†", "‡", "ˆ", "‰", "Š", "‹", "Œ", "\u{8D}", "Ž", "\u{8F}",
    "\u{90}", "‘", "’", "“", "”", "•", "–", "—", "˜", "™", "š", "›", "œ", "\u{9D}", "ž", "Ÿ",
  ]
}
