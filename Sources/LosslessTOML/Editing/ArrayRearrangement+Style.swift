extension ArrayRearrangement {
  /// What new lines and separators look like.
  struct Style {
    /// The white space before an element on a line of its own.
    var indent: [UInt8]
    /// The white space before the closing bracket on a line of its own.
    var closingIndent: [UInt8]
    var lineEnd: [UInt8]
    /// The white space between elements on one line.
    var separator: [UInt8]
    var hasTrailingComma: Bool
  }
}

extension ArrayRearrangement.Style {
  /// The style of a container that starts at `opening`.
  init(of layout: ArrayLayout, opening: Int, in tree: SyntaxTree) {
    let source = tree.source
    closingIndent = Array(source[Lines.indentation(ofLineAt: opening, in: source)])
    let rows = layout.rows.dropFirst()
    let model = rows.first { !$0.units.isEmpty } ?? rows.dropLast().first { !$0.tail.isEmpty }
    indent =
      model.map { Array(source[$0.indent]) } ?? closingIndent
      + (closingIndent.contains(.tab) ? [.tab] : [.space, .space])
    lineEnd = layout.rows[0].lineEnd.map { Array(source[$0]) } ?? Lines.lineEnd(in: source, near: opening)
    separator = layout.units.lazy.compactMap(\.separator).first.map { Array(source[$0]) } ?? [.space]
    hasTrailingComma = layout.units.last?.hasComma ?? layout.isMultiline
  }
}
