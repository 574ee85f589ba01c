/// The result of decoding one UTF-8 sequence.
enum UTF8Sequence {
  /// A character that XML allows, of 1 to 4 bytes.
  case character(length: Int)
  /// The beginning of an incomplete sequence.
  case truncated(length: Int)
  /// An invalid byte.
  case stray
  /// A control character, or another character that XML does not allow, of 1 or 3 bytes.
  case forbidden(length: Int)

  /// Decodes the sequence at an index, by table 3-7 of the Unicode Standard.
  init(at index: Int, in bytes: UnsafeBufferPointer<UInt8>) {
    let first = bytes[index]
    if first < 0x80 {
      let isAllowed = first >= 0x20 || first == 0x09 || first == 0x0A || first == 0x0D
      self = isAllowed ? .character(length: 1) : .forbidden(length: 1)
      return
    }
    let length =
      switch first {
      case 0xC2...0xDF: 2
      case 0xE0...0xEF: 3
      case 0xF0...0xF4: 4
      default: 1
      }
    guard length > 1 else {
      self = .stray
      return
    }
    var position = 1
    while position < length, index + position < bytes.count {
      let allowed = position == 1 ? Self.secondBytes(after: first) : 0x80...0xBF
      guard allowed.contains(bytes[index + position]) else { break }
      position += 1
    }
    guard position == length else {
      self = position == 1 && index + 1 < bytes.count ? .stray : .truncated(length: position)
      return
    }
    let isNoncharacter = first == 0xEF && bytes[index + 1] == 0xBF && bytes[index + 2] >= 0xBE
    self = isNoncharacter ? .forbidden(length: 3) : .character(length: length)
  }

  private static func secondBytes(after first: UInt8) -> ClosedRange<UInt8> {
    switch first {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  }
}
