extension String {
  /// Makes printable text from the bytes of a file's name. Bytes that are not UTF-8 become escapes such as `\xE9`, so that
  /// different names look different.
  package init(displaying name: some Collection<UInt8>) {
    if let text = String(validating: name, as: UTF8.self) {
      self = text
      return
    }
    self = ""
    var rest = Array(name)[...]
    while let first = rest.first {
      // A scalar has at most four bytes in UTF-8.
      let whole = (1...4).lazy.map { rest.prefix($0) }.first { String(validating: $0, as: UTF8.self) != nil }
      if let whole {
        self += String(decoding: whole, as: UTF8.self)
      } else {
        self += "\\x" + (first < 0x10 ? "0" : "") + String(first, radix: 16, uppercase: true)
      }
      rest = rest.dropFirst(whole?.count ?? 1)
    }
  }
}
