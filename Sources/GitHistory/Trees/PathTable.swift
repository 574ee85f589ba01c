#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Paths with a value each, all bytes in one array: ten thousand paths without ten thousand allocations.
struct PathTable<Value> {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private(set) var values: [Value] = []

  var count: Int { values.count }

  /// Adds the path `directory/name`, or `name` where the directory is the top.
  mutating func append(directory: [UInt8], name: some Collection<UInt8>, _ value: Value) {
    if !directory.isEmpty {
      bytes.append(contentsOf: directory)
      bytes.append(UInt8(ascii: "/"))
    }
    bytes.append(contentsOf: name)
    ends.append(bytes.count)
    values.append(value)
  }

  /// Makes room for a number of paths with about so many bytes altogether.
  mutating func reserve(_ count: Int, bytes: Int) {
    ends.reserveCapacity(count)
    values.reserveCapacity(count)
    self.bytes.reserveCapacity(bytes)
  }

  /// Adds the path that begins with some bytes and ends with others.
  mutating func append(_ start: some Collection<UInt8>, _ end: some Collection<UInt8>, _ value: Value) {
    bytes.append(contentsOf: start)
    bytes.append(contentsOf: end)
    ends.append(bytes.count)
    values.append(value)
  }

  /// Adds a range of another table.
  mutating func append(_ other: PathTable, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let start = other.range(at: range.lowerBound).lowerBound
    let shift = bytes.count - start
    bytes.append(contentsOf: other.bytes[start..<other.ends[range.upperBound - 1]])
    ends.append(contentsOf: other.ends[range].lazy.map { $0 + shift })
    values.append(contentsOf: other.values[range])
  }

  mutating func replaceValue(at index: Int, with value: Value) { values[index] = value }

  /// The bytes of the path at `index`, or none where that is nil.
  func path(at index: Int?) -> ArraySlice<UInt8> { index.map { path(at: $0) } ?? [] }

  /// The bytes of the path at `index`.
  func path(at index: Int) -> ArraySlice<UInt8> { bytes[range(at: index)] }

  /// The path at `index` as text; bytes that are not UTF-8 are replaced.
  func text(at index: Int) -> String { String(decoding: path(at: index), as: UTF8.self) }

  /// Negative, zero or positive where the path at `index` is less than, equal to or greater than another's.
  func order<Other>(at index: Int, _ other: PathTable<Other>, at otherIndex: Int) -> Int {
    bytes.withUnsafeBytes { bytes in
      other.bytes.withUnsafeBytes { otherBytes in
        treeOrder(
          UnsafeRawBufferPointer(rebasing: bytes[range(at: index)]), isDirectory: false,
          UnsafeRawBufferPointer(rebasing: otherBytes[other.range(at: otherIndex)]), isDirectory: false)
      }
    }
  }

  /// The first place from `start` on whose path is not before `key`, in a sorted table.
  func firstIndex(from start: Int, notBefore key: [UInt8]) -> Int {
    var (low, high) = (start, count)
    while low < high {
      let middle = (low + high) / 2
      if path(at: middle).lexicographicallyPrecedes(key) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  /// Whether no path comes before the one in front of it.
  var isSorted: Bool { values.indices.dropFirst().allSatisfy { order(at: $0 - 1, self, at: $0) <= 0 } }

  /// The same paths in the order of their bytes.
  func sorted() -> PathTable {
    guard !isSorted else { return self }
    let places = bytes.withUnsafeBytes { bytes in
      // Cut once, and not at each of the many comparisons.
      let paths = values.indices.map { UnsafeRawBufferPointer(rebasing: bytes[range(at: $0)]) }
      return values.indices.sorted {
        treeOrder(paths[$0], isDirectory: false, paths[$1], isDirectory: false) < 0
      }
    }
    var sorted = PathTable()
    sorted.reserve(count, bytes: bytes.count)
    for index in places { sorted.append(directory: [], name: path(at: index), values[index]) }
    return sorted
  }

  private func range(at index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }
}

extension PathTable: Sendable where Value: Sendable {}
