/// The text of keys, bare or in quotes.
enum KeyText {
  /// Returns the bytes between the quotes of a quoted key, or all bytes of a bare key.
  @inline(__always)
  static func content(of key: (token: Token, range: Range<Int>)) -> Range<Int> {
    key.token.kind == .bareKey ? key.range : key.range.lowerBound + 1..<key.range.upperBound - 1
  }

  static func string(of key: (token: Token, range: Range<Int>), in bytes: SourceBytes) -> String {
    let content = content(of: key)
    return key.token.hasEscapes ? StringDecoder.unescaped(content, in: bytes) : bytes.text(content)
  }

  /// Returns whether a key equals the bytes at `wanted` of another source. TOML does not normalise keys.
  @inline(__always)
  static func matches(
    _ key: (token: Token, range: Range<Int>), in bytes: SourceBytes, _ wanted: Range<Int>, of other: SourceBytes
  ) -> Bool {
    key.token.hasEscapes
      ? matchesEscaped(key, in: bytes, wanted, of: other) : bytes.equals(content(of: key), other, wanted)
  }

  @inline(never)
  private static func matchesEscaped(
    _ key: (token: Token, range: Range<Int>), in bytes: SourceBytes, _ wanted: Range<Int>, of other: SourceBytes
  ) -> Bool {
    Array(string(of: key, in: bytes).utf8).withSourceBytes { $0.equals(0..<$0.count, other, wanted) }
  }
}
