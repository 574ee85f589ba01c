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
    let value = scalar.value
    if value < 0x20 && value != 0x09 && value != 0x0A && value != 0x0D || value == 0xFFFE || value == 0xFFFF {
      noteFault()
      forbidden += 1
    } else if value < 0x80 {
      output.append(UInt8(truncatingIfNeeded: value))
    } else {
      output.append(contentsOf: UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter)
    }
  }

  private mutating func noteFault() { if firstFault == nil { firstFault = output.count } }
}
