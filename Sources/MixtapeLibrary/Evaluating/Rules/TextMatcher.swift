/// A matcher that finds any of many texts in one pass: at the start of a text, at its end, or anywhere. Comparing bytes is equivalent
/// to comparing Unicode scalars.
///
/// The texts lie in buckets by their first two bytes, so that only a few are compared at each byte.
struct TextMatcher {
  private struct Needle {
    let bytes: [UInt8]
    let atStart: Bool
    let atEnd: Bool

    init?(_ pattern: TextPattern) {
      switch pattern {
      case .startsWith(let text): (bytes, atStart, atEnd) = (Array(text.utf8), true, false)
      case .endsWith(let text): (bytes, atStart, atEnd) = (Array(text.utf8), false, true)
      case .contains(let text): (bytes, atStart, atEnd) = (Array(text.utf8), false, false)
      case .equals, .matches: return nil
      }
    }

    func matches(_ text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
      guard bytes.count <= text.count - start, !atStart || start == 0 else { return false }
      guard !atEnd || start + bytes.count == text.count else { return false }
      for offset in bytes.indices where bytes[offset] != text[start + offset] { return false }
      return true
    }
  }

  /// The texts of one byte.
  private var short: [Needle] = []
  private var buckets = [[Needle]](repeating: [], count: TextMatcher.bucketCount)

  private static let bucketCount = 4_096

  /// Makes a matcher of the patterns `startsWith`, `endsWith` and `contains`, whose texts must not be empty. Others are ignored.
  init(_ patterns: [TextPattern]) {
    for needle in patterns.compactMap(Needle.init) {
      if needle.bytes.count < 2 {
        short.append(needle)
      } else {
        buckets[Self.bucket(needle.bytes[0], needle.bytes[1])].append(needle)
      }
    }
  }

  private static func bucket(_ first: UInt8, _ second: UInt8) -> Int {
    (Int(first) &* 61 &+ Int(second)) & (bucketCount - 1)
  }

  /// Returns whether one of the texts is found.
  func matches(_ text: UnsafeBufferPointer<UInt8>) -> Bool {
    for start in text.indices {
      if short.contains(where: { $0.matches(text, at: start) }) { return true }
      guard start + 1 < text.count else { break }
      let bucket = buckets[Self.bucket(text[start], text[start + 1])]
      if bucket.contains(where: { $0.matches(text, at: start) }) { return true }
    }
    return false
  }
}
