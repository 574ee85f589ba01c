extension String {
  /// Returns the range of the first occurrence of a text, compared by bytes.
  func firstRange(ofBytes text: StaticString) -> Range<Index>? {
    let wanted = UnsafeBufferPointer(start: text.utf8Start, count: text.utf8CodeUnitCount)
    let bytes = utf8
    guard let first = wanted.first else { return nil }
    var start = bytes.startIndex
    while let found = bytes[start...].firstIndex(of: first) {
      if bytes[found...].starts(with: wanted) { return found..<bytes.index(found, offsetBy: wanted.count) }
      start = bytes.index(after: found)
    }
    return nil
  }
}
