/// Comments in JSON, such as in NSP: Navidrome removes them before it reads a file.
enum JSONComments {
  /// Replaces comments with spaces, which keeps offsets.
  static func removed(from source: [UInt8]) -> [UInt8] {
    guard source.contains(UInt8(ascii: "/")) else { return source }
    var result = source
    var index = 0
    while index < source.count {
      switch source[index] {
      case UInt8(ascii: "\""): index = endOfString(source, index)
      case UInt8(ascii: "/") where index + 1 < source.count && source[index + 1] == UInt8(ascii: "/"):
        while index < source.count, source[index] != 0x0A {
          result[index] = 0x20
          index += 1
        }
      case UInt8(ascii: "/") where index + 1 < source.count && source[index + 1] == UInt8(ascii: "*"):
        let end = endOfComment(source, index + 2)
        for offset in index..<end where result[offset] != 0x0A { result[offset] = 0x20 }
        index = end
      default: index += 1
      }
    }
    return result
  }

  private static func endOfString(_ source: [UInt8], _ start: Int) -> Int {
    var index = start + 1
    while index < source.count, source[index] != UInt8(ascii: "\""), source[index] != 0x0A {
      index += source[index] == UInt8(ascii: "\\") ? 2 : 1
    }
    return min(index + 1, source.count)
  }

  private static func endOfComment(_ source: [UInt8], _ start: Int) -> Int {
    var index = start
    while index + 1 < source.count {
      if source[index] == UInt8(ascii: "*"), source[index + 1] == UInt8(ascii: "/") { return index + 2 }
      index += 1
    }
    return source.count
  }
}
