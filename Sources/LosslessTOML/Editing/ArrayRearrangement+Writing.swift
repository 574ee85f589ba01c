extension ArrayRearrangement {
  /// Returns the text of all lines.
  func written() -> [UInt8] {
    var result: [UInt8] = []
    result.reserveCapacity(layout.content.count + items.count * 8)
    var left = items.count
    for line in lines {
      for comment in commentsAbove(line) {
        append(line.indent, to: &result)
        result += comment + style.lineEnd
      }
      append(line.indent, to: &result)
      for (position, item) in line.items.enumerated() {
        left -= 1
        append(item, isFirst: position == 0, hasComma: left > 0 || style.hasTrailingComma, to: &result)
      }
      result += source[line.tail]
      if let lineEnd = line.lineEnd { append(lineEnd, to: &result) }
    }
    return result
  }

  /// Returns the comments above the first element of a line.
  func commentsAbove(_ line: Line) -> [[UInt8]] {
    if case .new(let element)? = line.items.first { element.above } else { [] }
  }

  private func append(_ text: Text, to result: inout [UInt8]) {
    switch text {
    case .source(let range): result += source[range]
    case .bytes(let bytes): result += bytes
    }
  }

  private func append(_ item: Item, isFirst: Bool, hasComma: Bool, to result: inout [UInt8]) {
    switch item {
    case .new(let element):
      if !isFirst { result += style.separator }
      result += element.text
      if hasComma { result.append(.comma) }
      result += element.beside
    case .unit(let index):
      let unit = layout.units[index]
      if !isFirst { append(unit.separator.map(Text.source) ?? .bytes(style.separator), to: &result) }
      result += source[unit.value]
      if hasComma && unit.hasComma || belongsToComment(unit) { result += source[unit.beforeComma] }
      if hasComma { result.append(.comma) }
      result += source[unit.after]
    }
  }

  /// Returns whether the text before the comma stays if the comma goes: it contains a comment, or it is the white space
  /// before the comment that follows the comma.
  private func belongsToComment(_ unit: ArrayLayout.Unit) -> Bool {
    let beforeComma = source[unit.beforeComma]
    return beforeComma.contains(.hash) || unit.hasComment && !beforeComma.contains(.lineFeed)
  }
}
