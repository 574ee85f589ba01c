internal import FileSystem

/// The contents of git's index: `gitformat-index(5)`, versions 2 to 4. It is written in version 2 or 3.
///
/// libgit2 can read and write index files too. But it hashes the whole file for each read, allocates each path
/// separately, and holds the lock only while it writes. With 10,000 files, that takes half of the time of a small
/// commit.
struct GitIndex: Sendable {
  /// The entries, sorted by path and, in a conflict, by stage.
  private(set) var entries: PathTable<GitIndexEntry>

  /// The reason why an index cannot be read.
  enum Failure: Error, Equatable {
    case damaged
    /// The feature of git that the index uses.
    case unsupported(String)
  }

  static let empty = GitIndex(entries: PathTable())

  private init(entries: PathTable<GitIndexEntry>) { self.entries = entries }

  /// Parses the bytes of an index file. Like git, does not verify the checksum: an index file is always replaced as a
  /// whole.
  init(parsing bytes: [UInt8]) throws(Failure) {
    guard bytes.count >= ObjectID.byteCount else { throw .damaged }
    let end = bytes.count - ObjectID.byteCount
    var parser = GitIndexParser()
    let contents = bytes.span.bytes.extracting(..<end)
    try parser.parseHeader(contents)
    entries = try parser.parseEntries(contents)
    try parser.parseExtensions(contents)
    guard entries.isSorted else { throw .damaged }
  }

  func encoded() -> [UInt8] {
    let needsExtendedFlags = entries.values.contains { $0.isExtended }
    var bytes = Array("DIRC".utf8)
    bytes.reserveCapacity(110 * entries.count + 64)
    bytes.append(bigEndian: UInt32(needsExtendedFlags ? 3 : 2))
    bytes.append(bigEndian: UInt32(entries.count))
    for index in entries.values.indices {
      let path = entries.path(at: index)
      let entry = entries.values[index]
      entry.encode(nameLength: path.count, into: &bytes)
      bytes.append(contentsOf: path)
      for _ in 0..<Self.padding(entry.encodedSize + path.count) { bytes.append(0) }
    }
    bytes.append(contentsOf: SHA1.hash(bytes))
    return bytes
  }

  /// Returns the number of zeros after a name: at least one, up to a multiple of eight bytes.
  static func padding(_ size: Int) -> Int { 8 - size % 8 }
}

// MARK: - Editing

extension GitIndex {
  /// Sets files, or removes them if the entry is `nil`. Setting a file removes everything in conflict with it: the
  /// sides of a merge, a file in place of one of its directories, a directory in place of the file.
  mutating func apply(_ changes: [(path: String, entry: GitIndexEntry?)]) {
    var edits: [Edit] = []
    for (path, entry) in changes {
      let path = Array(path.utf8)
      edits.append(Edit(key: path, entry: entry, coversDirectory: false))
      guard entry != nil else { continue }
      edits.append(Edit(key: path + [UInt8(ascii: "/")], entry: nil, coversDirectory: true))
      for place in path.indices where path[place] == UInt8(ascii: "/") {
        edits.append(Edit(key: Array(path[..<place]), entry: nil, coversDirectory: false))
      }
    }
    edits.sort { $0.key.lexicographicallyPrecedes($1.key) }
    entries = Self.merge(edits, into: entries)
  }

  mutating func setStatus(_ status: FileStatus, at place: Int) {
    var entry = entries.values[place]
    entry.status = status
    entries.replaceValue(at: place, with: entry)
  }

  /// The new state of one path, or the removal of everything below a directory.
  private struct Edit {
    let key: [UInt8]
    let entry: GitIndexEntry?
    let coversDirectory: Bool

    func covers(_ path: ArraySlice<UInt8>) -> Bool {
      coversDirectory ? path.starts(with: key) : path.elementsEqual(key)
    }
  }

  /// Merges edits into entries in one pass. Both are sorted.
  private static func merge(_ edits: [Edit], into entries: PathTable<GitIndexEntry>) -> PathTable<GitIndexEntry> {
    var result = PathTable<GitIndexEntry>()
    result.reserve(entries.count + edits.count, bytes: 0)
    var cursor = 0
    for edit in edits {
      let next = entries.firstIndex(from: cursor, notBefore: edit.key)
      result.append(entries, cursor..<next)
      cursor = next
      if let entry = edit.entry { result.append(edit.key, entry) }
      while cursor < entries.count, edit.covers(entries.path(at: cursor)) { cursor += 1 }
    }
    result.append(entries, cursor..<entries.count)
    return result
  }
}

/// A file in git's index, without its path.
struct GitIndexEntry: Equatable, Sendable {
  /// The status of the file when its content was last known to be that of ``id``.
  var status: FileStatus
  let device: UInt32
  let mode: FileMode
  let id: ObjectID

  /// The flags of the format, without the length of the name.
  private let flags: UInt16
  private let extendedFlags: UInt16

  /// Makes an entry. Without a status, git reads the file when it next looks for changes.
  ///
  /// - Parameter isLeftOut: Whether a sparse checkout leaves the file out of the work tree.
  init(id: ObjectID, mode: FileMode, status: FileStatus?, isLeftOut: Bool = false) {
    self.id = id
    self.mode = mode
    self.status = status ?? .none
    device = 0
    flags = isLeftOut ? Self.extendedFlag : 0
    extendedFlags = isLeftOut ? Self.leftOutFlag : 0
  }

  /// The side of a conflict that the entry records, or 0 without a conflict.
  var stage: Int { Int(flags >> 12 & 0b11) }

  /// Whether a sparse checkout leaves the file out of the work tree.
  var isLeftOut: Bool { extendedFlags & Self.leftOutFlag != 0 }

