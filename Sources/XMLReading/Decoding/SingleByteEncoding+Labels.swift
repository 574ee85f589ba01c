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
    "macroman": .macRoman, "mac-roman": .macRoman, "x-mac-greek": .macGreek, "macgreek": .macGreek,
    "mac-greek": .macGreek, "x-mac-turkish": .macTurkish, "macturkish": .macTurkish, "mac-turkish": .macTurkish,
    "maccyrillic": .macCyrillic, "mac-cyrillic": .macCyrillic,
    "x-mac-cyrillic": .macCyrillic, "maciceland": .macIceland, "mac-iceland": .macIceland,
    "x-mac-icelandic": .macIceland, "ibm866": .ibm866, "cp866": .ibm866, "tis-620": .tis620,
    "windows-874": .tis620,
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
      case "11": return .tis620
      case let part: return SingleByteEncoding(rawValue: "iso8859part\(part)")
      }
    }
    return nil
  }
}
