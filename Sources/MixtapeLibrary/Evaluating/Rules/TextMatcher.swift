/// A matcher for many texts at once: at the start of another text, at its end, or anywhere. Comparing bytes is
/// equivalent to comparing Unicode scalars.
///
/// The needles lie in buckets by their first two bytes, so that only a few are compared at each byte of the text.
final class TextMatcher: SQLOperand {
  private struct Needle {
    let bytes: [UInt8]
    let atStart: Bool
    let atEnd: Bool
    let index: Int
  }

  private let short: [Needle]
  private let buckets: [[Needle]]

  /// Makes a matcher of the patterns `startsWith`, `endsWith` and `contains`, whose texts must not be empty. Others are
  /// ignored.
  init(_ patterns: some Sequence<(index: Int, pattern: TextPattern)>) {
    var short: [Needle] = []
    var buckets = [[Needle]](repeating: [], count: Self.bucketCount)
    for (index, pattern) in patterns {
      let needle: Needle
      switch pattern {
      case .startsWith(let text): needle = Needle(bytes: Array(text.utf8), atStart: true, atEnd: false, index: index)
      case .endsWith(let text): needle = Needle(bytes: Array(text.utf8), atStart: false, atEnd: true, index: index)
      case .contains(let text): needle = Needle(bytes: Array(text.utf8), atStart: false, atEnd: false, index: index)
      case .equals, .matches: continue
      }
      if needle.bytes.count < 2 {
        short.append(needle)
      } else {
        buckets[Self.bucket(needle.bytes[0], needle.bytes[1])].append(needle)
      }
    }
    self.short = short
    self.buckets = buckets
  }

  private static let bucketCount = 4_096

  private static func bucket(_ first: UInt8, _ second: UInt8) -> Int {
    (Int(first) &* 61 &+ Int(second)) & (bucketCount - 1)
  }

  /// Calls `found` with the index of a pattern for each match, until it returns `false`.
  func matches(in text: UnsafeBufferPointer<UInt8>, _ found: (Int) -> Bool) {
    for needle in short {
      guard let byte = needle.bytes.first else { continue }
      let matches = needle.atStart ? text.first == byte : needle.atEnd ? text.last == byte : text.contains(byte)
      if matches, !found(needle.index) { return }
    }
    guard text.count >= 2 else { return }
    for start in 0..<(text.count - 1) {
      for needle in buckets[Self.bucket(text[start], text[start + 1])]
      where Self.matches(needle, in: text, at: start) && !found(needle.index) {
        return
      }
    }
  }

  override func result(of value: SQLArgument) -> SQLResult { .bool(matchesAny(in: value.text)) }

  /// Returns whether any pattern matches.
  func matchesAny(in text: UnsafeBufferPointer<UInt8>) -> Bool {
    var result = false
    matches(in: text) { _ in
      result = true
      return false
    }
    return result
  }

  private static func matches(_ needle: Needle, in text: UnsafeBufferPointer<UInt8>, at start: Int) -> Bool {
    let length = needle.bytes.count
    guard length <= text.count - start, !needle.atStart || start == 0 else { return false }
    guard !needle.atEnd || start + length == text.count else { return false }
    for offset in 0..<length where needle.bytes[offset] != text[start + offset] { return false }
    return true
  }
}

/// An operand for membership of a folded text in a large set.
final class TextListOperand: SQLOperand {
  private let texts: Set<String>

  init(_ texts: [String]) { self.texts = Set(texts) }

  override func result(of value: SQLArgument) -> SQLResult {
    .bool(texts.contains(String(decoding: value.text, as: UTF8.self)))
  }
}
