extension String {
  /// The bytes of a file's name as text to be shown: what is not UTF-8 becomes `\xE9` and the like, so that two names never
  /// look the same that are not.
  package init(displaying name: some Collection<UInt8>) {
    if let text = String(validating: name, as: UTF8.self) {
      self = text
      return
    }
    self = ""
    var rest = Array(name)[...]
    while let first = rest.first {
      // A character of UTF-8 has four bytes at most.
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
