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
