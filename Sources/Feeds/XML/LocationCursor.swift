/// A cursor that converts ascending offsets in a text to lines and columns.
struct LocationCursor {
  private var offset = 0
  private var line = 1
  private var column = 1
  private var insertion = 0

  /// Returns the position of an offset. Offsets before the last one return the last position.
  ///
  /// - Complexity: O(*n*) in the distance from the last offset.
  mutating func position(of target: Int, in text: UnsafeBufferPointer<UInt8>, _ insertions: [TextInsertion])
    -> XMLPosition
  {
    let end = min(target, text.count)
    while offset < end {
      if insertion < insertions.count, insertions[insertion].offset == offset {
        offset += insertions[insertion].length
        insertion += 1
        continue
      }
      let next = insertion < insertions.count ? min(end, max(offset, insertions[insertion].offset)) : end
      advance(to: next, in: text)
    }
    return XMLPosition(line: line, column: column)
  }

  private mutating func advance(to end: Int, in text: UnsafeBufferPointer<UInt8>) {
    var (line, column) = (line, column)
    var index = offset
    while index < end {
      if index + 8 <= end {
        let word = ByteWord(text, at: index)
        if word.isASCII, !word.contains(0x0A) {
          column += 8
          index += 8
          continue
        }
      }
      let byte = text[index]
      if byte == 0x0A {
        line += 1
        column = 1
      } else if byte & 0xC0 != 0x80 {
        column += 1
      }
      index += 1
    }
    (self.line, self.column, offset) = (line, column, end)
  }
}
