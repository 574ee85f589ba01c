import FileSystem
import TestSupport
import Testing

@Suite struct ContentDigestTests {
  @Test func equalContentsHaveEqualDigests() {
    #expect(ContentDigest.of(Array("name = 'Focus'\n".utf8)) == ContentDigest.of(Array("name = 'Focus'\n".utf8)))
  }

  /// Changes of one bit at each place, also in the bytes after the last whole word.
  @Test func everyChangedBitChangesTheDigest() {
    var random = SeededGenerator()
    let content = (0..<67).map { _ in UInt8.random(in: 0...255, using: &random) }
    var digests: Set<[UInt8]> = [ContentDigest.of(content)]
    for bit in 0..<content.count * 8 {
      var changed = content
      changed[bit / 8] ^= 1 << (bit % 8)
      digests.insert(ContentDigest.of(changed))
    }
    #expect(digests.count == content.count * 8 + 1)
  }

  @Test func zerosAtTheEndChangeTheDigest() {
    let digests = (0..<40).map { ContentDigest.of(Array(repeating: 0, count: $0)) }
    #expect(Set(digests).count == 40)
  }

  @Test func aTextHasTwoDigitsForEachByte() {
    let digest = ContentDigest.of([7])
    let text = ContentDigest.text(of: [7])
    #expect(text.count == digest.count * 2)
    for (position, byte) in digest.enumerated() {
      #expect(UInt8(text.dropFirst(position * 2).prefix(2), radix: 16) == byte)
    }
  }
}
