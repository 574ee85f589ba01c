internal import FileSystem

/// A parser of an index file without the checksum at its end.
struct GitIndexParser {
  private var reader = ByteReader()
  private var version: UInt32 = 0
  private var count = 0

  mutating func parseHeader(_ bytes: RawSpan) throws(GitIndex.Failure) -> UInt32 {
    guard reader.bigEndian(UInt32.self, in: bytes) == Self.signature,
      let version = reader.bigEndian(UInt32.self, in: bytes), let count = reader.bigEndian(UInt32.self, in: bytes)
    else { throw .damaged }
    guard (2...4).contains(version) else { throw .unsupported("index version \(version)") }
    // A count that exceeds the size of the file must not reserve memory.
    guard Int(count) <= (bytes.byteCount - reader.position) / GitIndexEntry.fixedSize else { throw .damaged }
    self.version = version
    self.count = Int(count)
    return version
  }

  /// `DIRC`.
  private static let signature: UInt32 = 0x4449_5243

  mutating func parseEntries(_ bytes: RawSpan) throws(GitIndex.Failure) -> PathTable<GitIndexEntry> {
    var table = PathTable<GitIndexEntry>()
    table.reserve(count, bytes: bytes.byteCount)
    for _ in 0..<count {
      guard parseEntry(bytes, into: &table) else { throw .damaged }
    }
    return table
  }

  /// Returns the extensions that have to be kept. Throws for unknown extensions that readers must understand: their
  /// names begin with a lower-case letter.
  mutating func parseExtensions(_ bytes: RawSpan) throws(GitIndex.Failure) -> [UInt8] {
    var kept: [UInt8] = []
    while reader.position < bytes.byteCount {
      let start = reader.position
      guard let name = reader.skip(4, in: bytes), let length = reader.bigEndian(UInt32.self, in: bytes),
        reader.skip(Int(length), in: bytes) != nil
      else { throw .damaged }
      switch bytes.extracting(name).withUnsafeBytes({ String(decoding: $0, as: UTF8.self) }) {
      case "link": throw .unsupported("split index")
      case "sdir": throw .unsupported("sparse index")
      case "REUC": bytes.extracting(start..<reader.position).withUnsafeBytes { kept.append(contentsOf: $0) }
      case let name where name.first?.isLowercase == true: throw .unsupported("index extension \(name)")
      default: break
      }
    }
    return kept
  }
}

extension GitIndexParser {
  /// Reads one entry and its name. Returns whether they are valid.
  private mutating func parseEntry(_ bytes: RawSpan, into table: inout PathTable<GitIndexEntry>) -> Bool {
    var length = 0
    var kept = 0
    guard let entry = GitIndexEntry(parsing: bytes, with: &reader, nameLength: &length) else { return false }
    if version == 4 {
      guard let dropped = parseOffset(bytes), dropped <= table.lastPathLength else { return false }
      kept = table.lastPathLength - dropped
    }
    if version == 4 || length == GitIndexEntry.longName {
      guard let found = lengthOfName(bytes) else { return false }
      length = found
    }
    guard let name = reader.skip(length, in: bytes),
      let zeros = reader.skip(version == 4 ? 1 : GitIndex.padding(entry.encodedSize + length), in: bytes),
      bytes.unsafeLoad(fromByteOffset: zeros.lowerBound, as: UInt8.self) == 0
    else { return false }
    table.append(keeping: kept, bytes.extracting(name), entry)
    return true
  }

  /// Returns the number of bytes up to the next NUL, or `nil` if no NUL follows.
  private func lengthOfName(_ bytes: RawSpan) -> Int? {
    var reader = reader
    while let byte = reader.bigEndian(UInt8.self, in: bytes) {
      if byte == 0 { return reader.position - 1 - self.reader.position }
    }
    return nil
  }

  /// Reads a number of version 4: seven bits per byte, where each continued byte adds one.
  private mutating func parseOffset(_ bytes: RawSpan) -> Int? {
    var value = 0
    while value < 1 << 24, let byte = reader.bigEndian(UInt8.self, in: bytes) {
      value = value << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return value }
      value += 1
    }
    return nil
  }
}
