internal import LosslessTOML

extension MergeInputs {
  /// Returns whether a side has a comment that the other versions do not have.
  func hasNewComments(in side: MergeVersion) -> Bool {
    let others = MergeVersion.allCases.filter { $0 != side }
    return !others.reduce(into: Set(self[side].comments)) { $0.subtract(self[$1].comments) }.isEmpty
  }
}

extension MergeInput {
  /// The texts of all comments.
  fileprivate var comments: [[UInt8]] { comments(in: outline.root) }

  private func comments(in block: TOMLBlock) -> [[UInt8]] {
    let inside = block.lead + (block.container?.blocks ?? []) + block.lines + block.sections
    var ranges = [block.beforeComma, block.trailing]
    if block.role == .comment { ranges.append(block.value) }
    if let container = block.container { ranges.append(container.opening) }
    return ranges.compactMap(comment) + inside.flatMap(comments)
  }

  /// Returns the comment at the end of a range, without white space after it.
  private func comment(in range: Range<Int>) -> [UInt8]? {
    guard let start = source[range].firstIndex(of: UInt8(ascii: "#")) else { return nil }
    return Array(source[start..<range.upperBound].withoutTrailingSpace)
  }
}

extension ArraySlice<UInt8> {
  /// The text without spaces and tabs at its end.
  var withoutTrailingSpace: Self {
    var text = self
    while text.last == UInt8(ascii: " ") || text.last == UInt8(ascii: "\t") { text.removeLast() }
    return text
  }
}
