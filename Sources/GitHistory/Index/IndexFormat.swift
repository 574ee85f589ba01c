/// The bytes of an index file: `gitformat-index(5)`, versions 2 to 4.
///
/// libgit2 reads and writes index files too. It hashes the whole file each time it reads, keeps each path by itself, and
/// takes the lock for the moment of writing alone; at ten thousand files, that is half of the time of a small commit.
struct IndexFormat: Sendable {
  /// The entries, sorted by path and, in a conflict, by stage.
  var entries: PathTable<IndexEntry>

  private let version: UInt32

  /// What git keeps of resolved conflicts, as it is. All other extensions are caches that git makes again.
  private let resolvedConflicts: [UInt8]

  /// Whether the file ends in its hash, and not in zeros as with `index.skipHash`.
  private let hasChecksum: Bool

  /// Why an index cannot be read.
  enum Failure: Error {
    case damaged
    /// The feature of git that the index uses.
    case unsupported(String)
  }

  /// An index without entries.
  static let empty = IndexFormat(entries: PathTable(), version: 2, resolvedConflicts: [], hasChecksum: true)

  private init(entries: PathTable<IndexEntry>, version: UInt32, resolvedConflicts: [UInt8], hasChecksum: Bool) {
    self.entries = entries
    self.version = version
    self.resolvedConflicts = resolvedConflicts
    self.hasChecksum = hasChecksum
  }

  /// Takes a file apart. The hash is not compared, as git does not either: a file is replaced as a whole or not at all.
  init(parsing bytes: [UInt8]) throws(Failure) {
    var parser = IndexParser(bytes)
    version = try parser.parseHeader()
    entries = try parser.parseEntries()
    resolvedConflicts = try parser.parseExtensions()
    hasChecksum = bytes.suffix(ObjectID.byteCount).contains { $0 != 0 }
    guard entries.isSorted else { throw .damaged }
  }

  /// The file with the entries as they are now.
  func encoded() -> [UInt8] {
    let needsExtendedFlags = entries.values.contains { $0.isExtended }
    let version = self.version == 2 && needsExtendedFlags ? 3 : self.version
    var bytes = Array("DIRC".utf8)
    bytes.reserveCapacity(110 * entries.count + 64)
    bytes.append(bigEndian: version)
    bytes.append(bigEndian: UInt32(entries.count))
    var previous = entries.path(at: nil)
    for index in entries.values.indices {
      let path = entries.path(at: index)
      let entry = entries.values[index]
      entry.encode(nameLength: path.count, into: &bytes)
      if version == 4 {
        Self.append(path, after: previous, to: &bytes)
      } else {
        bytes.append(contentsOf: path)
        let padding = Self.padding(entry.encodedSize + path.count)
        bytes.append(contentsOf: repeatElement(0, count: padding))
      }
      previous = path
    }
    bytes.append(contentsOf: resolvedConflicts)
    bytes.append(contentsOf: hasChecksum ? SHA1.hash(bytes) : [UInt8](repeating: 0, count: ObjectID.byteCount))
    return bytes
  }

  /// How many zeros follow a name: at least one, up to a multiple of eight bytes.
  static func padding(_ size: Int) -> Int { 8 - size % 8 }

  /// Writes a path as version 4 does: how many bytes of the path before to drop, and what to put there.
  private static func append(_ path: ArraySlice<UInt8>, after previous: ArraySlice<UInt8>, to bytes: inout [UInt8]) {
    let common = zip(path, previous).prefix { $0 == $1 }.count
    var rest = previous.count - common
    var digits = [UInt8(rest & 0x7F)]
    while rest > 0x7F {
      rest = rest >> 7 - 1
      digits.append(0x80 | UInt8(rest & 0x7F))
    }
    bytes.append(contentsOf: digits.reversed())
    bytes.append(contentsOf: path.dropFirst(common))
    bytes.append(0)
  }
}

