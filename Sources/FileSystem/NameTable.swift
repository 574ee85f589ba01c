#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// A table of file names with all bytes in one array: ten thousand names without ten thousand allocations.
package struct NameTable: Sendable {
  /// The bytes of all names. Each name ends with NUL, for C.
  private var bytes: [UInt8] = []
  private var places: [Range<Int>] = []

  /// Makes an empty table.
  package init() {}

  /// The number of names.
  package var count: Int { places.count }

  /// The bytes of a name.
  package subscript(index: Int) -> ArraySlice<UInt8> { bytes[places[index]] }

  /// Adds a name, which must not contain NUL.
  package mutating func append(_ name: UnsafeRawBufferPointer) {
    let start = bytes.count
    bytes.append(contentsOf: name)
    places.append(start..<bytes.count)
    bytes.append(0)
  }

  /// Sorts the names by their bytes.
  package mutating func sort() {
    guard let first = places.first else { return }
    places = bytes.withUnsafeBufferPointer { bytes in
      // Names are compared by the eight bytes after their common prefix, which mostly differ.
      var common = first.count
      for place in places {
        var same = 0
        while same < min(common, place.count), bytes[place.lowerBound + same] == bytes[first.lowerBound + same] {
          same += 1
        }
        common = same
      }
      var keyed = places.map { (key: Self.key(bytes, $0.dropFirst(common)), place: $0) }
      keyed.sort { one, other in
        if one.key != other.key { return one.key < other.key }
        return bytes[one.place].lexicographicallyPrecedes(bytes[other.place])
      }
      return keyed.map(\.place)
    }
  }

  /// Returns the first eight bytes as a number with the same order. Missing bytes count as NUL.
  private static func key(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Range<Int>) -> UInt64 {
    var key: UInt64 = 0
    for offset in 0..<8 {
      key = key << 8 | (offset < place.count ? UInt64(bytes[place.lowerBound + offset]) : 0)
    }
    return key
  }

  /// Calls `body` with a name as a C string.
  func withCName<Result>(at index: Int, _ body: (UnsafePointer<CChar>) -> Result) -> Result? {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { start in
        let name = start + places[index].lowerBound
        return name.withMemoryRebound(to: CChar.self, capacity: places[index].count + 1, body)
      }
    }
  }
}
