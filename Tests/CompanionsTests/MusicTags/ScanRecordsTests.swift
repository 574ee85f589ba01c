import SystemPackage
import Testing

@testable import Companions

struct ScanRecordsTests {
  private let records = ScanRecords([
    "/m/a b.mp3": ScanRecord(
      version: FileStamp(size: .max, seconds: -1, nanoseconds: 999), digest: "d1",
      traits: AlbumTraits(releaseID: "r", title: "T ä", artist: "A")),
    "/m/b.mp3": ScanRecord(
      version: FileStamp(size: 0, seconds: 0, nanoseconds: 0), digest: "", traits: AlbumTraits()),
  ])

  @Test func `records survive their encoding`() throws {
    #expect(ScanRecords(try #require(records.encoded)) == records)
    #expect(ScanRecords(try #require(ScanRecords().encoded)) == ScanRecords())
  }

  @Test func `damaged records are refused`() throws {
    let bytes = try #require(records.encoded)
    for length in 0..<bytes.count { #expect(ScanRecords(Array(bytes[..<length])) == nil) }
    #expect(ScanRecords(Array("mixtape music 1\nrelative\t1\t1\t1\td\t\t\t\n1\n".utf8)) == nil)
    #expect(ScanRecords(Array("mixtape music 1\n/a\t1\t1\t-1\td\t\t\t\n1\n".utf8)) == nil)
    #expect(ScanRecords(Array("mixtape music 2\n0\n".utf8)) == nil)
  }
}
