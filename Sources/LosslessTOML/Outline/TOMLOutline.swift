/// A valid document as a tree of blocks, for programs that compare or merge documents.
///
/// The blocks are ranges of ``source``, and cover every byte exactly once.
public struct TOMLOutline: Sendable {
  /// The document as a block, with its first lines and its sections.
  public let root: TOMLBlock
  private let tree: SyntaxTree

  /// Reads the blocks of a document; `nil` for an invalid document. O(*n* log *n*).
  public init?(of document: TOMLDocument) {
    guard document.isValid else { return nil }
    tree = document.tree
    var reader = SectionReader(tree)
    root = reader.document()
  }

  /// The bytes of the document.
  public var source: [UInt8] { tree.source }

  /// Returns the value of an entry or an element, or the table of a section; `nil` for comments.
  public func value(of block: TOMLBlock) -> TOMLValue? {
    block.node == Node.none ? nil : TOMLValue(tree: tree, node: block.node)
  }
}

extension TOMLOutline {
  /// Whether the document has comments after the last entry of its last section.
  public var hasEndComments: Bool { root.hasEndComments }

  /// The document with the comments at its end as ``TOMLBlock/endComments``. In ``root``, they belong to the last section.
  public var rootWithEndComments: TOMLBlock {
    var root = root
    root.endComments = root.takeEndComments()
    return root
  }
}

extension TOMLBlock {
  fileprivate var hasEndComments: Bool { sections.last?.hasEndComments ?? (lines.last?.role == .comment) }

  /// Removes the comments after the last entry of the last section, and returns them.
  fileprivate mutating func takeEndComments() -> [TOMLBlock] {
    if !sections.isEmpty { return sections[sections.count - 1].takeEndComments() }
    let count = lines.reversed().prefix { $0.role == .comment }.count
    defer { lines.removeLast(count) }
    return lines.suffix(count)
  }
}
