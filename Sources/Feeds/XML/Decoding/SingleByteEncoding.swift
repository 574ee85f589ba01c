/// The single-byte encodings of the WHATWG Encoding Standard, section 9. Their lower half is ASCII.
///
/// ISO 8859-1 is Windows-1252 and ISO 8859-9 is Windows-1254, as in browsers.
enum SingleByteEncoding: String, CaseIterable {
  case windows1250, windows1251, windows1252, windows1253, windows1254, windows1255, windows1256, windows1257
  case windows1258, iso8859part2, iso8859part3, iso8859part4, iso8859part5, iso8859part6, iso8859part7
  case iso8859part8, iso8859part10, iso8859part13, iso8859part14, iso8859part15, iso8859part16, koi8r, koi8u
  case macRoman, macCyrillic, ibm866, windows874

  /// The characters of the bytes 0x80 to 0xFF.
  ///
  /// - Complexity: O(1) with the size of the table.
  var upperHalf: [Unicode.Scalar] {
    var scalars: [Unicode.Scalar] = []
    for run in runs.split(separator: " ") {
      let parts = run.split(separator: "+")
      let first = parts.first.flatMap { UInt32($0, radix: 16) } ?? 0xFFFD
      let count = parts.count > 1 ? UInt32(parts[1]) ?? 1 : 1
      for value in first..<first + count { scalars.append(Unicode.Scalar(value) ?? "\u{FFFD}") }
    }
    return scalars
  }

