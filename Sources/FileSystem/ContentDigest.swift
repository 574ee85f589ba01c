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

/// SHA-1 (FIPS 180-4, section 6.1), for the checksum of git's index and the guids of feeds. It protects nothing.
///
/// libgit2 computes the hashes of objects, but has no function for other bytes.
package enum SHA1 {
  /// Returns the 20 bytes of the hash.
  package static func hash(_ bytes: [UInt8]) -> [UInt8] {
    var state: State = (0x6745_2301, 0xEFCD_AB89, 0x98BA_DCFE, 0x1032_5476, 0xC3D2_E1F0)
    var words = [UInt32](repeating: 0, count: 80)
    let wholeBlocks = bytes.count / blockSize * blockSize
    add(bytes.span.bytes.extracting(..<wholeBlocks), to: &state, &words)
    // The rest, a one bit, zeros, and the total number of bits as 64 bits.
    var end = Array(bytes[wholeBlocks...]) + [0x80]
    while end.count % blockSize != blockSize - 8 { end.append(0) }
    end.append(bigEndian: UInt64(8 * bytes.count))
    add(end.span.bytes, to: &state, &words)
    var hash: [UInt8] = []
    for word in [state.a, state.b, state.c, state.d, state.e] { hash.append(bigEndian: word) }
    return hash
  }

  private static let blockSize = 64

  private typealias State = (a: UInt32, b: UInt32, c: UInt32, d: UInt32, e: UInt32)

  /// Adds whole blocks. `words` is a buffer for the words of one block.
  private static func add(_ blocks: RawSpan, to state: inout State, _ words: inout [UInt32]) {
    for block in stride(from: 0, to: blocks.byteCount, by: blockSize) {
      for index in 0..<16 {
        words[index] = UInt32(bigEndian: blocks.unsafeLoadUnaligned(fromByteOffset: block + 4 * index, as: UInt32.self))
      }
      for index in 16..<80 {
        let word = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
        words[index] = word << 1 | word >> 31
      }
      var next = state
      for index in 0..<20 { round(&next, words[index], next.d ^ (next.b & (next.c ^ next.d)), 0x5A82_7999) }
      for index in 20..<40 { round(&next, words[index], next.b ^ next.c ^ next.d, 0x6ED9_EBA1) }
      for index in 40..<60 {
        round(&next, words[index], (next.b & next.c) | (next.d & (next.b | next.c)), 0x8F1B_BCDC)
      }
      for index in 60..<80 { round(&next, words[index], next.b ^ next.c ^ next.d, 0xCA62_C1D6) }
      state = (state.a &+ next.a, state.b &+ next.b, state.c &+ next.c, state.d &+ next.d, state.e &+ next.e)
    }
  }

  private static func round(_ state: inout State, _ word: UInt32, _ mixed: UInt32, _ constant: UInt32) {
    let sum = (state.a << 5 | state.a >> 27) &+ mixed &+ state.e &+ constant &+ word
    state = (sum, state.a, state.b << 30 | state.b >> 2, state.c, state.d)
  }
}
