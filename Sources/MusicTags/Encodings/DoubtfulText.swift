/// A text of a tag that is probably in another encoding than the tag says.
public struct DoubtfulText: Hashable, Sendable {
  /// What the text may be.
  public struct Reading: Hashable, Sendable {
    /// The encoding, by its name in the Encoding Standard of the WHATWG.
    public let encoding: String
    /// The text in this encoding.
    public let text: String

    /// Makes a reading.
    public init(encoding: String, text: String) {
      self.encoding = encoding
      self.text = text
    }
  }

  /// The text as the tag has it.
  public let text: String
  /// What the text may be; empty if no known encoding fits.
  public let readings: [Reading]

  /// Makes a text.
  public init(_ text: String, readings: [Reading]) {
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
