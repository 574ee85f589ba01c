/// The bytes of a tree object and the ranges of its entries: one directory of a commit.
///
/// A tree is a sorted sequence of `mode SP name NUL id`. The entries are ranges of these bytes, so that a directory
/// of 10,000 files needs neither a C call nor an allocation for each file.
struct TreeObject: Sendable {
  /// An entry, as ranges of the bytes of its tree.
  struct Entry: Sendable {
    let start: Int
    let name: Range<Int>
    let mode: FileMode

    /// The first byte of the id, which follows the NUL that ends the name.
    var idStart: Int { name.upperBound + 1 }
    var end: Int { idStart + ObjectID.byteCount }
    var isDirectory: Bool { mode == .directory }
  }

  let bytes: [UInt8]
  let entries: [Entry]

  static let empty = TreeObject(bytes: [], entries: [])

  /// The maximum depth of directories, so that a hostile repository cannot exhaust the stack. Git's
  /// `core.maxTreeDepth` has the same default.
  static let maximumDepth = 2048

  private init(bytes: [UInt8], entries: [Entry]) {
    self.bytes = bytes
    self.entries = entries
  }

  init?(parsing bytes: [UInt8]) {
    var entries: [Entry] = []
    // An entry has about 30 bytes besides its name.
    entries.reserveCapacity(bytes.count / 40)
    var start = 0
    while start < bytes.count {
      guard let entry = Self.parseEntry(at: start, of: bytes.span) else { return nil }
      entries.append(entry)
      start = entry.end
    }
    self.init(bytes: bytes, entries: entries)
  }

  private static func parseEntry(at start: Int, of bytes: Span<UInt8>) -> Entry? {
    var place = start
    var mode: UInt32 = 0
    while place < bytes.count, bytes[place] != UInt8(ascii: " ") {
      guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(bytes[place]), place - start < 7 else { return nil }
      mode = mode << 3 | UInt32(bytes[place] - UInt8(ascii: "0"))
      place += 1
    }
    let nameStart = place + 1
    place = nameStart
    while place < bytes.count, bytes[place] != 0 { place += 1 }
    guard place > nameStart, place + ObjectID.byteCount < bytes.count else { return nil }
    return Entry(start: start, name: nameStart..<place, mode: FileMode(rawValue: mode))
  }
}

// MARK: - Entries

extension TreeObject {
  func name(of entry: Entry) -> ArraySlice<UInt8> { bytes[entry.name] }

  func item(_ entry: Entry) -> UnnamedTreeEntry {
    UnnamedTreeEntry(id: ObjectID(bytes.span.bytes.extracting(entry.idStart..<entry.end)), mode: entry.mode)
  }

  /// Returns the file or directory with a name, or `nil`. O(log *n*).
  func item(named name: some Collection<UInt8>) -> UnnamedTreeEntry? {
    let name = Array(name)
    let entry = entry(TreeKey(name: name, isDirectory: false)) ?? entry(TreeKey(name: name, isDirectory: true))
    return entry.map(item)
  }

  private func entry(_ key: TreeKey) -> Entry? {
    var low = 0
    var high = entries.count
    while low < high {
      let middle = (low + high) / 2
      let order = order(of: entries[middle], and: key)
      if order == 0 { return entries[middle] }
      if order < 0 { low = middle + 1 } else { high = middle }
    }
    return nil
  }

  /// Returns a negative number, zero or a positive number if `entry` is before, at or after `key`.
  func order(of entry: Entry, and key: TreeKey) -> Int {
    treeOrder(
      bytes.span.bytes.extracting(entry.name), isDirectory: entry.isDirectory, key.name.span.bytes,
      isDirectory: key.isDirectory)
  }

  /// Returns a negative number, zero or a positive number if `entry` is before, at or after an entry of another tree.
  func order(of entry: Entry, and other: Entry, in tree: TreeObject) -> Int {
    treeOrder(
      bytes.span.bytes.extracting(entry.name), isDirectory: entry.isDirectory,
      tree.bytes.span.bytes.extracting(other.name), isDirectory: other.isDirectory)
  }
}