  /// Whether git takes the file for unchanged without looking at it.
  var isAssumedUnchanged: Bool { flags & Self.assumedUnchangedFlag != 0 }

  private static let assumedUnchangedFlag: UInt16 = 1 << 15

  private static let leftOutFlag: UInt16 = 1 << 14

  /// Returns whether the file may have changed without a change of its status, after the index recorded it: it was
  /// changed no earlier than the index was written, or git has marked it by a size of 0.
  func isRacy(written: FileStatus.Time?) -> Bool {
    guard let written else { return true }
    return status.modified >= written || status.size == 0
  }
}

// MARK: - Bytes

extension GitIndexEntry {
  var encodedSize: Int { Self.fixedSize + (isExtended ? 2 : 0) }

  static let fixedSize = 62

  /// The length of a name that stands for this and greater lengths.
  static let longName = 0xFFF

  /// Whether the entry has extended flags, which version 2 does not support.
  var isExtended: Bool { flags & Self.extendedFlag != 0 }

  private static let extendedFlag: UInt16 = 1 << 14

  /// Reads an entry up to its name, and the length of the name; `nil` if too few bytes are left.
  init?(parsing bytes: RawSpan, with reader: inout ByteReader, nameLength: inout Int) {
    guard let changedSeconds = reader.bigEndian(Int32.self, in: bytes),
      let changedNanoseconds = reader.bigEndian(UInt32.self, in: bytes),
      let modifiedSeconds = reader.bigEndian(Int32.self, in: bytes),
      let modifiedNanoseconds = reader.bigEndian(UInt32.self, in: bytes),
      let device = reader.bigEndian(UInt32.self, in: bytes), let inode = reader.bigEndian(UInt32.self, in: bytes),
      let mode = reader.bigEndian(UInt32.self, in: bytes), let user = reader.bigEndian(UInt32.self, in: bytes),
      let group = reader.bigEndian(UInt32.self, in: bytes), let size = reader.bigEndian(UInt32.self, in: bytes),
      let id = reader.skip(ObjectID.byteCount, in: bytes), let flags = reader.bigEndian(UInt16.self, in: bytes)
    else { return nil }
    status = FileStatus(
      changed: .init(seconds: changedSeconds, nanoseconds: changedNanoseconds),
      modified: .init(seconds: modifiedSeconds, nanoseconds: modifiedNanoseconds), inode: inode, user: user,
      group: group, size: size)
    self.device = device
    self.mode = FileMode(rawValue: mode)
    self.id = ObjectID(bytes.extracting(id))
    nameLength = Int(flags) & Self.longName
    self.flags = flags & ~UInt16(Self.longName)
    guard flags & Self.extendedFlag != 0 else {
      extendedFlags = 0
      return
    }
    guard let extended = reader.bigEndian(UInt16.self, in: bytes) else { return nil }
    extendedFlags = extended
  }

  func encode(nameLength: Int, into bytes: inout [UInt8]) {
    bytes.append(bigEndian: status.changed.seconds)
    bytes.append(bigEndian: status.changed.nanoseconds)
    bytes.append(bigEndian: status.modified.seconds)
    bytes.append(bigEndian: status.modified.nanoseconds)
    bytes.append(bigEndian: device)
    bytes.append(bigEndian: status.inode)
    bytes.append(bigEndian: mode.rawValue)
    bytes.append(bigEndian: status.user)
    bytes.append(bigEndian: status.group)
    bytes.append(bigEndian: status.size)
    id.append(to: &bytes)
    bytes.append(bigEndian: flags | UInt16(min(nameLength, Self.longName)))
    if isExtended { bytes.append(bigEndian: extendedFlags) }
  }
}

/// A parser of an index file without the checksum at its end.
struct GitIndexParser {
  private var reader = ByteReader()
  private var version: UInt32 = 0
  private var count = 0

  mutating func parseHeader(_ bytes: RawSpan) throws(GitIndex.Failure) {
    guard reader.bigEndian(UInt32.self, in: bytes) == Self.signature,
      let version = reader.bigEndian(UInt32.self, in: bytes), let count = reader.bigEndian(UInt32.self, in: bytes)
    else { throw .damaged }
    guard (2...4).contains(version) else { throw .unsupported("index version \(version)") }
    // A count that exceeds the size of the file must not reserve memory.
    guard Int(count) <= (bytes.byteCount - reader.position) / GitIndexEntry.fixedSize else { throw .damaged }
    self.version = version
    self.count = Int(count)
  }

  private static let signature: UInt32 = 0x4449_5243

  mutating func parseEntries(_ bytes: RawSpan) throws(GitIndex.Failure) -> PathTable<GitIndexEntry> {
    var table = PathTable<GitIndexEntry>()
    table.reserve(count, bytes: bytes.byteCount)
    for _ in 0..<count {
      guard parseEntry(bytes, into: &table) else { throw .damaged }
    }
    return table
  }

  /// Throws an error for an unknown extension that readers must understand: its name begins with a lower-case letter. All others are
  /// caches that git rebuilds, or its record of resolved conflicts.
  mutating func parseExtensions(_ bytes: RawSpan) throws(GitIndex.Failure) {
    while reader.position < bytes.byteCount {
      guard let name = reader.skip(4, in: bytes), let length = reader.bigEndian(UInt32.self, in: bytes),
        reader.skip(Int(length), in: bytes) != nil
      else { throw .damaged }
      switch bytes.extracting(name).withUnsafeBytes({ String(decoding: $0, as: UTF8.self) }) {
      case "link": throw .unsupported("split index")
      case "sdir": throw .unsupported("sparse index")
      case let name where name.first?.isLowercase == true: throw .unsupported("index extension \(name)")
      default: break
      }
    }
  }
}

extension GitIndexParser {
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
