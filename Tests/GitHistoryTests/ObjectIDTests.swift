import GitHistory
import Testing

@Suite struct ObjectIDTests {
  private let hex = "0123456789abcdef0123456789abcdef01234567"

  @Test func parsingAndPrinting() throws {
    let id = try #require(ObjectID(hex))
    #expect(id.description == hex)
    #expect(id.abbreviated == "01234567")
    #expect(id.bytes.prefix(4) == [0x01, 0x23, 0x45, 0x67])
    #expect(ObjectID(bytes: id.bytes) == id)
    #expect(ObjectID(hex.uppercased()) == id)
    #expect(CommitID(hex) == CommitID(rawValue: id))
    #expect(CommitID(hex)?.abbreviated == id.abbreviated)
  }

  @Test(arguments: [
    "", "0123", "g123456789abcdef0123456789abcdef01234567", "0123456789abcdef0123456789abcdef012345678",
  ])
  func invalidIDs(_ text: String) {
    #expect(ObjectID(text) == nil)
    #expect(CommitID(text) == nil)
  }

  @Test func otherNumbersOfBytes() {
    #expect(ObjectID(bytes: []) == nil)
    #expect(ObjectID(bytes: [UInt8](repeating: 0, count: 32)) == nil)
  }

  @Test func theIDOfAContent() throws {
    #expect(try Repository.blobID(of: []).description == "e69de29bb2d1d6434b8b29ae775ad8c2e48c5391")
  }
}
