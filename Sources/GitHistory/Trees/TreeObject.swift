#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// One directory of a commit, read from the bytes of its tree object.
///
/// A tree is a run of `mode SP name NUL id`, sorted. Walking the bytes themselves keeps a directory of ten thousand files
/// cheap to compare and to edit: no C call and no allocation for each entry.
struct TreeObject: Sendable {
  /// One entry, as places in the bytes of its tree.
  struct Entry: Sendable {
    let start: Int
    let name: Range<Int>
    let mode: FileMode

    /// Where the id begins, behind the NUL that ends the name.
    var idStart: Int { name.upperBound + 1 }
    var end: Int { idStart + ObjectID.byteCount }
    var isDirectory: Bool { mode == .directory }
  }

  let bytes: [UInt8]
  let entries: [Entry]

  /// The directory without entries.
  static let empty = TreeObject(bytes: [], entries: [])

  private init(bytes: [UInt8], entries: [Entry]) {
    self.bytes = bytes
    self.entries = entries
  }

  /// Takes `bytes` apart, or returns nil where they are not a tree.
  init?(parsing bytes: [UInt8]) {
    var entries: [Entry] = []
    // An entry has about 30 bytes besides a name of some length.
    entries.reserveCapacity(bytes.count / 40)
    var cursor = 0
    while cursor < bytes.count {
      guard let entry = Self.entry(at: cursor, of: bytes) else { return nil }
      entries.append(entry)
      cursor = entry.end
    }
    self.init(bytes: bytes, entries: entries)
  }

  /// The bytes of an entry's name.
  func name(of entry: Entry) -> ArraySlice<UInt8> { bytes[entry.name] }

  /// The id an entry records.
  func id(of entry: Entry) -> ObjectID {
    bytes.withUnsafeBytes { bytes in
      // Parsing has checked that the bytes of the id are there.
      bytes.baseAddress.map { ObjectID(loading: $0 + entry.idStart) } ?? .zero
    }
  }

  /// Finds the entry with a name. Complexity: O(log *n*).
  func entry(named name: some Collection<UInt8>) -> Entry? {
    let name = Array(name)
    return entry(TreeKey(name: name, isDirectory: false)) ?? entry(TreeKey(name: name, isDirectory: true))
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

  private static func entry(at start: Int, of bytes: [UInt8]) -> Entry? {
    var cursor = start
    var mode: UInt32 = 0
    while cursor < bytes.count, bytes[cursor] != UInt8(ascii: " ") {
      guard (UInt8(ascii: "0")...UInt8(ascii: "7")).contains(bytes[cursor]), cursor - start < 7 else { return nil }
      mode = mode << 3 | UInt32(bytes[cursor] - UInt8(ascii: "0"))
      cursor += 1
    }
    let nameStart = cursor + 1
    cursor = nameStart
    while cursor < bytes.count, bytes[cursor] != 0 { cursor += 1 }
    guard cursor > nameStart, cursor + ObjectID.byteCount < bytes.count else { return nil }
    return Entry(start: start, name: nameStart..<cursor, mode: FileMode(rawValue: mode))
  }
}

/// What trees are sorted by: the bytes of the name, where a directory's name counts as ending in `/`.
struct TreeKey {
  var name: [UInt8]
  var isDirectory: Bool

  static func < (first: TreeKey, second: TreeKey) -> Bool {
    first.name.withUnsafeBytes { name in
      second.name.withUnsafeBytes { other in
        treeOrder(name, isDirectory: first.isDirectory, other, isDirectory: second.isDirectory) < 0
      }
    }
  }
}

extension TreeObject {
  /// Negative, zero or positive where `entry` comes before `key`, at it or behind it.
  func order(of entry: Entry, and key: TreeKey) -> Int {
    bytes.withUnsafeBytes { bytes in
      key.name.withUnsafeBytes { name in
        treeOrder(
          UnsafeRawBufferPointer(rebasing: bytes[entry.name]), isDirectory: entry.isDirectory,
          name, isDirectory: key.isDirectory)
      }
    }
  }

  /// Negative, zero or positive where `entry` comes before an entry of another tree, at it or behind it.
  func order(of entry: Entry, and other: Entry, in tree: TreeObject) -> Int {
    bytes.withUnsafeBytes { bytes in
      tree.bytes.withUnsafeBytes { otherBytes in
        treeOrder(
          UnsafeRawBufferPointer(rebasing: bytes[entry.name]), isDirectory: entry.isDirectory,
          UnsafeRawBufferPointer(rebasing: otherBytes[other.name]), isDirectory: other.isDirectory)
      }
    }
  }
}

/// Compares two names as git sorts them in a tree.
func treeOrder(
  _ first: UnsafeRawBufferPointer, isDirectory firstIsDirectory: Bool,
  _ second: UnsafeRawBufferPointer, isDirectory secondIsDirectory: Bool
) -> Int {
  let common = min(first.count, second.count)
  if common > 0, let start = first.baseAddress, let otherStart = second.baseAddress {
    let order = memcmp(start, otherStart, common)
    if order != 0 { return Int(order) }
  }
  func next(_ name: UnsafeRawBufferPointer, _ isDirectory: Bool) -> Int {
    name.count > common ? Int(name[common]) : isDirectory ? Int(UInt8(ascii: "/")) : 0
  }
  return next(first, firstIsDirectory) - next(second, secondIsDirectory)
}
