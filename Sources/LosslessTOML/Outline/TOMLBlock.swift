/// A part of a document that moves as a unit: a section, an entry, an array element, or a comment on its own line.
///
/// A block consists of source ranges, in this order: ``gap``, ``lead``, ``indent``, ``head``, ``value``, ``beforeComma``, the
/// comma, ``trailing``, ``lineEnd``, ``lines``, ``sections``, ``end``. The blocks of a ``TOMLOutline`` cover every byte of the
/// source exactly once.
public struct TOMLBlock: Sendable {
  /// The kinds of blocks.
  public enum Role: Hashable, Sendable {
    /// The whole document.
    case document
    /// A comment on its own line.
    case comment
    /// An entry of a section or of an inline table, with its key. A dotted key has several parts.
    case entry([String])
    /// An element of an array.
    case element
    /// A table with a header, and its path from the root.
    case table([String])
    /// A table of an array of tables, and the path of the array from the root.
    case tableElement([String])
  }

  /// The kind of the block.
  public let role: Role
  /// Whether the block starts a line. Elements can share a line.
  public internal(set) var startsLine = true
  /// The blank lines before the block.
  @SourceSpan public internal(set) var gap: Range<Int>
  /// The white space before the block on its line, with the comma that starts the line of an element.
  @SourceSpan public internal(set) var indent: Range<Int>
  /// The key with the equals sign, or the header; the byte order mark of a document.
  @SourceSpan public internal(set) var head: Range<Int>
  /// The value, or the comment. Empty for a section.
  @SourceSpan public internal(set) var value: Range<Int>
  /// The trivia between an element and its comma.
  @SourceSpan public internal(set) var beforeComma: Range<Int>
  /// Whether a comma follows the element.
  public internal(set) var hasComma = false
  /// The white space and the comment after the block on its line.
  @SourceSpan public internal(set) var trailing: Range<Int>
  /// The line end; empty if the block is not the last on its line.
  @SourceSpan public internal(set) var lineEnd: Range<Int>

  /// The node of the value or of the table.
  let node: NodeIndex
  private var nested: NestedBlocks?

  init(_ role: Role, node: NodeIndex = Node.none, gap: Range<Int>, indent: Range<Int>) {
    self.role = role
    self.node = node
    self.gap = gap
    self.indent = indent
    let empty = indent.upperBound..<indent.upperBound
    head = empty
    value = empty
    beforeComma = empty
    trailing = empty
    lineEnd = empty
  }
}

// MARK: - Blocks in a block

extension TOMLBlock {
  /// The comments directly above a header.
  public internal(set) var lead: [TOMLBlock] {
    get { nested?.parts.lead ?? [] }
    set { update { $0.lead = newValue } }
  }

  /// The parts of an array or an inline table.
  public internal(set) var container: TOMLContainer? {
    get { nested?.parts.container }
    set { update { $0.container = newValue } }
  }

  /// The entries of a section, and the comments among them.
  public internal(set) var lines: [TOMLBlock] {
    get { nested?.parts.lines ?? [] }
    set { update { $0.lines = newValue } }
  }

  /// The sections of a document, or the subsections of a table in an array of tables.
  public internal(set) var sections: [TOMLBlock] {
    get { nested?.parts.sections ?? [] }
    set { update { $0.sections = newValue } }
  }

  /// The comments at the end of a document, if they are separate from its last section.
  public internal(set) var endComments: [TOMLBlock] {
    get { nested?.parts.endComments ?? [] }
    set { update { $0.endComments = newValue } }
  }

  /// The blank lines at the end of a document.
  public internal(set) var end: Range<Int> {
    get { nested?.parts.end ?? 0..<0 }
    set { update { $0.end = newValue } }
  }

  private mutating func update(_ change: (inout NestedBlocks.Parts) -> Void) {
    var parts = nested?.parts ?? NestedBlocks.Parts()
    change(&parts)
    nested = parts.isEmpty ? nil : NestedBlocks(parts)
  }
}

/// The parts of an array or of an inline table.
public struct TOMLContainer: Sendable {
  /// The opening bracket, and a comment that follows it on its line.
  public internal(set) var opening: Range<Int>
  /// The line end after the opening bracket; empty if an element follows on the line.
  public internal(set) var openingLineEnd: Range<Int>
  /// The elements or entries, and the comments among them.
  public internal(set) var blocks: [TOMLBlock] = []
  /// The blank lines before the line of the closing bracket.
  public internal(set) var closingGap: Range<Int>
  /// The closing bracket, and the white space before it.
  public internal(set) var closing: Range<Int>
  /// Whether the closing bracket starts a line.
  public internal(set) var closingStartsLine = false
  /// Whether the container spans several lines.
  public internal(set) var isMultiline: Bool
}
