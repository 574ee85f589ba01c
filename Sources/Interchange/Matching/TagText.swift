internal import MixtapeModel

/// Normalization of titles and artists: without case, accents, punctuation, "feat. …" and "The" at the start.
enum TagText {
  /// Returns the normalized text. Linear in its length.
  static func normalized(_ text: String) -> String {
    if let plain = plain(text) { return plain }
    var bytes: [UInt8] = []
    for scalar in NameRules.decomposed(TextFolding.fold(text)).unicodeScalars {
      if scalar.properties.generalCategory == .nonspacingMark { continue }
      if scalar.isASCII {
        bytes.append(UInt8(truncatingIfNeeded: scalar.value))
      } else if scalar.properties.isAlphabetic || scalar.properties.numericType != nil {
        bytes += UTF8.encode(scalar).map(Array.init) ?? []
      } else {
        bytes.append(0x20)
      }
    }
    return words(of: bytes)
  }

  /// Returns the normalized text if it is ASCII, which is faster; `nil` for other text.
  private static func plain(_ text: String) -> String? {
    var text = text
    return text.withUTF8 { buffer in
      guard buffer.allSatisfy({ $0 < 0x80 }) else { return nil }
      return words(of: buffer.map(\.lowercased))
    }
  }

  /// Returns the words of folded text, separated by one space.
  private static func words(of folded: [UInt8]) -> String {
    var result: [UInt8] = []
    result.reserveCapacity(folded.count)
    var index = 0
    while index < folded.count {
      let byte = folded[index]
      if byte == UInt8(ascii: "'") {
        index += 1
      } else if byte == UInt8(ascii: "&") {
        separate(&result)
        result += "and".utf8
        separate(&result)
        index += 1
      } else if byte >= 0x80 || byte.isLetter || byte.isDigit {
        if isAtWord(result), isFeaturing(folded, index) { break }
        result.append(byte)
        index += 1
      } else {
        separate(&result)
        index += 1
      }
    }
    if result.last == 0x20 { result.removeLast() }
    if result.starts(with: "the ".utf8) { result.removeFirst(4) }
    return String(decoding: result, as: UTF8.self)
  }

  private static func separate(_ result: inout [UInt8]) {
    if !result.isEmpty, result.last != 0x20 { result.append(0x20) }
  }

  /// Returns whether the next byte begins a word that is not the first.
  private static func isAtWord(_ result: [UInt8]) -> Bool { result.last == 0x20 }

  /// Returns whether a word that introduces guests begins at an index: `feat.`, `ft.`, `featuring`.
  private static func isFeaturing(_ bytes: [UInt8], _ index: Int) -> Bool {
    guard bytes[index] == UInt8(ascii: "f") else { return false }
    return ArtistNames.introducesGuests(String(decoding: bytes[index...].prefix(while: \.isLetter), as: UTF8.self))
  }
}
