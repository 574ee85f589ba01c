import FileSystem
import Testing

@testable import GitHistory

@Suite struct SHA1Tests {
  @Test func everyLengthAgreesWithLibgit2() throws {
    for length in 0..<200 {
      let bytes = (0..<length).map { UInt8(truncatingIfNeeded: 37 &* $0 &+ length) }
      let object = Array("blob \(length)\0".utf8) + bytes
      #expect(try ObjectID(bytes: SHA1.hash(object)) == Repository.blobID(of: bytes), "\(length) bytes")
    }
  }
}
