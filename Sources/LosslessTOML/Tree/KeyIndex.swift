/// A hash table that finds the node of a value by its table and its key.
///
/// One index serves a whole document, so a duplicate is found in constant time. Every process uses another random seed,
/// so nobody can prepare a file whose keys collide.
struct KeyIndex {
  /// The slots. The upper half of a slot is part of the hash, the lower half the index of the node plus 1. A free slot
  /// is 0.
  private var slots: [UInt64] = Array(repeating: 0, count: 32)
  private var count = 0

  private static let seed = UInt64.random(in: .min ... .max)
  private static let multiplier: UInt64 = 0x9E37_79B9_7F4A_7C15

  /// Returns the hash of `key` in the table `parent`.
  static func hash(of key: Range<Int>, in bytes: SourceBytes, parent: NodeIndex) -> UInt64 {
    var state = mix(seed ^ UInt64(truncatingIfNeeded: parent), multiplier &+ UInt64(truncatingIfNeeded: key.count))
    var offset = key.lowerBound
    while offset + 8 <= key.upperBound {
      state = mix(state ^ bytes.word(at: offset), seed | 1)
      offset += 8
    }
    var tail: UInt64 = 0
    while offset < key.upperBound {
      tail = tail << 8 | UInt64(bytes[offset])
      offset += 1
    }
    return mix(state ^ tail, multiplier)
  }

  /// Returns both halves of the full product, combined by exclusive or. Every bit of the factors affects every bit of
  /// the result.
  private static func mix(_ first: UInt64, _ second: UInt64) -> UInt64 {
    let product = first.multipliedFullWidth(by: second)
    return product.high ^ product.low
  }

  /// Returns the node under `hash` for which `matches` is true, or `Node.none`.
  @inline(__always)
  func find(_ hash: UInt64, where matches: (NodeIndex) -> Bool) -> NodeIndex {
    let mask = slots.count - 1
    var position = Int(hash >> 32) & mask
    while slots[position] != 0 {
      let slot = slots[position]
      if slot >> 32 == hash >> 32 {
        let node = NodeIndex(truncatingIfNeeded: slot & 0xFFFF_FFFF) - 1
        if matches(node) { return node }
      }
      position = (position + 1) & mask
    }
    return Node.none
  }

  /// Adds `node` under `hash`. The index must not hold a node of the same key.
  mutating func insert(_ node: NodeIndex, hash: UInt64) {
    if (count + 1) * 2 > slots.count { grow() }
    count += 1
    place(hash & ~0xFFFF_FFFF | UInt64(node + 1))
  }

  private mutating func place(_ slot: UInt64) {
    let mask = slots.count - 1
    var position = Int(slot >> 32) & mask
    while slots[position] != 0 { position = (position + 1) & mask }
    slots[position] = slot
  }

  private mutating func grow() {
    let filled = slots
    slots = Array(repeating: 0, count: filled.count * 2)
    for slot in filled where slot != 0 { place(slot) }
  }
}

/// The text of keys, bare or in quotes.
enum KeyText {
  /// Returns the bytes between the quotes of a quoted key, or all bytes of a bare key.
  @inline(__always)
  static func content(of key: (token: Token, range: Range<Int>)) -> Range<Int> {
    key.token.kind == .bareKey ? key.range : key.range.lowerBound + 1..<key.range.upperBound - 1
  }

  static func string(of key: (token: Token, range: Range<Int>), in bytes: SourceBytes) -> String {
    let content = content(of: key)
    return key.token.hasEscapes ? StringDecoder.unescaped(content, in: bytes) : bytes.text(content)
  }

  /// Returns whether a key equals the bytes at `wanted` of another source. TOML does not normalise keys.
  @inline(__always)
  static func matches(
    _ key: (token: Token, range: Range<Int>), in bytes: SourceBytes, _ wanted: Range<Int>, of other: SourceBytes
  ) -> Bool {
    key.token.hasEscapes
      ? matchesEscaped(key, in: bytes, wanted, of: other) : bytes.equals(content(of: key), other, wanted)
  }

  @inline(never)
  private static func matchesEscaped(
    _ key: (token: Token, range: Range<Int>), in bytes: SourceBytes, _ wanted: Range<Int>, of other: SourceBytes
  ) -> Bool {
    Array(string(of: key, in: bytes).utf8).withSourceBytes { $0.equals(0..<$0.count, other, wanted) }
  }
}
