internal import LosslessTOML

/// The lines of a merged array or inline table.
struct ContainerLayout {
  /// The place of an item on its line.
  enum Position {
    /// On a new line, after the previous line end.
    case newLine(MergeText)
    /// On the line of the previous item, with its own white space.
    case sameLine
    /// On the line of the previous item, after one space.
    case afterSpace
    /// Directly after the bracket.
    case directly
  }

  let isMultiline: Bool
  /// The closing bracket.
  let bracket: UInt8
  private let container: MergedContainer
  private let items: [MergedBlock]
  private let inputs: MergeInputs
  /// The indentation of elements that move to their own line.
  private let usualIndent: MergeText
  private let firstElement: Int?
  private var previous: MergedBlock?
  private var lineEnd: MergeText
  private var mustEndLine: Bool

  init(_ container: MergedContainer, _ items: [MergedBlock], _ inputs: MergeInputs) {
    self.container = container
    self.items = items
    self.inputs = inputs
    let endsInComment = inputs.hasComment(container.opening)
    isMultiline =
      container.isMultiline || endsInComment || items.contains { $0.isComment || inputs.hasComment($0.trailing) }
    usualIndent = items.first { $0.line.isStart && !$0.isComment }?.indent ?? .bytes(Array("  ".utf8))
    bracket = items.contains { !$0.isComment && !$0.head.isEmpty } ? UInt8(ascii: "}") : UInt8(ascii: "]")
    firstElement = items.firstIndex { !$0.isComment }
    lineEnd = container.openingLineEnd
    mustEndLine = endsInComment
  }

  /// Returns the place of the next item.
  mutating func position(of item: MergedBlock, at offset: Int) -> Position {
    defer {
      previous = item
      lineEnd = item.lineEnd
      mustEndLine = item.isComment || inputs.hasComment(item.trailing)
    }
    guard isMultiline else {
      if previous == nil { return item.line.isStart || place(of: item) != 0 ? .directly : .sameLine }
      return item.line.isStart || item.indent.isEmpty ? .afterSpace : .sameLine
    }
    let continues = !item.isComment && !item.line.isStart && !mustEndLine && followsPrevious(item)
    return continues ? .sameLine : .newLine(lineEnd)
  }

  /// Returns the index of an item in the version that decides about its line.
  private func place(of item: MergedBlock) -> Int? {
    item.line.version == .ours ? item.places.ours : item.places.theirs
  }

  /// Returns whether the previous item is the same in that version.
  private func followsPrevious(_ item: MergedBlock) -> Bool {
    let wasMultiline = item.line.version == .ours ? container.wasMultiline.ours : container.wasMultiline.theirs
    guard wasMultiline else { return false }
    guard let previous else {
      return place(of: item) == 0 && container.openingLineEnd.isEmpty
    }
    switch item.line.version {
    case .ours: return previous.places.ours.map { $0 + 1 } == item.places.ours
    default: return previous.places.theirs.map { $0 + 1 } == item.places.theirs
    }
  }

  /// Returns whether a comma follows an item on its line. Otherwise, it can be in the indentation of the next element.
  func hasComma(at offset: Int) -> Bool {
    guard !items[offset].isComment else { return false }
    guard let next = items[(offset + 1)...].first(where: { !$0.isComment }) else { return container.hasTrailingComma }
    return !startsWithComma(next)
  }

  /// Returns the text before an item on its line.
  func indent(at offset: Int) -> MergeText {
    let item = items[offset]
    if startsWithComma(item), offset != firstElement { return item.indent }
    return withoutComma(item.line.isStart || item.isComment ? item.indent : usualIndent)
  }

  /// Returns the text between an item and the previous one on its line.
  func separator(before item: MergedBlock) -> MergeText { withoutComma(item.indent) }

  /// Returns whether an item, if it is not the first element, is on a line that starts with a comma.
  private func startsWithComma(_ item: MergedBlock) -> Bool {
    isMultiline && item.line.isStart && !item.isComment && inputs.bytes(item.indent).contains(UInt8(ascii: ","))
  }

  /// Returns an indentation with a space in place of a comma.
  private func withoutComma(_ indent: MergeText) -> MergeText {
    let (bytes, comma) = (inputs.bytes(indent), UInt8(ascii: ","))
    return bytes.contains(comma) ? .bytes(bytes.map { $0 == comma ? UInt8(ascii: " ") : $0 }) : indent
  }

  /// The line end before the closing bracket; `nil` if the bracket does not start a line.
  var closingLineEnd: MergeText? {
    guard isMultiline, container.closingStartsLine || mustEndLine else { return nil }
    return lineEnd
  }
}

extension MergeInputs {
  /// Returns whether a text between values ends in a comment.
  func hasComment(_ text: MergeText) -> Bool { bytes(text).contains(UInt8(ascii: "#")) }
}

extension MergeText {
  /// Whether the text is empty.
  var isEmpty: Bool {
    switch self {
    case .bytes(let bytes): bytes.isEmpty
    case .source(_, let range): range.isEmpty
    }
  }
}