  /// The code points of the upper half in hexadecimal: `A0+3` is A0, A1 and A2.
  private var runs: String {
    switch self {
    case .windows1250:
      """
      20AC 81 201A 83 201E 2026 2020+2 88 2030 160 2039 15A 164 17D 179 90 2018+2 201C+2 2022 2013+2 98 2122 \
      161 203A 15B 165 17E 17A A0 2C7 2D8 141 A4 104 A6+4 15E AB+4 17B B0+2 2DB 142 B4+5 105 15F BB 13D 2DD \
      13E 17C 154 C1+2 102 C4 139 106 C7 10C C9 118 CB 11A CD+2 10E 110 143 147 D3+2 150 D6+2 158 16E DA 170 \
      DC+2 162 DF 155 E1+2 103 E4 13A 107 E7 10D E9 119 EB 11B ED+2 10F 111 144 148 F3+2 151 F6+2 159 16F FA \
      171 FC+2 163 2D9
      """
    case .windows1251:
      """
      402+2 201A 453 201E 2026 2020+2 20AC 2030 409 2039 40A 40C 40B 40F 452 2018+2 201C+2 2022 2013+2 98 2122 \
      459 203A 45A 45C 45B 45F A0 40E 45E 408 A4 490 A6+2 401 A9 404 AB+4 407 B0+2 406 456 491 B5+3 451 2116 \
      454 BB 458 405 455 457 410+64
      """
    case .windows1252:
      """
      20AC 81 201A 192 201E 2026 2020+2 2C6 2030 160 2039 152 8D 17D 8F+2 2018+2 201C+2 2022 2013+2 2DC 2122 \
      161 203A 153 9D 17E 178 A0+96
      """
    case .windows1253:
      """
      20AC 81 201A 192 201E 2026 2020+2 88 2030 8A 2039 8C+5 2018+2 201C+2 2022 2013+2 98 2122 9A 203A 9C+5 \
      385+2 A3+7 FFFD AB+4 2015 B0+4 384 B5+3 388+3 BB 38C BD 38E+20 FFFD 3A3+44 FFFD
      """
    case .windows1254:
      """
      20AC 81 201A 192 201E 2026 2020+2 2C6 2030 160 2039 152 8D+4 2018+2 201C+2 2022 2013+2 2DC 2122 161 203A \
      153 9D+2 178 A0+48 11E D1+12 130 15E DF+17 11F F1+12 131 15F FF
      """
    case .windows1255:
      """
      20AC 81 201A 192 201E 2026 2020+2 2C6 2030 8A 2039 8C+5 2018+2 201C+2 2022 2013+2 2DC 2122 9A 203A 9C+8 \
      20AA A5+5 D7 AB+15 F7 BB+5 5B0+10 FFFD 5BB+9 5F0+5 FFFD FFFD FFFD FFFD FFFD FFFD FFFD 5D0+27 FFFD FFFD \
      200E+2 FFFD
      """
    case .windows1256:
      """
      20AC 67E 201A 192 201E 2026 2020+2 2C6 2030 679 2039 152 686 698 688 6AF 2018+2 201C+2 2022 2013+2 6A9 \
      2122 691 203A 153 200C+2 6BA A0 60C A2+8 6BE AB+15 61B BB+4 61F 6C1 621+22 D7 637+4 640+4 E0 644 E2 \
      645+4 E7+5 649+2 EE+2 64B+4 F4 64F+2 F7 651 F9 652 FB+2 200E+2 6D2
      """
    case .windows1257:
      """
      20AC 81 201A 83 201E 2026 2020+2 88 2030 8A 2039 8C A8 2C7 B8 90 2018+2 201C+2 2022 2013+2 98 2122 9A \
      203A 9C AF 2DB 9F+2 FFFD A2+3 FFFD A6+2 D8 A9 156 AB+4 C6 B0+8 F8 B9 157 BB+4 E6 104 12E 100 106 C4+2 \
      118 112 10C C9 179 116 122 136 12A 13B 160 143 145 D3 14C D5+3 172 141 15A 16A DC 17B 17D DF 105 12F 101 \
      107 E4+2 119 113 10D E9 17A 117 123 137 12B 13C 161 144 146 F3 14D F5+3 173 142 15B 16B FC 17C 17E 2D9
      """
    case .windows1258:
      """
      20AC 81 201A 192 201E 2026 2020+2 2C6 2030 8A 2039 152 8D+4 2018+2 201C+2 2022 2013+2 2DC 2122 9A 203A \
      153 9D+2 178 A0+35 102 C4+8 300 CD+3 110 D1 309 D3+2 1A0 D6+7 1AF 303 DF+4 103 E4+8 301 ED+3 111 F1 323 \
      F3+2 1A1 F6+7 1B0 20AB FF
      """
    case .iso8859part2:
      """
      80+33 104 2D8 141 A4 13D 15A A7+2 160 15E 164 179 AD 17D 17B B0 105 2DB 142 B4 13E 15B 2C7 B8 161 15F \
      165 17A 2DD 17E 17C 154 C1+2 102 C4 139 106 C7 10C C9 118 CB 11A CD+2 10E 110 143 147 D3+2 150 D6+2 158 \
      16E DA 170 DC+2 162 DF 155 E1+2 103 E4 13A 107 E7 10D E9 119 EB 11B ED+2 10F 111 144 148 F3+2 151 F6+2 \
      159 16F FA 171 FC+2 163 2D9
      """
    case .iso8859part3:
      """
      80+33 126 2D8 A3+2 FFFD 124 A7+2 130 15E 11E 134 AD FFFD 17B B0 127 B2+4 125 B7+2 131 15F 11F 135 BD \
      FFFD 17C C0+3 FFFD C4 10A 108 C7+9 FFFD D1+4 120 D6+2 11C D9+4 16C 15C DF+4 FFFD E4 10B 109 E7+9 FFFD \
      F1+4 121 F6+2 11D F9+4 16D 15D 2D9
      """
    case .iso8859part4:
      """
      80+33 104 138 156 A4 128 13B A7+2 160 112 122 166 AD 17D AF+2 105 2DB 157 B4 129 13C 2C7 B8 161 113 123 \
      167 14A 17E 14B 100 C1+6 12E 10C C9 118 CB 116 CD+2 12A 110 145 14C 136 D4+5 172 DA+3 168 16A DF 101 \
      E1+6 12F 10D E9 119 EB 117 ED+2 12B 111 146 14D 137 F4+5 173 FA+3 169 16B 2D9
      """
    case .iso8859part5: "80+33 401+12 AD 40E+66 2116 451+12 A7 45E+2"
    case .iso8859part6:
      """
      80+33 FFFD FFFD FFFD A4 FFFD FFFD FFFD FFFD FFFD FFFD FFFD 60C AD FFFD FFFD FFFD FFFD FFFD FFFD FFFD \
      FFFD FFFD FFFD FFFD FFFD FFFD 61B FFFD FFFD FFFD 61F FFFD 621+26 FFFD FFFD FFFD FFFD FFFD 640+19 FFFD \
      FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD
      """
    case .iso8859part7:
      """
      80+33 2018+2 A3 20AC 20AF A6+4 37A AB+3 FFFD 2015 B0+4 384+3 B7 388+3 BB 38C BD 38E+20 FFFD 3A3+44 FFFD
      """
    case .iso8859part8:
      """
      80+33 FFFD A2+8 D7 AB+15 F7 BB+4 FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD \
      FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD FFFD 2017 5D0+27 \
      FFFD FFFD 200E+2 FFFD
      """
    case .iso8859part10:
      """
      80+33 104 112 122 12A 128 136 A7 13B 110 160 166 17D AD 16A 14A B0 105 113 123 12B 129 137 B7 13C 111 \
      161 167 17E 2015 16B 14B 100 C1+6 12E 10C C9 118 CB 116 CD+4 145 14C D3+4 168 D8 172 DA+6 101 E1+6 12F \
      10D E9 119 EB 117 ED+4 146 14D F3+4 169 F8 173 FA+5 138
      """
    case .iso8859part13:
      """
      80+33 201D A2+3 201E A6+2 D8 A9 156 AB+4 C6 B0+4 201C B5+3 F8 B9 157 BB+4 E6 104 12E 100 106 C4+2 118 \
      112 10C C9 179 116 122 136 12A 13B 160 143 145 D3 14C D5+3 172 141 15A 16A DC 17B 17D DF 105 12F 101 107 \
      E4+2 119 113 10D E9 17A 117 123 137 12B 13C 161 144 146 F3 14D F5+3 173 142 15B 16B FC 17C 17E 2019
      """
    case .iso8859part14:
      """
      80+33 1E02+2 A3 10A+2 1E0A A7 1E80 A9 1E82 1E0B 1EF2 AD+2 178 1E1E+2 120+2 1E40+2 B6 1E56 1E81 1E57 1E83 \
      1E60 1EF3 1E84+2 1E61 C0+16 174 D1+6 1E6A D8+6 176 DF+17 175 F1+6 1E6B F8+6 177 FF
      """
    case .iso8859part15: "80+36 20AC A5 160 A7 161 A9+11 17D B5+3 17E B9+3 152+2 178 BF+65"
    case .iso8859part16:
      """
      80+33 104+2 141 20AC 201E 160 A7 161 A9 218 AB 179 AD 17A+2 B0+2 10C 142 17D 201D B6+2 17E 10D 219 BB \
      152+2 178 17C C0+3 102 C4 106 C6+10 110 143 D2+3 150 D6 15A 170 D9+4 118 21A DF+4 103 E4 107 E6+10 111 \
      144 F2+3 151 F6 15B 171 F9+4 119 21B FF
      """
    case .koi8r:
      """
      2500 2502 250C 2510 2514 2518 251C 2524 252C 2534 253C 2580 2584 2588 258C 2590+4 2320 25A0 2219+2 2248 \
      2264+2 A0 2321 B0 B2 B7 F7 2550+3 451 2553+15 401 2562+11 A9 44E 430+2 446 434+2 444 433 445 438+8 44F \
      440+4 436 432 44C 44B 437 448 44D 449 447 44A 42E 410+2 426 414+2 424 413 425 418+8 42F 420+4 416 412 \
      42C 42B 417 428 42D 429 427 42A
      """
    case .koi8u:
      """
      2500 2502 250C 2510 2514 2518 251C 2524 252C 2534 253C 2580 2584 2588 258C 2590+4 2320 25A0 2219+2 2248 \
      2264+2 A0 2321 B0 B2 B7 F7 2550+3 451 454 2554 456+2 2557+5 491 255D+5 401 404 2563 406+2 2566+5 490 \
      256C A9 44E 430+2 446 434+2 444 433 445 438+8 44F 440+4 436 432 44C 44B 437 448 44D 449 447 44A 42E \
      410+2 426 414+2 424 413 425 418+8 42F 420+4 416 412 42C 42B 417 428 42D 429 427 42A
      """
    case .macRoman:
      """
      C4+2 C7 C9 D1 D6 DC E1 E0 E2 E4 E3 E5 E7 E9 E8 EA+2 ED EC EE+2 F1 F3 F2 F4 F6 F5 FA F9 FB+2 2020 B0 A2+2 \
      A7 2022 B6 DF AE A9 2122 B4 A8 2260 C6 D8 221E B1 2264+2 A5 B5 2202 2211 220F 3C0 222B AA BA 3A9 E6 F8 \
      BF A1 AC 221A 192 2248 2206 AB BB 2026 A0 C0 C3 D5 152+2 2013+2 201C+2 2018+2 F7 25CA FF 178 2044 20AC \
      2039+2 FB01+2 2021 B7 201A 201E 2030 C2 CA C1 CB C8 CD+3 CC D3+2 F8FF D2 DA+2 D9 131 2C6 2DC AF 2D8+3 B8 \
      2DD 2DB 2C7
      """
    case .macCyrillic:
      """
      410+32 2020 B0 490 A3 A7 2022 B6 406 AE A9 2122 402 452 2260 403 453 221E B1 2264+2 456 B5 491 408 404 \
      454 407 457 409 459 40A 45A 458 405 AC 221A 192 2248 2206 AB BB 2026 A0 40B 45B 40C 45C 455 2013+2 \
      201C+2 2018+2 F7 201E 40E 45E 40F 45F 2116 401 451 44F 430+31 20AC
      """
    case .ibm866:
      """
      410+48 2591+3 2502 2524 2561+2 2556 2555 2563 2551 2557 255D 255C 255B 2510 2514 2534 252C 251C 2500 \
      253C 255E+2 255A 2554 2569 2566 2560 2550 256C 2567+2 2564+2 2559 2558 2552+2 256B 256A 2518 250C 2588 \
      2584 258C 2590 2580 440+16 401 451 404 454 407 457 40E 45E B0 2219 B7 221A 2116 A4 25A0 A0
      """
    case .windows874:
      """
      20AC 81+4 2026 86+11 2018+2 201C+2 2022 2013+2 98+9 E01+58 FFFD FFFD FFFD FFFD E3F+29 FFFD FFFD FFFD \
      FFFD
      """
    }
  }
}

