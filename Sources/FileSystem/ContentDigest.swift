/// Distinguishes contents of files by their length and a hash.
package enum ContentDigest {
  /// Returns the digest of a content. Each word is mixed into all bits of the hash before the next one, so that
  /// changes in several places do not cancel each other out.
  package static func of(_ content: [UInt8]) -> [UInt8] {
    var hash: UInt64 = 0x9E37_79B9_7F4A_7C15
    content.withUnsafeBytes { bytes in
      let wholeWords = bytes.count / 8 * 8
      for position in stride(from: 0, to: wholeWords, by: 8) {
        add(UInt64(littleEndian: bytes.loadUnaligned(fromByteOffset: position, as: UInt64.self)), to: &hash)
      }
      var rest: UInt64 = 0
      for byte in bytes[wholeWords...] { rest = rest << 8 | UInt64(byte) }
      add(rest, to: &hash)
    }
    return withUnsafeBytes(of: (hash, UInt64(content.count))) { Array($0) }
  }

  /// Returns the digest of a content in hexadecimal digits.
  package static func text(of content: [UInt8]) -> String {
    of(content).map { String($0 >> 4, radix: 16) + String($0 & 15, radix: 16) }.joined()
  }

  /// Mixes a word into a hash by a bijective step, as in MurmurHash3: different words never give the same hash.
  private static func add(_ word: UInt64, to hash: inout UInt64) {
    hash = (hash ^ word) &* 0xFF51_AFD7_ED55_8CCD
    hash ^= hash >> 32
  }
}
