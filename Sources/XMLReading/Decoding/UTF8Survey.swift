/// The result of one pass over bytes that may be UTF-8.
struct UTF8Survey {
  /// The number of bytes that are part of no UTF-8 sequence.
  private(set) var invalid = 0
  /// The number of control characters and the like.
  private(set) var forbidden = 0
  /// Whether there is a sequence of several bytes.
  private(set) var hasMultibyte = false

  /// Surveys bytes.
  ///
  /// - Complexity: O(*n*); 16 bytes at once where they are plain ASCII.
  init(_ bytes: UnsafeBufferPointer<UInt8>) {
    let raw = UnsafeRawBufferPointer(bytes)
    var index = 0
    while index < bytes.count {
      if index + 16 <= bytes.count, Self.isPlain(raw.loadUnaligned(fromByteOffset: index, as: SIMD16<UInt8>.self)) {
        index += 16
        continue
      }
      let end = min(index + 16, bytes.count)
      while index < end {
        switch UTF8Sequence(at: index, in: bytes) {
        case .character(let length):
          if length > 1 { hasMultibyte = true }
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

  /// Whether 16 bytes are ASCII without control characters.
  private static func isPlain(_ block: SIMD16<UInt8>) -> Bool {
    let control = (block .< 0x20) .& (block .!= 0x0A) .& (block .!= 0x09) .& (block .!= 0x0D)
    return !any(control .| (block .> 0x7F))
  }
}
