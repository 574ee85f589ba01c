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

/// Classes of the bytes of texts. All bytes beyond ASCII belong to none.
extension UInt8 {
  /// Whether the byte is one of the digits 0 to 9.
  var isDigit: Bool { self &- UInt8(ascii: "0") < 10 }

  /// Whether the byte is a letter of either case.
  var isLetter: Bool { (self | 0x20) &- UInt8(ascii: "a") < 26 }

  /// The value of a hexadecimal digit of either case; `nil` for other bytes.
  var hexadecimalValue: UInt8? {
    if isDigit { return self - UInt8(ascii: "0") }
    let letter = (self | 0x20) &- UInt8(ascii: "a")
    return letter < 6 ? letter + 10 : nil
  }
}
