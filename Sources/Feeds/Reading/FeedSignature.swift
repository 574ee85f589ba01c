extension FeedError {
  /// Finds the reason why bytes are no feed in their beginning; `nil` if they may be one.
  init?(signatureOf bytes: [UInt8]) {
    switch true {
    case bytes.isEmpty: self = .empty
    case bytes.starts(with: [0x1F, 0x8B]): self = .compressed("gzip")
    case bytes.starts(with: [0x28, 0xB5, 0x2F, 0xFD]): self = .compressed("zstd")
    case bytes.starts(with: [0x42, 0x5A, 0x68]): self = .compressed("bzip2")
    case bytes.starts(with: [0xFD, 0x37, 0x7A, 0x58, 0x5A]): self = .compressed("xz")
    case bytes.starts(with: [0x50, 0x4B, 0x03, 0x04]): self = .compressed("zip")
    case bytes.starts(with: "#EXTM3U".utf8): self = .playlist("M3U")
    case bytes.starts(with: "[playlist]".utf8): self = .playlist("PLS")
    default:
      let start = bytes.prefix(4096).drop { $0 <= 0x20 || $0 == 0xEF || $0 == 0xBB || $0 == 0xBF }
      guard let first = start.first else {
        if bytes.allSatisfy({ $0 <= 0x20 }) {
          self = .empty
          return
        }
        return nil
      }
      // `[` also begins a section of TOML or of another file of settings.
      let second = start.dropFirst().first { $0 > 0x20 } ?? UInt8(ascii: "]")
      if first == UInt8(ascii: "{") || first == UInt8(ascii: "[") && "{[\"]".utf8.contains(second) {
        self = .json
        return
      }
      let head = String(decoding: start.prefix(100), as: UTF8.self).lowercased()
      guard head.hasPrefix("<!doctype html") || head.hasPrefix("<html") else { return nil }
      self = .webPage
    }
  }
}
