/// A place in the bytes of a file. Each read moves it forward, and returns nil where too few bytes are left.
package struct ByteReader {
  /// The offset of the byte that is read next.
  @usableFromInline package private(set) var position: Int

  /// Starts at an offset, which may lie beyond the end.
  @inlinable package init(at position: Int = 0) { self.position = position }

  /// Reads a number whose most significant byte comes first.
  @inlinable package mutating func bigEndian<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type, in bytes: RawSpan
  ) -> Number? {
    guard let range = skip(MemoryLayout<Number>.size, in: bytes) else { return nil }
    return Number(bigEndian: bytes.unsafeLoadUnaligned(fromByteOffset: range.lowerBound, as: type))
  }

  /// Reads a number whose least significant byte comes first.
  @inlinable package mutating func littleEndian<Number: FixedWidthInteger & BitwiseCopyable>(
    _ type: Number.Type, in bytes: RawSpan
  ) -> Number? {
    guard let range = skip(MemoryLayout<Number>.size, in: bytes) else { return nil }
    return Number(littleEndian: bytes.unsafeLoadUnaligned(fromByteOffset: range.lowerBound, as: type))
  }

  /// Moves over some bytes, and returns their offsets.
  @inlinable package mutating func skip(_ count: Int, in bytes: RawSpan) -> Range<Int>? {
    guard count >= 0, (0...bytes.byteCount).contains(position), count <= bytes.byteCount - position else { return nil }
    let start = position
    position += count
    return start..<position
  }
}

extension [UInt8] {
  /// Appends the bytes of a number, the most significant first.
  @inlinable package mutating func append(bigEndian number: some FixedWidthInteger) {
    Swift.withUnsafeBytes(of: number.bigEndian) { append(contentsOf: $0) }
  }
}

extension UInt8 {
  /// The value of an ASCII hexadecimal digit of either case; `nil` for other bytes.
  @inlinable package var hexadecimalValue: UInt8? {
    switch self {
    case UInt8(ascii: "0")...UInt8(ascii: "9"): self - UInt8(ascii: "0")
    case UInt8(ascii: "a")...UInt8(ascii: "f"): self - UInt8(ascii: "a") + 10
    case UInt8(ascii: "A")...UInt8(ascii: "F"): self - UInt8(ascii: "A") + 10
    default: nil
    }
  }
}

/// Splits a stream of bytes into lines. Lines that are too long are dropped, so that no peer can fill the memory.
package struct LineBuffer {
  /// The maximum length of a line in bytes. Longer lines are dropped.
  package let maximumLength: Int
  /// Whether a line was too long.
  package private(set) var hasDroppedLine = false
  /// The beginning of the current line.
  private var rest: [UInt8] = []
  /// Whether the current line is too long.
  private var isOverflowing = false

  package init(maximumLength: Int) { self.maximumLength = maximumLength }

  /// Appends bytes.
  ///
  /// - Returns: The lines that end in these bytes, without their line ends.
  package mutating func append(_ piece: [UInt8]) -> [[UInt8]] {
    var lines: [[UInt8]] = []
    var start = piece.startIndex
    while let end = piece[start...].firstIndex(of: UInt8(ascii: "\n")) {
      appendToLine(piece[start..<end])
      if !isOverflowing { lines.append(rest) }
      rest = []
      isOverflowing = false
      start = end + 1
    }
    appendToLine(piece[start...])
    return lines
  }

  private mutating func appendToLine(_ piece: ArraySlice<UInt8>) {
    if rest.count + piece.count > maximumLength {
      isOverflowing = true
      hasDroppedLine = true
      rest = []
    }
    if !isOverflowing { rest += piece }
  }
}
