import GitHistory
import MixtapeModel
import TestSupport
import Testing

@testable import MixtapeStore

@Suite("The format of the records of commits")
struct CommitRecordFormatTests {
  private static let records = (0..<4).compactMap { record($0) }

  private static func record(_ number: Int) -> CommitRecord? {
    guard let id = id(number) else { return nil }
    var changes: [FileChange] = []
    for change in 0..<number {
      changes.append(
        FileChange(path: "playlists/\(change).toml", old: change == 0 ? nil : Self.id(change), new: Self.id(7)))
    }
    return CommitRecord(
      id: CommitID(rawValue: id), parents: number == 0 ? [] : [number - 1], committed: 1_700_000_000,
      authored: 1_600_000_000, isBoundary: number == 2, isDecision: number == 1, changes: changes)
  }

  private static func id(_ number: Int) -> ObjectID? {
    ObjectID(bytes: Array(repeating: UInt8(number), count: ObjectID.byteCount))
  }

  private static func encoded() -> [UInt8] {
    records.enumerated().flatMap { CommitRecordFormat.encode($0.element, number: $0.offset) }
  }

  /// Reads all parts of a file, and returns its records. Expects that the parts agree, and that each record encodes to its bytes.
  @discardableResult
  private static func read(_ bytes: [UInt8]) -> [CommitRecord?] {
    let found = CommitRecordFormat.starts(in: bytes, from: 0)
    #expect(found.end <= bytes.count)
    return found.starts.enumerated().map { number, start in
      let record = CommitRecordFormat.decode(bytes, at: start)
      #expect(CommitRecordFormat.committed(bytes, at: start) == record?.committed)
      let parents = CommitRecordFormat.parents(bytes, at: start)
      #expect(CommitRecordFormat.isDecision(bytes, at: start) == record?.isDecision)
      #expect(parents == record?.parents && parents.allSatisfy { $0 < number })
      var paths: [[UInt8]] = []
      let isFound = CommitRecordFormat.hasPath(bytes, at: start) { path in
        paths.append(Array(path))
        return false
      }
      #expect(!isFound && paths == record?.changes.map { Array($0.path.utf8) })
      let end = number + 1 < found.starts.count ? found.starts[number + 1] : found.end
      #expect(record.map { CommitRecordFormat.encode($0, number: number) } == Array(bytes[start..<end]))
      return record
    }
  }

  @Test func recordsAreReadBack() {
    #expect(Self.read(Self.encoded()) == Self.records)
  }

  @Test func aTruncatedFileKeepsItsCompleteRecords() {
    let bytes = Self.encoded()
    for count in bytes.indices {
      let read = Self.read(Array(bytes[..<count]))
      #expect(read == Array(Self.records.prefix(read.count)))
    }
  }

  @Test func aLengthBeyondTheEndIsInvalid() {
    var bytes = Self.encoded()
    for value: UInt8 in [0x7F, 0x80, 0xFF] {
      bytes[3] = value
      #expect(Self.read(bytes).isEmpty)
    }
  }
}
