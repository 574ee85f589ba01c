/// The order of names in which `track 2` comes before `track 10`.
enum NaturalOrder {
  /// Returns whether a name comes before another one. Runs of digits are compared as numbers, everything else without case. Names
  /// that are equal so are compared by bytes.
  static func precedes(_ left: String, _ right: String) -> Bool {
    let (l, r) = (Array(left.lowercased().utf8), Array(right.lowercased().utf8))
    var (i, j) = (0, 0)
    while i < l.count, j < r.count {
      if isDigit(l[i]), isDigit(r[j]) {
        let (a, b) = (number(in: l, &i), number(in: r, &j))
        if a.count != b.count { return a.count < b.count }
        if a != b { return a.lexicographicallyPrecedes(b) }
      } else {
        if l[i] != r[j] { return l[i] < r[j] }
        i += 1
        j += 1
      }
    }
    if l.count - i != r.count - j { return l.count - i < r.count - j }
    return left.utf8.lexicographicallyPrecedes(right.utf8)
  }

  private static func isDigit(_ byte: UInt8) -> Bool { (0x30...0x39).contains(byte) }

  /// Returns the digits of a number without leading zeros, and moves behind it.
  private static func number(in bytes: [UInt8], _ position: inout Int) -> ArraySlice<UInt8> {
    let start = position
    while position < bytes.count, isDigit(bytes[position]) { position += 1 }
    return bytes[start..<position].drop { $0 == 0x30 }
  }
}