// MARK: - Editing

extension TreeObject {
  /// The new item of one name in a directory; `nil` to remove the name.
  struct Replacement {
    let key: TreeKey
    let item: UnnamedTreeEntry?
  }

  /// Returns the bytes of the tree with entries replaced, removed and added. The bytes of other entries are copied.
  ///
  /// - Parameter replacements: Sorted, each key once.
  func replacing(_ replacements: [Replacement]) -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(bytes.count + 64 * replacements.count)
    var copied = 0
    var next = entries.startIndex
    for replacement in replacements {
      while next < entries.endIndex, order(of: entries[next], and: replacement.key) < 0 { next += 1 }
      let place = next < entries.endIndex ? entries[next].start : bytes.count
      result.append(contentsOf: bytes[copied..<place])
      copied = place
      if let item = replacement.item { Self.append(replacement.key.name, item, to: &result) }
      if next < entries.endIndex, order(of: entries[next], and: replacement.key) == 0 {
        copied = entries[next].end
        next += 1
      }
    }
    result.append(contentsOf: bytes[copied...])
    return result
  }

  private static func append(_ name: [UInt8], _ item: UnnamedTreeEntry, to bytes: inout [UInt8]) {
    bytes.append(contentsOf: String(item.mode.rawValue, radix: 8).utf8)
    bytes.append(UInt8(ascii: " "))
    bytes.append(contentsOf: name)
    bytes.append(0)
    item.id.append(to: &bytes)
  }
}

/// A file or a directory of a commit, without its name.
struct UnnamedTreeEntry: Hashable, Sendable {
  let id: ObjectID
  let mode: FileMode

  var isDirectory: Bool { mode == .directory }

  var directory: ObjectID? { isDirectory ? id : nil }

  var file: ObjectID? { isDirectory ? nil : id }

  var fileVersion: FileVersion? { isDirectory ? nil : FileVersion(id: id, mode: mode) }
}

/// The sort key of an entry in a tree: the bytes of the name, with a `/` at the end for a directory.
struct TreeKey {
  let name: [UInt8]
  let isDirectory: Bool

  static func < (first: TreeKey, second: TreeKey) -> Bool {
    treeOrder(
      first.name.span.bytes, isDirectory: first.isDirectory, second.name.span.bytes, isDirectory: second.isDirectory)
      < 0
  }
}

/// Compares two names in git's order of tree entries. Returns a negative number, zero or a positive number.
func treeOrder(
  _ first: RawSpan, isDirectory firstIsDirectory: Bool, _ second: RawSpan, isDirectory secondIsDirectory: Bool
) -> Int {
  let common = min(first.byteCount, second.byteCount)
  let order = byteOrder(first, second, count: common)
  guard order == 0 else { return order }
  func next(_ name: RawSpan, _ isDirectory: Bool) -> Int {
    if name.byteCount > common { return Int(name.unsafeLoad(fromByteOffset: common, as: UInt8.self)) }
    return isDirectory ? Int(UInt8(ascii: "/")) : 0
  }
  return next(first, firstIsDirectory) - next(second, secondIsDirectory)
}

/// Compares two paths by their bytes. Returns a negative number, zero or a positive number.
func pathOrder(_ first: RawSpan, _ second: RawSpan) -> Int {
  treeOrder(first, isDirectory: false, second, isDirectory: false)
}

/// Compares the first `count` bytes, eight at a time, because a change compares 10,000 paths several times.
private func byteOrder(_ first: RawSpan, _ second: RawSpan, count: Int) -> Int {
  var place = 0
  while count - place >= 8 {
    let word = UInt64(bigEndian: first.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
    let other = UInt64(bigEndian: second.unsafeLoadUnaligned(fromByteOffset: place, as: UInt64.self))
    if word != other { return word < other ? -1 : 1 }
    place += 8
  }
  while place < count {
    let byte = first.unsafeLoad(fromByteOffset: place, as: UInt8.self)
    let other = second.unsafeLoad(fromByteOffset: place, as: UInt8.self)
    if byte != other { return Int(byte) - Int(other) }
    place += 1
  }
  return 0
}