extension SingleByteEncoding {
  /// Finds an encoding by a label in lower case with dashes. WHATWG Encoding Standard, section 4.2.
  init?(label: String) {
    guard let encoding = Self.labels[label] ?? Self.numbered(label) else { return nil }
    self = encoding
  }

  private static let labels: [String: SingleByteEncoding] = [
    "us-ascii": .windows1252, "ascii": .windows1252, "ansi": .windows1252, "latin1": .windows1252,
    "latin-1": .windows1252, "l1": .windows1252, "x-ansi": .windows1252, "iso-8859-8-i": .iso8859part8,
    "latin2": .iso8859part2, "latin9": .iso8859part15, "latin-9": .iso8859part15, "koi8-r": .koi8r, "koi8r": .koi8r,
    "koi8": .koi8r, "koi8-u": .koi8u, "macintosh": .macRoman, "mac": .macRoman, "x-mac-roman": .macRoman,
    "macroman": .macRoman, "mac-roman": .macRoman, "maccyrillic": .macCyrillic, "mac-cyrillic": .macCyrillic,
    "x-mac-cyrillic": .macCyrillic, "ibm866": .ibm866, "cp866": .ibm866, "tis-620": .windows874,
    "windows-874": .windows874,
  ]

  /// Finds an encoding of the two numbered families.
  private static func numbered(_ label: String) -> SingleByteEncoding? {
    for prefix in ["windows-", "cp", "x-cp", "win-", "windows"] where label.hasPrefix(prefix) {
      return SingleByteEncoding(rawValue: "windows\(label.dropFirst(prefix.count))")
    }
    for prefix in ["iso-8859-", "iso8859-", "iso8859", "iso-8859", "8859-"] where label.hasPrefix(prefix) {
      switch label.dropFirst(prefix.count).prefix(while: \.isNumber) {
      case "1": return .windows1252
      case "9": return .windows1254
      case "11": return .windows874
      case let part: return SingleByteEncoding(rawValue: "iso8859part\(part)")
      }
    }
    return nil
  }
}
