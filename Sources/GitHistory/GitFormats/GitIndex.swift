internal import FileSystem

/// The contents of git's index: `gitformat-index(5)`, versions 2 to 4.
///
/// libgit2 can read and write index files too. But it hashes the whole file for each read, allocates each path
/// separately, and holds the lock only while it writes. With 10,000 files, that takes half of the time of a small
/// commit.
struct GitIndex: Sendable {
  /// The entries, sorted by path and, in a conflict, by stage.
  private(set) var entries: PathTable<GitIndexEntry>

  private let version: UInt32

  /// Git's record of resolved conflicts, unchanged. All other extensions are caches that git rebuilds.
  private let resolvedConflicts: [UInt8]

  /// Whether the file ends in its hash, rather than in zeros as with `index.skipHash`.
  private let hasChecksum: Bool

  /// The reason why an index cannot be read.
  enum Failure: Error, Equatable {
    case damaged
    /// The feature of git that the index uses.
    case unsupported(String)
  }

  /// An index without entries.
  static let empty = GitIndex(entries: PathTable(), version: 2, resolvedConflicts: [], hasChecksum: true)

  private init(entries: PathTable<GitIndexEntry>, version: UInt32, resolvedConflicts: [UInt8], hasChecksum: Bool) {
    self.entries = entries
    self.version = version
    self.resolvedConflicts = resolvedConflicts
    self.hasChecksum = hasChecksum
  }

  /// Parses the bytes of an index file. Like git, does not verify the checksum: an index file is always replaced as a
  /// whole.
  init(parsing bytes: [UInt8]) throws(Failure) {
    guard bytes.count >= ObjectID.byteCount else { throw .damaged }
    let end = bytes.count - ObjectID.byteCount
    var parser = GitIndexParser()
    let contents = bytes.span.bytes.extracting(..<end)
    version = try parser.parseHeader(contents)
    entries = try parser.parseEntries(contents)
    resolvedConflicts = try parser.parseExtensions(contents)
    hasChecksum = bytes[end...].contains { $0 != 0 }
    guard entries.isSorted else { throw .damaged }
  }

  /// Returns the bytes of the file with the present entries.
  func encoded() -> [UInt8] {
    let needsExtendedFlags = entries.values.contains { $0.isExtended }
    let version = self.version == 2 && needsExtendedFlags ? 3 : self.version
    var bytes = Array("DIRC".utf8)
    bytes.reserveCapacity(110 * entries.count + 64)
    bytes.append(bigEndian: version)
    bytes.append(bigEndian: UInt32(entries.count))
    var previous: ArraySlice<UInt8> = []
    for index in entries.values.indices {
      let path = entries.path(at: index)
      let entry = entries.values[index]
      entry.encode(nameLength: path.count, into: &bytes)
      if version == 4 {
        Self.append(path, after: previous, to: &bytes)
      } else {
        bytes.append(contentsOf: path)
        for _ in 0..<Self.padding(entry.encodedSize + path.count) { bytes.append(0) }
      }
      previous = path
    }
    bytes.append(contentsOf: resolvedConflicts)
    bytes.append(contentsOf: hasChecksum ? SHA1.hash(bytes) : [UInt8](repeating: 0, count: ObjectID.byteCount))
    return bytes
  }

  /// Returns the number of zeros after a name: at least one, up to a multiple of eight bytes.
  static func padding(_ size: Int) -> Int { 8 - size % 8 }

  /// Appends a path as version 4 does: the number of bytes to drop from the path before, and the bytes to add.
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

  /// Sets the status of the entry at an index.
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
