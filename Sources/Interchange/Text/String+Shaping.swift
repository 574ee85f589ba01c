internal import MixtapeModel

extension String {
  /// The text without white space at both ends.
  var trimmed: String {
    if let first = utf8.first, let last = utf8.last, first > 0x20, first < 0x80, last > 0x20, last < 0x80 {
      return self
    }
    var rest = Substring(self)
    while let first = rest.unicodeScalars.first, first.properties.isWhitespace { rest.unicodeScalars.removeFirst() }
    while let last = rest.unicodeScalars.last, last.properties.isWhitespace { rest.unicodeScalars.removeLast() }
    return String(rest)
  }

  /// Whether the text has control characters or line separators.
  var breaksLine: Bool { unicodeScalars.contains(where: \.breaksLine) }

  /// Whether readers of lines read the text as it is: it has one line, and no white space at its ends.
  var fitsOnLine: Bool { !breaksLine && trimmed.utf8.count == utf8.count }
}
