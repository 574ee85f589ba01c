internal import GitHistory

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// What the index of history knows of one commit.
struct HistoryRecord {
  let id: CommitID
  /// The numbers of the records of its parents, the first parent first.
  let parents: [Int]
  /// When it was committed, which is what histories are sorted by; seconds since 1970.
  let committed: Int64
  /// When the change was made; seconds since 1970.
  let authored: Int64
  /// Every file of the store that it changed, against its first parent.
  let changes: [FileChange]

  /// When the change was made.
  var date: Date { Date(timeIntervalSince1970: Double(authored)) }
}

// MARK: - Bytes

/// A record in the file: length and checksum of what follows, two dates, the numbers of the parents, the changes, and at
/// the end its own number and the commit's id, so that the last record can be found from the end of the file.
enum HistoryRecordFormat {
  /// The bytes in front of what length and checksum are about.
  static let prefixLength = 8
  /// The bytes of number and id, with which a record ends.
  static let suffixLength = 4 + ObjectID.byteCount

  static func encode(_ record: HistoryRecord, number: Int) -> [UInt8] {
    var bytes = [UInt8](repeating: 0, count: prefixLength)
    bytes.append(record.committed)
    bytes.append(record.authored)
    bytes.append(UInt32(record.parents.count))
    for parent in record.parents { bytes.append(UInt32(parent)) }
    bytes.append(UInt32(record.changes.count))
    for change in record.changes {
      bytes.append(UInt32(change.path.utf8.count))
      bytes += change.path.utf8
      for id in [change.old, change.new] { bytes += id.map { [1] + $0.bytes } ?? [0] }
    }
    bytes.append(UInt32(number))
    bytes += record.id.rawValue.bytes
    let length = UInt32(bytes.count - prefixLength)
    let checksum = bytes.withUnsafeBytes { self.checksum(of: UnsafeRawBufferPointer(rebasing: $0[prefixLength...])) }
    bytes.replaceSubrange(..<prefixLength, with: [UInt8](length) + [UInt8](checksum))
    return bytes
  }

  /// Where the records of a file begin, as far as they are sound, and where the last of them ends.
  static func starts(in bytes: UnsafeRawBufferPointer, from start: Int) -> (starts: [Int], end: Int) {
    var starts: [Int] = []
    starts.reserveCapacity(bytes.count / 160)
    var position = start
    while bytes.count - position >= prefixLength + suffixLength {
      let length = Int(bytes.number(at: position, as: UInt32.self))
      let body = position + prefixLength
      guard length >= suffixLength, length <= bytes.count - body,
        bytes.number(at: position + 4, as: UInt32.self)
          == checksum(of: UnsafeRawBufferPointer(rebasing: bytes[body..<body + length])),
        bytes.number(at: body + length - suffixLength, as: UInt32.self) == UInt32(starts.count)
      else { break }
      starts.append(position)
      position = body + length
    }
    return (starts, position)
  }

  /// Reads the record that begins at a place. Its checksum was right, so that it is whole.
  static func decode(_ bytes: UnsafeRawBufferPointer, at start: Int) -> HistoryRecord? {
    var cursor = Cursor(bytes: bytes, position: start + prefixLength)
    let (committed, authored) = (cursor.number(Int64.self), cursor.number(Int64.self))
    let parents = (0..<cursor.count()).map { _ in cursor.count() }
    let changes = (0..<cursor.count()).map { _ in
      let path = String(decoding: cursor.path(), as: UTF8.self)
      return FileChange(path: path, old: cursor.content(), new: cursor.content())
    }
    _ = cursor.count()
    guard let id = cursor.id() else { return nil }
    return HistoryRecord(
      id: CommitID(rawValue: id), parents: parents, committed: committed, authored: authored, changes: changes)
  }

  /// When the commit of the record that begins at a place was committed.
  static func committed(_ bytes: UnsafeRawBufferPointer, at start: Int) -> Int64 {
    bytes.number(at: start + prefixLength, as: Int64.self)
  }

  /// The numbers of the parents in the record that begins at a place.
  static func parents(_ bytes: UnsafeRawBufferPointer, at start: Int) -> [Int] {
    var cursor = Cursor(bytes: bytes, position: start + prefixLength + 2 * MemoryLayout<Int64>.size)
    return (0..<cursor.count()).map { _ in cursor.count() }
  }

  /// The number and the commit of a record, read from its end.
  static func decodeSuffix(_ bytes: [UInt8]) -> (number: Int, commit: CommitID)? {
    bytes.withUnsafeBytes { bytes in
      var cursor = Cursor(bytes: bytes, position: 0)
      guard bytes.count == suffixLength else { return nil }
      let number = cursor.count()
      return cursor.id().map { (number, CommitID(rawValue: $0)) }
    }
  }

  /// Whether one of the paths in the record that begins at a place is wanted; found out without making text of them.
  static func hasPath(
    _ bytes: UnsafeRawBufferPointer, at start: Int, where isWanted: (Slice<UnsafeRawBufferPointer>) -> Bool
  ) -> Bool {
    var cursor = Cursor(bytes: bytes, position: start + prefixLength + 2 * MemoryLayout<Int64>.size)
    cursor.position += cursor.count() * MemoryLayout<UInt32>.size
    for _ in 0..<cursor.count() {
      if isWanted(cursor.path()) { return true }
      for _ in 0..<2 { cursor.position += bytes[cursor.position] == 0 ? 1 : 1 + ObjectID.byteCount }
    }
    return false
  }

  /// Tells a whole record from one that was written in part. FNV-1a over words of eight bytes, for speed.
  private static func checksum(of bytes: UnsafeRawBufferPointer) -> UInt32 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var position = 0
    while bytes.count - position >= 8 {
      hash = (hash ^ bytes.number(at: position, as: UInt64.self)) &* 0x0000_0100_0000_01B3
      position += 8
    }
    for byte in bytes[position...] { hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3 }
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }
}

/// A place in the bytes of a record. What is read there is known to be there.
private struct Cursor {
  let bytes: UnsafeRawBufferPointer
  var position: Int

  mutating func number<Number: FixedWidthInteger>(_ type: Number.Type) -> Number {
    defer { position += MemoryLayout<Number>.size }
    return bytes.number(at: position, as: type)
  }

  mutating func count() -> Int { Int(number(UInt32.self)) }

  mutating func path() -> Slice<UnsafeRawBufferPointer> {
    let length = count()
    defer { position += length }
    return bytes[position..<position + length]
  }

  /// The id of a content, or `nil` of none.
  mutating func content() -> ObjectID? { number(UInt8.self) == 0 ? nil : id() }

  mutating func id() -> ObjectID? {
    defer { position += ObjectID.byteCount }
    return ObjectID(bytes: Array(bytes[position..<position + ObjectID.byteCount]))
  }
}

extension UnsafeRawBufferPointer {
  /// A number at a place that is known to be there.
  fileprivate func number<Number: FixedWidthInteger>(at position: Int, as type: Number.Type) -> Number {
    Number(littleEndian: loadUnaligned(fromByteOffset: position, as: type))
  }
}

extension [UInt8] {
  fileprivate init(_ number: some FixedWidthInteger) {
    self = Swift.withUnsafeBytes(of: number.littleEndian) { Array($0) }
  }

  fileprivate mutating func append(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
