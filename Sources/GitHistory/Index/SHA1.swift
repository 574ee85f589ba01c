internal import CSHA1

/// SHA-1 (FIPS 180-4, section 6.1), which ends an index file and names a tree.
///
/// libgit2 hashes objects, with their header, and nothing else for its callers. It also detects attacks on the algorithm, and
/// so takes longer; what files and commits are called is left to it.
enum SHA1 {
  /// The 20 bytes of the hash.
  ///
  /// - Parameter isAccelerated: Whether to use the processor's instructions for it.
  static func hash(_ bytes: [UInt8], isAccelerated: Bool = csha1_is_supported()) -> [UInt8] {
    var state = State(isAccelerated: isAccelerated)
    let wholeBlocks = bytes.count / blockSize * blockSize
    bytes.withUnsafeBytes { state.add(UnsafeRawBufferPointer(rebasing: $0[..<wholeBlocks])) }
    // The rest, a one bit, zeros, and the number of bits in 64 bits.
    var end = Array(bytes[wholeBlocks...]) + [0x80]
    while end.count % blockSize != blockSize - 8 { end.append(0) }
    withUnsafeBytes(of: UInt64(8 * bytes.count).bigEndian) { end.append(contentsOf: $0) }
    end.withUnsafeBytes { state.add($0) }
    return state.bytes
  }

  private static let blockSize = 64

  private struct State {
    let isAccelerated: Bool
    // The five words lie one behind the other, as C expects them.
    private var words = Words()

    init(isAccelerated: Bool) { self.isAccelerated = isAccelerated }

    var bytes: [UInt8] {
      [words.a, words.b, words.c, words.d, words.e].flatMap { word in
        withUnsafeBytes(of: word.bigEndian) { Array($0) }
      }
    }

    /// Adds whole blocks.
    mutating func add(_ blocks: UnsafeRawBufferPointer) {
      guard isAccelerated, let start = blocks.baseAddress else { return words.add(blocks) }
      withUnsafeMutableBytes(of: &words) { words in
        guard let words = words.baseAddress?.assumingMemoryBound(to: UInt32.self) else { return }
        csha1_add_blocks(words, start.assumingMemoryBound(to: UInt8.self), blocks.count / blockSize)
      }
    }
  }

  private struct Words {
    var a: UInt32 = 0x6745_2301
    var b: UInt32 = 0xEFCD_AB89
    var c: UInt32 = 0x98BA_DCFE
    var d: UInt32 = 0x1032_5476
    var e: UInt32 = 0xC3D2_E1F0

    /// Adds whole blocks.
    mutating func add(_ blocks: UnsafeRawBufferPointer) {
      withUnsafeTemporaryAllocation(of: UInt32.self, capacity: 80) { words in
        for block in stride(from: 0, to: blocks.count, by: blockSize) {
          for index in 0..<16 {
            let word = blocks.loadUnaligned(fromByteOffset: block + 4 * index, as: UInt32.self)
            words.initializeElement(at: index, to: UInt32(bigEndian: word))
          }
          for index in 16..<80 {
            let word = words[index - 3] ^ words[index - 8] ^ words[index - 14] ^ words[index - 16]
            words.initializeElement(at: index, to: word << 1 | word >> 31)
          }
          addBlock(words)
        }
      }
    }

    private mutating func addBlock(_ words: UnsafeMutableBufferPointer<UInt32>) {
      var next = self
      for index in 0..<20 { next.round(words[index], next.d ^ (next.b & (next.c ^ next.d)), 0x5A82_7999) }
      for index in 20..<40 { next.round(words[index], next.b ^ next.c ^ next.d, 0x6ED9_EBA1) }
      for index in 40..<60 { next.round(words[index], (next.b & next.c) | (next.d & (next.b | next.c)), 0x8F1B_BCDC) }
      for index in 60..<80 { next.round(words[index], next.b ^ next.c ^ next.d, 0xCA62_C1D6) }
      a &+= next.a
      b &+= next.b
      c &+= next.c
      d &+= next.d
      e &+= next.e
    }

    @inline(__always)
    private mutating func round(_ word: UInt32, _ mixed: UInt32, _ constant: UInt32) {
      let sum = (a << 5 | a >> 27) &+ mixed &+ e &+ constant &+ word
      (e, d, c, b, a) = (d, c, b << 30 | b >> 2, a, sum)
    }
  }
}
