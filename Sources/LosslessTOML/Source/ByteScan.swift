/// Searches of a source that read eight bytes at a time.
///
/// Arithmetic on the whole word tests each of its bytes: a byte that matches has its top bit set in the result. A borrow
/// can set that bit in bytes after a match, never before, so the lowest set bit is always right.
enum ByteScan {
  private static let ones: UInt64 = 0x0101_0101_0101_0101
  private static let tops: UInt64 = 0x8080_8080_8080_8080

  /// Returns the first offset from `start` on whose byte is `first`, `second`, a control character or not ASCII;
  /// the end of the source if it does not occur.
  @inline(__always)
  static func special(_ first: UInt8, _ second: UInt8, from start: Int, in bytes: SourceBytes) -> Int {
    let firsts = ones &* UInt64(first)
    let seconds = ones &* UInt64(second)
    var offset = start
    while offset + 8 <= bytes.count {
      let word = bytes.word(at: offset)
      let hits = zeros(word ^ firsts) | zeros(word ^ seconds) | zeros(word ^ ones &* 0x7F) | controls(word) | word
      if hits & tops != 0 { return offset + (hits & tops).trailingZeroBitCount / 8 }
      offset += 8
    }
    while offset < bytes.count {
      let byte = bytes[offset]
      if byte == first || byte == second || byte < 0x20 || byte >= 0x7F { return offset }
      offset += 1
    }
    return offset
  }

  /// Marks the bytes that are 0.
  @inline(__always)
  private static func zeros(_ word: UInt64) -> UInt64 { (word &- ones) & ~word }

  /// Marks the bytes below 0x20.
  @inline(__always)
  private static func controls(_ word: UInt64) -> UInt64 { (word &- ones &* 0x20) & ~word }

  /// Returns the length of the well-formed UTF-8 sequence at `offset` that starts with a byte of 0x80 or more;
  /// 0 if the bytes there are not well-formed.
  static func sequenceLength(at offset: Int, in bytes: SourceBytes) -> Int {
    let second = bytes.byte(at: offset + 1)
    switch bytes[offset] {
    case 0xC2...0xDF: return isContinuation(second) ? 2 : 0
    case 0xE0: return second >= 0xA0 && continues(offset, 2, bytes) ? 3 : 0
    case 0xED: return second < 0xA0 && continues(offset, 2, bytes) ? 3 : 0
    case 0xE1...0xEF: return continues(offset, 2, bytes) ? 3 : 0
    case 0xF0: return second >= 0x90 && continues(offset, 3, bytes) ? 4 : 0
    case 0xF4: return second < 0x90 && continues(offset, 3, bytes) ? 4 : 0
    case 0xF1...0xF3: return continues(offset, 3, bytes) ? 4 : 0
    default: return 0
    }
  }

  private static func isContinuation(_ byte: UInt8) -> Bool { byte & 0xC0 == 0x80 }

  /// Returns whether `count` continuation bytes follow the byte at `offset`.
  private static func continues(_ offset: Int, _ count: Int, _ bytes: SourceBytes) -> Bool {
    (1...count).allSatisfy { isContinuation(bytes.byte(at: offset + $0)) }
  }
}
