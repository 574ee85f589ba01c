internal import MixtapeModel

/// The artist and the title in the text of an entry: `Artist - Title`.
struct ArtistAndTitle {
  /// The text before the first dash between spaces that is not in parentheses; `nil` without one.
  let artist: String?
  /// The text after that dash, or the whole text; `nil` if it is empty.
  let title: String?

  /// Splits a text.
  init(_ text: String) {
    guard let range = Self.dash(" - ", in: text) ?? Self.dash(" – ", in: text) else {
      (artist, title) = (nil, text.nonEmpty)
      return
    }
    let (first, second) = (String(text[..<range.lowerBound]).trimmed, String(text[range.upperBound...]).trimmed)
    (artist, title) = first.isEmpty || second.isEmpty ? (nil, text.trimmed.nonEmpty) : (first, second)
  }

  /// Returns the first place of a dash outside of parentheses: `Session (Friday 20:00 - 22:00)` is one title.
  private static func dash(_ dash: String, in text: String) -> Range<String.Index>? {
    let (bytes, dash) = (text.utf8, dash.utf8)
    var places: [String.Index] = []
    // The number of places before each open parenthesis. One that nothing closes encloses nothing.
    var open: [Int] = []
    for index in bytes.indices {
      switch bytes[index] {
      case UInt8(ascii: "("), UInt8(ascii: "["): open.append(places.count)
      case UInt8(ascii: ")"), UInt8(ascii: "]"): if let count = open.popLast() { places.removeSubrange(count...) }
      case 0x20 where bytes[index...].starts(with: dash): places.append(index)
      default: break
      }
    }
    return places.first.map { $0..<bytes.index($0, offsetBy: dash.count) }
  }
}
