internal import LosslessTOML

/// A writer of merged blocks.
struct MergeWriter {
  private let inputs: MergeInputs
  private let style: ConflictStyle
  private(set) var output: [UInt8] = []
  /// The number of bytes before the first line: those of a byte order mark, which is not a line.
  private var start = 0

  init(_ inputs: MergeInputs, _ style: ConflictStyle) {
    (self.inputs, self.style) = (inputs, style)
    output.reserveCapacity(inputs.ours.source.count + inputs.theirs.source.count / 4)
  }

  /// Writes a whole document.
  mutating func writeDocument(_ root: MergedBlock, end: MergeText) {
    write(root.head)
    start = output.count
    for item in root.lines + root.sections + root.endComments { write(item) }
    if output.count > start { write(end) }
  }

  // MARK: Lines

  private mutating func write(_ item: MergedItem) {
    switch marked(item) {
    case .block(let block): write(block)
    case .conflict(_, let ours, let theirs):
      guard let markers else {
        if let block = block(of: item) { write(block) }
        return
      }
      endLine()
      if let gap = (ours ?? theirs)?.gap { write(gap) }
      // Git finds a marker only at the start of a line. A byte order mark belongs to the first line of each side.
      let mark = output.count == start ? output : []
      output.removeLast(mark.count)
      output += markers.ours + inputs.lineEnd
      if let ours { write(ours, after: mark) }
      endLine()
      output += markers.between + inputs.lineEnd
      if let theirs { write(theirs, after: mark) }
      endLine()
      output += markers.theirs + inputs.lineEnd
    }
  }

  /// Writes a side of a conflict without the blank lines before it.
  private mutating func write(_ side: MergedBlock, after mark: [UInt8]) {
    output += mark
    var side = side
    side.gap = .empty
    start = output.count
    write(side)
    start = 0
  }

  /// Returns an item with conflicts that the style can show.
  private func marked(_ item: MergedItem) -> MergedItem { markers == nil ? item : item.withConflictsOfLines }

  /// The markers around conflicts; `nil` if the style has no markers.
  private var markers: ConflictMarkerTexts? { ConflictMarkerTexts(style) }

  /// Returns the block of an item in the style, or the first version of a conflict between markers.
  private func block(of item: MergedItem) -> MergedBlock? {
    guard case .conflict(let path, let ours, let theirs) = item else { return item.block }
    switch style {
    case .ours: return ours
    case .theirs: return theirs
    case .theirsFor(let paths): return paths.contains(path) ? theirs : ours
    case .markers: return ours ?? theirs
    }
  }

  private mutating func write(_ block: MergedBlock) {
    endLine()
    write(block.gap)
    for comment in block.lead { write(comment) }
    write(block.indent)
    write(block.head)
    writeValue(of: block)
    write(block.trailing)
    write(block.lineEnd)
    for item in block.lines { write(item) }
    for item in block.sections { write(item) }
  }

  /// Adds a line end if the last line has none.
  private mutating func endLine() {
    if output.count > start, output.last != UInt8(ascii: "\n") { output += inputs.lineEnd }
  }

  // MARK: Containers

  private mutating func writeValue(of block: MergedBlock) {
    guard let container = block.container else { return write(block.value) }
    write(container.opening)
    var (items, blocks): ([MergedItem], [MergedBlock]) = ([], [])
    items.reserveCapacity(container.items.count)
    blocks.reserveCapacity(container.items.count)
    for item in container.items {
      let item = marked(item)
      guard let block = self.block(of: item) else { continue }
      items.append(item)
      blocks.append(block)
    }
    var layout = ContainerLayout(container, blocks, inputs)
    for (offset, item) in blocks.enumerated() {
      let hasComma = layout.hasComma(at: offset)
      switch layout.position(of: item, at: offset) {
      case .newLine(let lineEnd):
        writeLineBreak(lineEnd)
        write(item.gap)
        let indent = layout.indent(at: offset)
        if case .conflict(_, let ours, let theirs) = items[offset], let markers {
          output += markers.ours
          for block in [ours].compactMap(\.self) { writeElement(block, onLineWith: indent, hasComma: hasComma) }
          output += inputs.lineEnd + markers.between
          for block in [theirs].compactMap(\.self) { writeElement(block, onLineWith: indent, hasComma: hasComma) }
          output += inputs.lineEnd + markers.theirs
          continue
        }
        write(indent)
      case .sameLine: write(layout.separator(before: item))
      case .afterSpace: output.append(UInt8(ascii: " "))
      case .directly: break
      }
      writeElement(item, hasComma: hasComma, isOnOneLine: !layout.isMultiline)
    }
    if let lineEnd = layout.closingLineEnd {
      writeLineBreak(lineEnd)
      write(container.closingGap)
    }
    write(layout.isMultiline || !container.closingStartsLine ? container.closing : .bytes([layout.bracket]))
  }

  private mutating func writeElement(_ item: MergedBlock, onLineWith indent: MergeText, hasComma: Bool) {
    output += inputs.lineEnd
    write(indent)
    writeElement(item, hasComma: hasComma, isOnOneLine: false)
  }

  private mutating func writeElement(_ item: MergedBlock, hasComma: Bool, isOnOneLine: Bool) {
    write(item.head)
    writeValue(of: item)
    if !item.isComment {
      if hasComma || inputs.hasComment(item.beforeComma) { write(item.beforeComma) }
      if hasComma { output.append(UInt8(ascii: ",")) }
    }
    if !isOnOneLine { write(item.trailing) }
  }

  private mutating func writeLineBreak(_ lineEnd: MergeText) {
    if lineEnd.isEmpty { output += inputs.lineEnd } else { write(lineEnd) }
  }

  // MARK: Texts

  private mutating func write(_ text: MergeText) { output += inputs.bytes(text) }
}

extension MergedItem {
  /// The block; `nil` for a conflict.
  fileprivate var block: MergedBlock? { if case .block(let block) = self { block } else { nil } }
}

/// Git's markers around the versions of a conflict.
private struct ConflictMarkerTexts {
  let ours: [UInt8]
  let between: [UInt8]
  let theirs: [UInt8]

  /// Makes the markers of a style; `nil` for a style without markers.
  init?(_ style: ConflictStyle) {
    guard case .markers(let size, let ourName, let theirName) = style else { return nil }
    func marker(_ character: Character, _ name: String) -> [UInt8] {
      Array((String(repeating: character, count: size) + (name.isEmpty ? "" : " " + name)).utf8)
    }
    (ours, between, theirs) = (marker("<", ourName), marker("=", ""), marker(">", theirName))
  }
}
