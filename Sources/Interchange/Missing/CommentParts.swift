internal import MixtapeModel

/// The parts of a comment that describes a missing entry: values, and text of the user.
struct CommentParts {
  private(set) var entry = InterchangeEntry()
  /// The words that are no values, and values with other names, in their order.
  private(set) var ownText: [String] = []

  /// Reads a comment; `nil` if it has another form.
  init?(_ comment: some StringProtocol) {
    let bytes = Array(comment.utf8)
    let start = Array("missing:".utf8)
    let trimmed = bytes[...].trimmed
    guard trimmed.starts(with: start) else { return nil }
    var rest = trimmed.dropFirst(start.count).trimmed
    while let equals = rest.firstIndex(of: UInt8(ascii: "=")) {
      guard let (value, end) = Self.value(rest[(equals + 1)...]) else { return nil }
      let words = rest[..<equals]
      let name = words.lastIndex(of: 0x20).map { words[($0 + 1)...] } ?? words
      addOwn(words[..<name.startIndex])
      if !set(String(decoding: name, as: UTF8.self), value) { addOwn(rest[name.startIndex..<end]) }
      rest = rest[end...].trimmed
    }
    addOwn(rest)
  }

  private mutating func addOwn(_ bytes: ArraySlice<UInt8>) {
    let text = bytes.trimmed
    if !text.isEmpty { ownText.append(String(decoding: text, as: UTF8.self)) }
  }

  /// Sets a value. Returns whether the name is known.
  private mutating func set(_ name: String, _ value: String) -> Bool {
    switch name {
    case "title": entry.title = value
    case "artist": entry.artist = value
    case "album": entry.album = value
    case "duration": entry.duration = Double(value).flatMap { $0.isFinite && $0 >= 0 ? $0 : nil }
    case "id": entry.episode = Episode.ID(rawValue: value)
    case "guid": entry.guid = value
    case "identifier": entry.identifiers.append(value)
    case "feed": entry.feed = value
    case "feedGuid": entry.feedGuid = value
    case "location": entry.locations = [value]
    default: return false
    }
    return true
  }

  /// Returns the value at the start, and the index after it.
  private static func value(_ bytes: ArraySlice<UInt8>) -> (String, Int)? {
    guard bytes.first == UInt8(ascii: "\"") else {
      let word = bytes.prefix { $0 != 0x20 }
      return (String(decoding: word, as: UTF8.self), word.endIndex)
    }
    var result: [UInt8] = []
    var index = bytes.startIndex + 1
    while index < bytes.endIndex {
      switch bytes[index] {
      case UInt8(ascii: "\""): return (String(decoding: result, as: UTF8.self), index + 1)
      case UInt8(ascii: "\\"):
        guard index + 1 < bytes.endIndex else { return nil }
        if bytes[index + 1] == UInt8(ascii: "u") {
          guard index + 5 < bytes.endIndex,
            let scalar = UInt32(String(decoding: bytes[(index + 2)...(index + 5)], as: UTF8.self), radix: 16)
              .flatMap(Unicode.Scalar.init)
          else { return nil }
          result += UTF8.encode(scalar).map(Array.init) ?? []
          index += 6
        } else {
          result.append(bytes[index + 1])
          index += 2
        }
      default:
        result.append(bytes[index])
        index += 1
      }
    }
    return nil
  }
}
