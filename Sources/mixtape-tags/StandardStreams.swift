import MusicTags

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#else
  import Darwin
#endif

/// The paths on standard input, one on each line. Paths are bytes, which need not be UTF-8.
struct PathInput {
  private var pending: [UInt8] = []
  /// Whether no line was too long.
  private(set) var isValid = true

  /// Waits for the next paths; `nil` at the end of the input, and after a line that is too long.
  mutating func next() -> [[CChar]]? {
    while isValid {
      let bytes = [UInt8](unsafeUninitializedCapacity: 65_536) { buffer, count in
        count = max(0, systemRead(STDIN_FILENO, buffer.baseAddress, buffer.count))
      }
      guard !bytes.isEmpty else { return nil }
      pending += bytes
      var lines = pending.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false)
      let rest = Array(lines.removeLast())
      isValid = (lines + [rest[...]]).allSatisfy { $0.count <= TagProtocol.longestLine }
      pending = rest
      if isValid, !lines.isEmpty { return lines.map { $0.map { CChar(bitPattern: $0) } + [0] } }
    }
    return nil
  }
}

/// Standard output, which blocks until the reader takes the bytes.
enum StandardOutput {
  /// Writes a text. Returns `false` if the output is closed.
  static func write(_ text: String) -> Bool {
    var text = text
    return text.withUTF8 { bytes in
      var rest = UnsafeRawBufferPointer(bytes)[...]
      while !rest.isEmpty {
        let count = systemWrite(STDOUT_FILENO, UnsafeRawBufferPointer(rebasing: rest).baseAddress, rest.count)
        if count < 0, errno != EINTR { return false }
        rest = rest.dropFirst(max(0, count))
      }
      return true
    }
  }
}

/// `read(2)` under a name that does not clash with methods. Interrupted calls are repeated.
private func systemRead(_ file: CInt, _ bytes: UnsafeMutableRawPointer?, _ count: Int) -> Int {
  while true {
    let result = read(file, bytes, count)
    if result >= 0 || errno != EINTR { return result }
  }
}

/// `write(2)` under a name that does not clash with methods.
private func systemWrite(_ file: CInt, _ bytes: UnsafeRawPointer?, _ count: Int) -> Int { write(file, bytes, count) }
