/// A table of paths with values. The bytes of all paths are in one array, so that 10,000 paths need no separate
/// allocations.
struct PathTable<Value> {
  private var bytes: [UInt8] = []
  private var ends: [Int] = []
  private(set) var values: [Value] = []

  var count: Int { values.count }

  mutating func reserve(_ count: Int, bytes: Int) {
    ends.reserveCapacity(count)
    values.reserveCapacity(count)
    self.bytes.reserveCapacity(bytes)
  }

  mutating func append(_ path: some Collection<UInt8>, _ value: Value) {
    append(directory: [], name: path, value)
  }

  /// Appends the path `directory/name`, or `name` if the directory is the top.
  mutating func append(directory: [UInt8], name: some Collection<UInt8>, _ value: Value) {
    if !directory.isEmpty {
      bytes.append(contentsOf: directory)
      bytes.append(UInt8(ascii: "/"))
    }
    bytes.append(contentsOf: name)
    ends.append(bytes.count)
    values.append(value)
  }

  /// Appends a path that begins with the first bytes of the last one.
  ///
  /// - Parameter kept: The number of these bytes, at most the length of the last path.
  mutating func append(keeping kept: Int, _ rest: RawSpan, _ value: Value) {
    if kept > 0, count > 0 {
      let last = range(at: count - 1)
      bytes.append(contentsOf: bytes[last.prefix(kept)])
    }
    rest.withUnsafeBytes { bytes.append(contentsOf: $0) }
    ends.append(bytes.count)
    values.append(value)
  }

  mutating func append(_ other: PathTable, _ range: Range<Int>) {
    guard !range.isEmpty else { return }
    let start = other.range(at: range.lowerBound).lowerBound
    let shift = bytes.count - start
    bytes.append(contentsOf: other.bytes[start..<other.ends[range.upperBound - 1]])
    for end in other.ends[range] { ends.append(end + shift) }
    values.append(contentsOf: other.values[range])
  }

  mutating func replaceValue(at index: Int, with value: Value) { values[index] = value }
}

extension PathTable {
  func path(at index: Int) -> ArraySlice<UInt8> { bytes[range(at: index)] }

  /// The length of the last path, or 0 if the table is empty.
  var lastPathLength: Int { count > 0 ? range(at: count - 1).count : 0 }

  /// Returns the path at `index` as text. Bytes that are not UTF-8 are replaced.
  func text(at index: Int) -> String { String(decoding: path(at: index), as: UTF8.self) }

  /// Returns a negative number, zero or a positive number if the path at `index` is less than, equal to or greater
  /// than a path of another table.
  func order<Other>(at index: Int, _ other: PathTable<Other>, at otherIndex: Int) -> Int {
    pathOrder(
      bytes.span.bytes.extracting(range(at: index)), other.bytes.span.bytes.extracting(other.range(at: otherIndex)))
  }

  /// Returns the first index from `start` on whose path is not less than `key`, in a sorted table.
  func firstIndex(from start: Int, notBefore key: [UInt8]) -> Int {
    var (low, high) = (start, count)
    while low < high {
      let middle = (low + high) / 2
      if path(at: middle).lexicographicallyPrecedes(key) { low = middle + 1 } else { high = middle }
    }
    return low
  }

  var isSorted: Bool { values.indices.dropFirst().allSatisfy { order(at: $0 - 1, self, at: $0) <= 0 } }

  func sorted() -> PathTable {
    guard !isSorted else { return self }
    var sorted = PathTable()
    sorted.reserve(count, bytes: bytes.count)
    for index in values.indices.sorted(by: { order(at: $0, self, at: $1) < 0 }) {
      sorted.append(path(at: index), values[index])
    }
    return sorted
  }

  private func range(at index: Int) -> Range<Int> { (index == 0 ? 0 : ends[index - 1])..<ends[index] }
}

extension PathTable: Sendable where Value: Sendable {}
