internal import MixtapeModel

extension String {
  /// The text without ASCII white space and no-break spaces at its ends.
  var trimmed: String {
    if let first = utf8.first, let last = utf8.last, first.isPlain, last.isPlain { return self }
    let scalars = unicodeScalars
    guard let first = scalars.firstIndex(where: { !$0.isBlank }), let last = scalars.lastIndex(where: { !$0.isBlank })
    else { return "" }
    if first == scalars.startIndex, scalars.index(after: last) == scalars.endIndex { return self }
    return String(scalars[first...last])
  }

  /// Returns the text on one line: runs of white space and control characters are one space, and none is at the ends. At most
  /// `limit` bytes, cut between characters.
  func oneLine(limit: Int = 500) -> String {
    var text = lineStart(beyond: limit)
    guard text.utf8.count > limit else { return text }
    text.removeLast()
    return text.trimmed
  }

  /// Returns the start of the text on one line, which ends with the first character that does not fit into `limit` bytes. Shorter
  /// texts are returned whole.
  func lineStart(beyond limit: Int) -> String {
    if utf8.count <= limit, isPlainLine { return self }
    var line: [UInt8] = []
    line.reserveCapacity(Swift.min(utf8.count, limit + 4))
    var isSpaceDue = false
    for scalar in unicodeScalars {
      if line.count > limit { break }
      if scalar.isBlank || scalar.breaksLine {
        isSpaceDue = !line.isEmpty
        continue
      }
      if isSpaceDue { line.append(UInt8(ascii: " ")) }
      isSpaceDue = false
      line.append(scalar)
    }
    return String(decoding: line, as: UTF8.self)
  }
}

extension [UInt8] {
  /// Appends a character in UTF-8.
  mutating func append(_ scalar: Unicode.Scalar) {
    if scalar.isASCII { append(UInt8(ascii: scalar)) } else { append(contentsOf: scalar.utf8) }
  }
}

extension String {
  /// Whether the text is printable ASCII with single spaces between words, as most texts on one line are.
  private var isPlainLine: Bool {
    var previous = UInt8(ascii: " ")
    for byte in utf8 {
      guard byte.isPlain || byte == UInt8(ascii: " ") && previous != byte else { return false }
      previous = byte
    }
    return previous != UInt8(ascii: " ")
  }
}

extension UInt8 {
  /// Whether it is a visible character of ASCII.
  fileprivate var isPlain: Bool { (0x21...0x7E).contains(self) }
}

extension Unicode.Scalar {
  /// Whether it is ASCII white space or a no-break space.
  var isBlank: Bool {
    switch value {
    case 0x20, 0x09...0x0D, 0xA0, 0xFEFF: true
    default: false
    }
  }
}
