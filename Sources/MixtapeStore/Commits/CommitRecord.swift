internal import FileSystem
internal import GitHistory

#if canImport(FoundationEssentials)
  internal import FoundationEssentials
#else
  internal import Foundation
#endif

/// A commit and the files of the store that it changed.
struct CommitRecord: Equatable {
  let id: CommitID
  /// The numbers of its parents' records, first parent first. Each is less than the number of this record.
  let parents: [Int]
  /// The committer's time, which determines the order of history, in seconds since 1970.
  let committed: Int64
  /// The author's time, in seconds since 1970.
  let authored: Int64
  /// Whether history is cut off at this commit, so that its changes are unknown.
  let isBoundary: Bool
  /// Whether the commit decided a conflict for the present value, or is an undo, a redo or a revert of such a decision: a change that
  /// changed no file.
  let isDecision: Bool
  /// The files of the store that differ from the first parent; at a boundary, all files of the commit.
  let changes: [FileChange]

  var isMerge: Bool { parents.count > 1 }

  /// The author's time.
  var date: Date { Date(timeIntervalSince1970: Double(authored)) }
}

// MARK: - Bytes

/// The format of a record: length and checksum, two dates, the flags, the numbers of the parents, the
/// changes, the number of the record and the commit id. The last two are at the end, so that the last record can be
/// found from the end of the file.
///
/// ``starts(in:from:)`` stops at the first record that is incomplete or does not match its checksum. The other functions read only
/// records that it has checked.
enum CommitRecordFormat {
  /// The number of bytes of the length and the checksum, which do not cover themselves.
  static let prefixLength = 8
  /// The number of bytes of the number and the id at the end of a record.
  static let suffixLength = 4 + ObjectID.byteCount

  static func encode(_ record: CommitRecord, number: Int) -> [UInt8] {
    var body: [UInt8] = []
    body.append(record.committed)
    body.append(record.authored)
    body.append((record.isBoundary ? Flags.boundary : []).union(record.isDecision ? .decision : []).rawValue)
    body.append(UInt32(record.parents.count))
    for parent in record.parents { body.append(UInt32(parent)) }
    body.append(UInt32(record.changes.count))
    for change in record.changes {
      body.append(UInt32(change.path.utf8.count))
      body += change.path.utf8
      for id in [change.old, change.new] { body += id.map { [1] + $0.bytes } ?? [0] }
    }
    body.append(UInt32(number))
    body += record.id.rawValue.bytes
    var bytes: [UInt8] = []
    bytes.reserveCapacity(prefixLength + body.count)
    bytes.append(UInt32(body.count))
    bytes.append(checksum(of: body.span.bytes))
    return bytes + body
  }

  /// Returns the offsets of the valid records at the start of a file, and the end of the last one.
  static func starts(in bytes: [UInt8], from start: Int) -> (starts: [Int], end: Int) {
    var starts: [Int] = []
    starts.reserveCapacity(bytes.count / 160)
    var position = start
    while let end = endOfRecord(in: bytes.span.bytes, at: position, number: starts.count) {
      starts.append(position)
      position = end
    }
    return (starts, position)
  }

  /// Reads the record at an offset; returns `nil` if it is invalid.
  static func decode(_ bytes: [UInt8], at start: Int) -> CommitRecord? {
    let bytes = bytes.span.bytes
    var reader = ByteReader(at: start + prefixLength)
    guard let committed = reader.littleEndian(Int64.self, in: bytes),
      let authored = reader.littleEndian(Int64.self, in: bytes),
      let flags = reader.flags(in: bytes), let parentCount = reader.count(in: bytes)
    else { return nil }
    var parents: [Int] = []
    for _ in 0..<parentCount {
      guard let parent = reader.count(in: bytes) else { return nil }
      parents.append(parent)
    }
    guard let changeCount = reader.count(in: bytes) else { return nil }
    var changes: [FileChange] = []
    for _ in 0..<changeCount {
      guard let path = reader.path(in: bytes), let old = reader.content(in: bytes),
        let new = reader.content(in: bytes)
      else { return nil }
      let text = bytes.extracting(path).withUnsafeBytes { String(decoding: $0, as: UTF8.self) }
      changes.append(FileChange(path: text, old: old.id, new: new.id))
    }
    guard reader.count(in: bytes) != nil, let id = reader.id(in: bytes) else { return nil }
    return CommitRecord(
      id: CommitID(rawValue: id), parents: parents, committed: committed, authored: authored,
      isBoundary: flags.contains(.boundary), isDecision: flags.contains(.decision), changes: changes)
  }

  /// Returns the committer's time of the record at an offset; `nil` if the record is invalid.
  static func committed(_ bytes: [UInt8], at start: Int) -> Int64? {
    var reader = ByteReader(at: start + prefixLength)
    return reader.littleEndian(Int64.self, in: bytes.span.bytes)
  }

  static func isDecision(_ bytes: [UInt8], at start: Int) -> Bool {
    var reader = ByteReader(at: start + prefixLength + headLength - 1)
    return reader.flags(in: bytes.span.bytes)?.contains(.decision) == true
  }