/// Reads through an index file once.
private struct IndexParser {
  private let bytes: [UInt8]
  private let end: Int
  private var cursor = 0
  private var version: UInt32 = 0
  private var count = 0

  init(_ bytes: [UInt8]) {
    self.bytes = bytes
    end = bytes.count - ObjectID.byteCount
  }

  mutating func parseHeader() throws(IndexFormat.Failure) -> UInt32 {
    guard end >= 12, bytes.starts(with: "DIRC".utf8) else { throw .damaged }
    version = number(at: 4)
    guard (2...4).contains(version) else { throw .unsupported("index version \(version)") }
    count = Int(number(at: 8))
    cursor = 12
    // A count that the file has no room for must not reserve memory.
    guard count <= (end - cursor) / IndexEntry.fixedSize else { throw .damaged }
    return version
  }

  mutating func parseEntries() throws(IndexFormat.Failure) -> PathTable<IndexEntry> {
    var table = PathTable<IndexEntry>()
    table.reserve(count, bytes: end)
    var cursor = cursor
    let isWhole = bytes.withUnsafeBytes { bytes in
      let bytes = UnsafeRawBufferPointer(rebasing: bytes[..<end])
      return (0..<count).allSatisfy { _ in Self.parseEntry(bytes, at: &cursor, version, into: &table) }
    }
    guard isWhole else { throw .damaged }
    self.cursor = cursor
    return table
  }

  /// Keeps what has to be kept and refuses what cannot be left out: extensions with a small first letter.
  mutating func parseExtensions() throws(IndexFormat.Failure) -> [UInt8] {
    var kept: [UInt8] = []
    while cursor < end {
      guard cursor + 8 <= end else { throw .damaged }
      let name = String(decoding: bytes[cursor..<cursor + 4], as: UTF8.self)
      let next = cursor + 8 + Int(number(at: cursor + 4))
      guard next <= end else { throw .damaged }
      switch name {
      case "link": throw .unsupported("split index")
      case "sdir": throw .unsupported("sparse index")
      case "REUC": kept += bytes[cursor..<next]
      default: if name.first?.isLowercase == true { throw .unsupported("index extension \(name)") }
      }
      cursor = next
    }
    return kept
  }

  private func number(at place: Int) -> UInt32 { bytes[place..<place + 4].reduce(0) { $0 << 8 | UInt32($1) } }

  private static func parseEntry(
    _ bytes: UnsafeRawBufferPointer, at cursor: inout Int, _ version: UInt32, into table: inout PathTable<IndexEntry>
  ) -> Bool {
    var length = 0
    guard let entry = IndexEntry(decoding: bytes, at: cursor, nameLength: &length) else { return false }
    cursor += entry.encodedSize
    var kept: ArraySlice<UInt8> = []
    if version == 4 {
      let previous = table.path(at: table.values.indices.last)
      guard let dropped = parseOffset(bytes, at: &cursor), dropped <= previous.count else { return false }
      kept = previous.dropLast(dropped)
      length -= kept.count
    }
    if version == 4 || length == Int(IndexEntry.longName) {
      guard cursor < bytes.count, let zero = bytes[cursor...].firstIndex(of: 0) else { return false }
      length = zero - cursor
    }
    guard length >= 0, cursor + length < bytes.count, bytes[cursor + length] == 0 else { return false }
    table.append(kept, bytes[cursor..<cursor + length], entry)
    cursor += version == 4 ? length + 1 : length + IndexFormat.padding(entry.encodedSize + length)
    return cursor <= bytes.count
  }

  /// Reads a number of version 4: seven bits a byte, where each byte that has more to follow adds one.
  private static func parseOffset(_ bytes: UnsafeRawBufferPointer, at cursor: inout Int) -> Int? {
    var value = 0
    while cursor < bytes.count, value < 1 << 24 {
      let byte = bytes[cursor]
      cursor += 1
      value = value << 7 | Int(byte & 0x7F)
      if byte & 0x80 == 0 { return value }
      value += 1
    }
    return nil
  }
}
