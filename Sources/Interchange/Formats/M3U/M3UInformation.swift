/// The content of an `#EXTINF` directive: `123 key="value",Artist - Title`.
struct M3UInformation {
  /// The playing time in seconds; `nil` if it is missing, and negative if it is unknown.
  let duration: Double?
  /// The attributes, by names in lower case.
  let attributes: [(name: String, value: String)]
  /// The text before the comma that is neither the playing time nor an attribute.
  let ignored: String?
  /// The text after the comma: artist and title.
  let display: String
  /// The text before the first dash between spaces.
  let artist: String?
  /// The text after that dash, or the whole text.
  let title: String?

  init(_ text: String) {
    let bytes = Array(text.utf8)
    var scanner = Scanner(bytes)
    duration = scanner.seconds()
    attributes = scanner.attributes()
    let (ignored, rest) = scanner.textAfterComma()
    self.ignored = ignored
    display = rest
    let names = ArtistAndTitle(rest)
    (artist, title) = (names.artist, names.title)
  }

  /// Returns the title in the text of a directive whose artist is known: the part after the artist, or the whole text.
  func title(by artist: String) -> String? {
    display.hasPrefix("\(artist) - ") ? String(display.dropFirst(artist.count + 3)).trimmed.nonEmpty : display.nonEmpty
  }

  private struct Scanner {
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    private var byte: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skipBlanks() {
      while byte == 0x20 || byte == 0x09 { position += 1 }
    }

    /// Returns the number of seconds at the start, which may have a sign and a fraction. Some programs write `1:23`.
    mutating func seconds() -> Double? {
      skipBlanks()
      let start = position
      while let byte, byte.isDigit || "+-.:".utf8.contains(byte) { position += 1 }
      let seconds = Self.seconds(bytes[start..<position])
      // Even after an invalid number, the title begins after the comma.
      if seconds == nil { position = start }
      return seconds
    }

    private static func seconds(_ text: ArraySlice<UInt8>) -> Double? {
      let parts = text.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
      guard parts.count <= 3 else { return nil }
      var seconds = 0.0
      for part in parts {
        guard let number = Double(plain: String(decoding: part, as: UTF8.self)), abs(number) < 1e12 else { return nil }
        seconds = seconds * 60 + number
      }
      return seconds
    }

    /// Returns `name="value"` pairs, up to the first other text.
    mutating func attributes() -> [(name: String, value: String)] {
      var attributes: [(name: String, value: String)] = []
      while true {
        skipBlanks()
        let start = position
        while let byte, byte.isLetter || byte.isDigit || "-_.".utf8.contains(byte) { position += 1 }
        let name = String(decoding: bytes[start..<position].map(\.lowercased), as: UTF8.self)
        guard !name.isEmpty, byte == UInt8(ascii: "="), let value = value() else {
          position = start
          return attributes
        }
        attributes.append((name, value))
      }
    }

    private mutating func value() -> String? {
      position += 1
      let quote = byte
      guard quote == UInt8(ascii: "\"") || quote == UInt8(ascii: "'") else {
        let start = position
        while let byte, byte != 0x20, byte != UInt8(ascii: ",") { position += 1 }
        return String(decoding: bytes[start..<position], as: UTF8.self)
      }
      position += 1
      let start = position
      while let byte, byte != quote { position += 1 }
      guard byte == quote else { return nil }
      defer { position += 1 }
      return String(decoding: bytes[start..<position], as: UTF8.self)
    }

    /// Returns the text before the next comma, if there is any, and the text after it; the rest without a comma. After
    /// unreadable attributes, the comma is the first one after the last quote.
    func textAfterComma() -> (ignored: String?, text: String) {
      let rest = bytes[position...]
      let hasAttributes =
        byte != UInt8(ascii: ",")
        && zip(rest, rest.dropFirst()).contains { $0 == UInt8(ascii: "=") && $1 == UInt8(ascii: "\"") }
      let quote = hasAttributes ? rest.lastIndex(of: UInt8(ascii: "\"")) : nil
      let afterQuote = quote.flatMap { bytes[$0...].firstIndex(of: UInt8(ascii: ",")) }
      guard let comma = afterQuote ?? rest.firstIndex(of: UInt8(ascii: ",")) else {
        return (nil, String(decoding: rest, as: UTF8.self).trimmed)
      }
      let ignored = String(decoding: rest[..<comma], as: UTF8.self).trimmed.nonEmpty
      return (ignored, String(decoding: bytes[(comma + 1)...], as: UTF8.self).trimmed)
    }
  }
}