  static func parents(_ bytes: [UInt8], at start: Int) -> [Int] {
    let bytes = bytes.span.bytes
    var reader = ByteReader(at: start + prefixLength + headLength)
    var parents: [Int] = []
    for _ in 0..<(reader.count(in: bytes) ?? 0) {
      guard let parent = reader.count(in: bytes) else { return parents }
      parents.append(parent)
    }
    return parents
  }

  /// Returns the number and the commit of a record, read from its last ``suffixLength`` bytes.
  static func decodeSuffix(_ bytes: [UInt8]) -> (number: Int, commit: CommitID)? {
    guard bytes.count == suffixLength else { return nil }
    var reader = ByteReader(at: 0)
    guard let number = reader.count(in: bytes.span.bytes), let id = reader.id(in: bytes.span.bytes) else { return nil }
    return (number, CommitID(rawValue: id))
  }

  /// Returns whether a path in the record at an offset satisfies a predicate. Makes no strings.
  static func hasPath(_ bytes: [UInt8], at start: Int, where isWanted: (ArraySlice<UInt8>) -> Bool) -> Bool {
    let span = bytes.span.bytes
    var reader = ByteReader(at: start + prefixLength + headLength)
    guard let parents = reader.count(in: span), reader.skip(parents * 4, in: span) != nil,
      let changes = reader.count(in: span)
    else { return false }
    for _ in 0..<changes {
      guard let path = reader.path(in: span) else { return false }
      if isWanted(bytes[path]) { return true }
      guard reader.content(in: span) != nil, reader.content(in: span) != nil else { return false }
    }
    return false
  }

  /// The properties of a commit, as the bits of one byte.
  fileprivate struct Flags: OptionSet {
    let rawValue: UInt8
    static let boundary = Flags(rawValue: 1)
    static let decision = Flags(rawValue: 2)
  }

  /// The number of bytes of the dates and the flags, which precede the parents.
  private static let headLength = 2 * MemoryLayout<Int64>.size + 1
}

extension CommitRecordFormat {
  /// Returns the end of the record at an offset; `nil` unless it has this number and a matching checksum.
  private static func endOfRecord(in bytes: RawSpan, at start: Int, number: Int) -> Int? {
    var prefix = ByteReader(at: start)
    guard let length = prefix.count(in: bytes), let checksum = prefix.littleEndian(UInt32.self, in: bytes),
      length >= suffixLength, length <= bytes.byteCount - prefix.position
    else { return nil }
    let end = prefix.position + length
    var suffix = ByteReader(at: end - suffixLength)
    guard checksum == self.checksum(of: bytes.extracting(prefix.position..<end)), suffix.count(in: bytes) == number
    else { return nil }
    return end
  }

  /// Returns a checksum that detects partly written records: FNV-1a over words of eight bytes, for speed.
  private static func checksum(of bytes: RawSpan) -> UInt32 {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    var reader = ByteReader(at: 0)
    while let word = reader.littleEndian(UInt64.self, in: bytes) { hash = (hash ^ word) &* 0x0000_0100_0000_01B3 }
    while let byte = reader.littleEndian(UInt8.self, in: bytes) {
      hash = (hash ^ UInt64(byte)) &* 0x0000_0100_0000_01B3
    }
    return UInt32(truncatingIfNeeded: hash ^ hash >> 32)
  }
}

extension ByteReader {
  fileprivate mutating func count(in bytes: RawSpan) -> Int? { littleEndian(UInt32.self, in: bytes).map(Int.init) }

  fileprivate mutating func flags(in bytes: RawSpan) -> CommitRecordFormat.Flags? {
    littleEndian(UInt8.self, in: bytes).map(CommitRecordFormat.Flags.init)
  }

  fileprivate mutating func flag(in bytes: RawSpan) -> Bool? {
    switch littleEndian(UInt8.self, in: bytes) {
    case 0: false
    case 1: true
    default: nil
    }
  }

  /// Reads a path and returns its offsets.
  fileprivate mutating func path(in bytes: RawSpan) -> Range<Int>? {
    guard let length = count(in: bytes) else { return nil }
    return skip(length, in: bytes)
  }

  /// The content of a file before or after a change. The id is `nil` if the file did not exist.
  fileprivate struct Content {
    let id: ObjectID?
  }

  fileprivate mutating func content(in bytes: RawSpan) -> Content? {
    guard let isThere = flag(in: bytes) else { return nil }
    return isThere ? id(in: bytes).map { Content(id: $0) } : Content(id: nil)
  }

  fileprivate mutating func id(in bytes: RawSpan) -> ObjectID? {
    guard let range = skip(ObjectID.byteCount, in: bytes) else { return nil }
    return bytes.extracting(range).withUnsafeBytes { ObjectID(bytes: Array($0)) }
  }
}

extension [UInt8] {
  fileprivate mutating func append(_ number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.littleEndian) { append(contentsOf: $0) }
  }
}
