import FileSystem
import Testing

@Suite struct ByteReaderTests {
  @Test func numbersAreReadInBothOrdersOfBytes() {
    let bytes: [UInt8] = [0x01, 0x02, 0x03, 0x04, 0xFF]
    var reader = ByteReader()
    #expect(reader.bigEndian(UInt16.self, in: bytes.span.bytes) == 0x0102)
    #expect(reader.littleEndian(UInt16.self, in: bytes.span.bytes) == 0x0403)
    #expect(reader.bigEndian(Int8.self, in: bytes.span.bytes) == -1)
    #expect(reader.position == 5)
  }

  @Test func aReadBeyondTheEndReturnsNilAndKeepsThePosition() {
    let bytes: [UInt8] = [1, 2, 3]
    var reader = ByteReader(at: 1)
    #expect(reader.bigEndian(UInt32.self, in: bytes.span.bytes) == nil)
    #expect(reader.position == 1)
    #expect(reader.skip(2, in: bytes.span.bytes) == 1..<3)
    #expect(reader.skip(0, in: bytes.span.bytes) == 3..<3)
    #expect(reader.skip(1, in: bytes.span.bytes) == nil)
  }

  @Test(arguments: [-1, 4, Int.max, Int.min])
  func aReaderOutsideOfTheBytesReadsNothing(position: Int) {
    let bytes: [UInt8] = [1, 2, 3]
    var reader = ByteReader(at: position)
    #expect(reader.skip(0, in: bytes.span.bytes) == nil)
    #expect(reader.littleEndian(UInt8.self, in: bytes.span.bytes) == nil)
  }

  @Test(arguments: [-1, Int.max, Int.min])
  func aCountThatDoesNotFitIsNotSkipped(count: Int) {
    let bytes: [UInt8] = [1, 2, 3]
    var reader = ByteReader(at: 1)
    #expect(reader.skip(count, in: bytes.span.bytes) == nil)
    #expect(reader.position == 1)
  }
}
