internal import LosslessTOML

/// A writer of merged blocks.
struct MergeWriter {
  private let inputs: MergeInputs
  private let style: ConflictStyle
  private(set) var output: [UInt8] = []

  init(_ inputs: MergeInputs, _ style: ConflictStyle) {
    (self.inputs, self.style) = (inputs, style)
    output.reserveCapacity(inputs.ours.source.count + inputs.theirs.source.count / 4)
  }

  /// Writes a whole document.
  mutating func writeDocument(_ root: MergedBlock, end: MergeText) {
    write(root.head)
    let start = output.count
    for item in root.lines + root.sections { write(item, after: start) }
    // A byte order mark is not a line.
    if output.count > start { writeLineEnds(end) }
  }

  // MARK: Lines

  private mutating func write(_ item: MergedItem, after start: Int) {
    switch item {
    case .block(let block): write(block, after: start)
    case .conflict(let path, let ours, let theirs):
      switch style {
      case .ours: if let ours { write(ours, after: start) }
      case .theirs: if let theirs { write(theirs, after: start) }
      case .theirsFor(let paths):
        if let block = paths.contains(path) ? theirs : ours { write(block, after: start) }
      case .markers(let size, let ourName, let theirName):
        endLine(after: start)
        if let gap = (ours ?? theirs)?.gap { writeLineEnds(gap) }
        writeMarker("<", size, ourName)
        if let ours { write(ours, after: start, withGap: false) }
        endLine(after: start)
        writeMarker("=", size, "")
        if let theirs { write(theirs, after: start, withGap: false) }
        endLine(after: start)
        writeMarker(">", size, theirName)
      }
    }
  }

  private mutating func writeMarker(_ character: Character, _ size: Int, _ name: String) {
    let name = name.isEmpty ? "" : " " + name
    output += Array((String(repeating: character, count: size) + name).utf8) + inputs.lineEnd
  }

  private mutating func write(_ block: MergedBlock, after start: Int, withGap: Bool = true) {
    endLine(after: start)
    if withGap { writeLineEnds(block.gap) }
    for comment in block.lead { write(comment, after: start) }
    write(block.indent)
    write(block.head)
    writeValue(of: block)
    write(block.trailing)
    writeLineEnds(block.lineEnd)
    for item in block.lines { write(item, after: start) }
    for item in block.sections { write(item, after: start) }
  }

  /// Adds a line end if the last line has none.
  private mutating func endLine(after start: Int) {
    if output.count > start, output.last != UInt8(ascii: "\n") { output += inputs.lineEnd }
  }

  // MARK: Containers

  private mutating func writeValue(of block: MergedBlock) {
    guard let container = block.container else { return write(block.value) }
    write(container.opening)
    let items = container.items.compactMap(\.block)
    var layout = ContainerLayout(container, items, endsInComment: endsInComment(container.opening)) { [inputs] text in
      inputs.bytes(text).contains(UInt8(ascii: "#"))
    }
    for (offset, item) in items.enumerated() {
      switch layout.position(of: item, at: offset) {
      case .newLine(let lineEnd):
        writeLineBreak(lineEnd)
        writeLineEnds(item.gap)
        write(item.line.isStart || item.isComment ? item.indent : layout.usualIndent)
      case .sameLine: write(item.indent)
      case .afterSpace: output.append(UInt8(ascii: " "))
      case .directly: break
      }
      writeElement(item, hasComma: layout.hasComma(at: offset), isOnOneLine: !layout.isMultiline)
    }
    if let lineEnd = layout.closingLineEnd {
      writeLineBreak(lineEnd)
      writeLineEnds(container.closingGap)
    }
    write(layout.isMultiline || !container.closingStartsLine ? container.closing : .bytes([layout.bracket]))
  }

  private mutating func writeElement(_ item: MergedBlock, hasComma: Bool, isOnOneLine: Bool) {
    write(item.head)
    writeValue(of: item)
    if !item.isComment {
      if let trivia = item.beforeComma, hasComma || endsInComment(trivia) { write(trivia) }
      if hasComma { output.append(UInt8(ascii: ",")) }
    }
    if !isOnOneLine { write(item.trailing) }
  }

  private mutating func writeLineBreak(_ lineEnd: MergeText) {
    let bytes = inputs.lineEnds(lineEnd)
    output += bytes.isEmpty ? inputs.lineEnd : bytes
  }

  private func endsInComment(_ text: MergeText) -> Bool { inputs.bytes(text).contains(UInt8(ascii: "#")) }

  // MARK: Texts

  private mutating func write(_ text: MergeText) {
    switch text {
    case .bytes(let bytes): output += bytes
    case .source(let version, let range): output += inputs[version].source[range]
    }
  }

  private mutating func writeLineEnds(_ text: MergeText) { output += inputs.lineEnds(text) }
}

extension MergedItem {
  /// The block; ours for a conflict, which containers do not have.
  fileprivate var block: MergedBlock? {
    switch self {
    case .block(let block): block
    case .conflict(_, let ours, _): ours
    }
  }
}
