extension ArrayRearrangement {
  /// The style of new lines and separators.
  struct Style {
    /// The white space before an element at the start of a line.
    var indent: [UInt8]
    /// The white space before the closing bracket at the start of a line.
    var closingIndent: [UInt8]
    var lineEnd: [UInt8]
    /// The white space between elements on one line.
    var separator: [UInt8]
    var hasTrailingComma: Bool
  }
}

extension ArrayRearrangement.Style {
  /// Derives the style of a container that starts at `opening` from its lines.
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
