#if canImport(Glibc)
  internal import Glibc
#elseif canImport(Musl)
  internal import Musl
#else
  internal import Darwin
#endif

/// Names of files, all bytes in one array: ten thousand names without ten thousand allocations.
package struct NameTable: Sendable {
  /// Each name ends in NUL, as C takes it.
  private var bytes: [UInt8] = []
  private var places: [Range<Int>] = []

  /// A table without names.
  package init() {}

  /// How many names there are.
  package var count: Int { places.count }

  /// The bytes of a name.
  package subscript(index: Int) -> ArraySlice<UInt8> { bytes[places[index]] }

  /// Adds a name that holds no NUL.
  package mutating func append(_ name: UnsafeRawBufferPointer) {
    let start = bytes.count
    bytes.append(contentsOf: name)
    places.append(start..<bytes.count)
    bytes.append(0)
  }

  /// Puts the names in the order of their bytes.
  package mutating func sort() {
    guard let first = places.first else { return }
    places = bytes.withUnsafeBufferPointer { bytes in
      // What all begin with tells nothing, and the eight bytes that follow nearly always tell all.
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

  /// Eight bytes as a number that has their order; a NUL stands for each that is missing.
  private static func key(_ bytes: UnsafeBufferPointer<UInt8>, _ place: Range<Int>) -> UInt64 {
    var key: UInt64 = 0
    for offset in 0..<8 {
      key = key << 8 | (offset < place.count ? UInt64(bytes[place.lowerBound + offset]) : 0)
    }
    return key
  }

  /// Calls `body` with a name as C takes it.
  func withCName<Result>(at index: Int, _ body: (UnsafePointer<CChar>) -> Result) -> Result? {
    bytes.withUnsafeBufferPointer { bytes in
      bytes.baseAddress.map { start in
        let name = start + places[index].lowerBound
        return name.withMemoryRebound(to: CChar.self, capacity: places[index].count + 1, body)
      }
    }
  }
}
