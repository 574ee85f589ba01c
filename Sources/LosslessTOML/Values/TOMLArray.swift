/// A view of an array of a document, written in brackets or with `[[headers]]`.
public struct TOMLArray: RandomAccessCollection, Sendable {
  let tree: SyntaxTree
  let node: NodeIndex

  /// The position of the first element, 0.
  public var startIndex: Int { 0 }

  /// The number of elements.
  public var endIndex: Int { tree.childCount(of: node) }

  /// The element at a position. O(1).
  public subscript(position: Int) -> TOMLValue {
    TOMLValue(tree: tree, node: tree.child(position, of: node))
  }

  /// The bytes of the array: from bracket to bracket, or from the first header to the end of the last table.
  public var range: SourceRange { SourceRange(tree.range(of: node)) }

  /// Whether the array is written with `[[headers]]`.
  public var isArrayOfTables: Bool { tree.kind(node) == .arrayOfTables }
}
