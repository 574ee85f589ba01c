/// A decoder that writes UTF-8. It removes characters that XML does not allow, and replaces invalid bytes.
struct ByteDecoder {
  /// The decoded text so far.
  private(set) var output: [UInt8] = []
  /// The offset in the output of the first removed or replaced character.
  private(set) var firstFault: Int?
  /// The number of removed characters.
  private(set) var forbidden = 0
  /// The number of replaced bytes and sequences.
  private(set) var invalid = 0

  /// Makes a decoder for a document of about `capacity` bytes.
  init(capacity: Int) { output.reserveCapacity(capacity + capacity / 8) }

  /// Decodes UTF-8. Reads invalid bytes as Windows-1252, and replaces truncated sequences.
  mutating func decodeUTF8(_ bytes: UnsafeBufferPointer<UInt8>) {
    let windows = SingleByteEncoding.windows1252.upperHalf
    var index = 0
    while index < bytes.count {
      switch UTF8Sequence(at: index, in: bytes) {
      case .character(let length):
        output.append(contentsOf: bytes[index..<index + length])
        index += length
      case .truncated(let length):
        appendReplacement()
        index += length
      case .stray:
        noteFault()
        invalid += 1
        append(windows[Int(bytes[index]) - 0x80])
        index += 1
      case .forbidden(let length):
        noteFault()
        forbidden += 1
        index += length
      }
    }
  }

  /// Decodes a single-byte encoding.
  mutating func decode(_ bytes: UnsafeBufferPointer<UInt8>, _ encoding: SingleByteEncoding) {
    let upper = encoding.upperHalf
    for byte in bytes {
      if byte < 0x80 { append(Unicode.Scalar(byte)) } else { append(upper[Int(byte) - 0x80]) }
    }
  }

  /// Decodes UTF-16. Replaces unpaired surrogates.
  mutating func decodeUTF16(_ bytes: UnsafeBufferPointer<UInt8>, isBigEndian: Bool) {
    let (high, low) = isBigEndian ? (0, 1) : (1, 0)
    let units = bytes.count / 2
    let unit = { (index: Int) in UInt32(bytes[2 * index + high]) << 8 | UInt32(bytes[2 * index + low]) }
    var index = 0
    while index < units {
      let first = unit(index)
      index += 1
      if first & 0xFC00 == 0xD800, index < units, unit(index) & 0xFC00 == 0xDC00 {
        appendValue(0x10000 + (first & 0x3FF) << 10 + unit(index) & 0x3FF)
        index += 1
      } else {
        appendValue(first)
      }
    }
    if bytes.count % 2 != 0 { appendReplacement() }
  }

  /// Decodes UTF-32.
  mutating func decodeUTF32(_ bytes: UnsafeBufferPointer<UInt8>, isBigEndian: Bool) {
    for start in stride(from: 0, to: bytes.count - 3, by: 4) {
      let four = bytes[start..<start + 4].map(UInt32.init)
      appendValue((isBigEndian ? four : four.reversed()).reduce(0) { $0 << 8 | $1 })
    }
    if bytes.count % 4 != 0 { appendReplacement() }
  }

  private mutating func appendValue(_ value: UInt32) {
    if let scalar = Unicode.Scalar(value) { append(scalar) } else { appendReplacement() }
  }

  private mutating func appendReplacement() {
    noteFault()
    invalid += 1
    output.append(contentsOf: [0xEF, 0xBF, 0xBD])
  }

  private mutating func append(_ scalar: Unicode.Scalar) {
    if !XMLText.isAllowed(scalar) {
      noteFault()
      forbidden += 1
    } else if scalar.isASCII {
      output.append(UInt8(truncatingIfNeeded: scalar.value))
    } else {
      output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  private mutating func noteFault() { if firstFault == nil { firstFault = output.count } }
}

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

/// Counts of invalid and special sequences in bytes that may be UTF-8.
struct UTF8Survey {
  /// The number of invalid bytes and incomplete sequences.
  private(set) var invalid = 0
  /// The number of characters that XML does not allow.
  private(set) var forbidden = 0
  /// The number of characters of several bytes.
  private(set) var multibyte = 0

  /// Surveys bytes.
  ///
  /// - Complexity: O(*n*), with 8 bytes at once for printable ASCII.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    var index = 0
    while index < bytes.count {
      if index + 8 <= bytes.count, ByteWord(bytes, at: index).isPlain {
        index += 8
        continue
      }
      let end = min(index + 8, bytes.count)
      while index < end {
        // In indented text, every second word has a line end or a tab.
        if bytes[index] < 0x80, bytes[index] >= 0x20 || bytes[index] == 0x0A || bytes[index] == 0x09 {
          index += 1
          continue
        }
        switch UTF8Sequence(at: index, in: bytes) {
        case .character(let length):
          if length > 1 { multibyte += 1 }
          index += length
        case .truncated(let length):
          invalid += 1
          index += length
        case .stray:
          invalid += 1
          index += 1
        case .forbidden(let length):
          forbidden += 1
          index += length
        }
      }
    }
  }
}

/// Eight bytes at once, for fast scans.
struct ByteWord {
  private let word: UInt64

  /// Reads 8 bytes at an offset, which may be unaligned. All of them must be in the buffer.
  init(_ bytes: UnsafeBufferPointer<UInt8>, at offset: Int) {
    word = UnsafeRawBufferPointer(bytes).loadUnaligned(fromByteOffset: offset, as: UInt64.self)
  }

  private static let lowBits: UInt64 = 0x0101_0101_0101_0101
  private static let highBits: UInt64 = 0x8080_8080_8080_8080

  /// Whether all bytes are ASCII without control characters below 0x20.
  var isPlain: Bool { word & Self.highBits == 0 && (word &- Self.lowBits &* 0x20) & Self.highBits == 0 }

  /// Whether all bytes are ASCII.
  var isASCII: Bool { word & Self.highBits == 0 }

  /// Returns whether a byte occurs.
  func contains(_ byte: UInt8) -> Bool {
    let difference = word ^ (Self.lowBits &* UInt64(byte))
    return (difference &- Self.lowBits) & ~difference & Self.highBits != 0
  }
}

extension UInt8 {
  /// Whether it is white space in XML.
  var isXMLSpace: Bool { self == 0x20 || self == 0x0A || self == 0x0D || self == 0x09 }
  /// Whether it is an ASCII digit.
  var isDigit: Bool { (0x30...0x39).contains(self) }
  /// Whether it is an ASCII hexadecimal digit.
  var isHexadecimalDigit: Bool { isDigit || (0x61...0x66).contains(self | 0x20) }
  /// Whether a name can begin with it.
  var beginsName: Bool {
    (0x61...0x7A).contains(self | 0x20) || self == UInt8(ascii: "_") || self == UInt8(ascii: ":") || self >= 0x80
  }
  /// Whether it can be in a name.
  var continuesName: Bool {
    beginsName || isDigit || self == UInt8(ascii: "-") || self == UInt8(ascii: ".")
  }
}
