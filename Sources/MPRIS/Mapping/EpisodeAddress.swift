internal import MixtapeModel

/// An address of an episode of the library, such as `mixtape:night-sky/auroras`.
enum EpisodeAddress {
  /// The scheme of the addresses.
  static let scheme = "mixtape"

  /// Reads an address; `nil` if it is not the address of an episode.
  static func episode(in address: String) -> Episode.ID? {
    guard address.utf8.count <= longest, address.hasPrefix("\(scheme):") else { return nil }
    return decoded(address.dropFirst(scheme.count + 1)).flatMap(Episode.ID.init(rawValue:))
  }

  /// The maximum length in bytes.
  private static let longest = 2_048

  /// Replaces percent signs and two hexadecimal digits by bytes; `nil` if the digits are missing, or if the result is not UTF-8.
  private static func decoded(_ text: Substring) -> String? {
    var bytes: [UInt8] = []
    var rest = text.utf8[...]
    while let byte = rest.popFirst() {
      guard byte == UInt8(ascii: "%") else {
        bytes.append(byte)
        continue
      }
      let digits = rest.prefix(2)
      guard digits.count == 2, digits.allSatisfy({ UnicodeScalar($0).properties.isASCIIHexDigit }),
        let value = UInt8(String(decoding: digits, as: UTF8.self), radix: 16)
      else { return nil }
      bytes.append(value)
      rest = rest.dropFirst(2)
    }
    return String(validating: bytes, as: UTF8.self)
  }
}
