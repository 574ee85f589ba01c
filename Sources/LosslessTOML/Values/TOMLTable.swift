/// A view of a table of a document, written with headers, dotted keys or braces.
public struct TOMLTable: Sendable {
  let tree: SyntaxTree
  let node: NodeIndex

  /// The value under a key, or `nil` if the table has no such key.
  ///
  /// TOML compares keys byte for byte, so two spellings of one accented letter are two keys. O(1).
  public subscript(key: String) -> TOMLValue? {
    entry(key)?.value
  }

  /// Returns the entry of a key, or `nil` if the table has no such key. O(1).
  public func entry(_ key: String) -> TOMLEntry? {
    tree.child(of: node, key: key).map { TOMLEntry(tree: tree, node: $0) }
  }

  /// The entries of the table, in the order of the source.
  public var entries: TOMLEntries { TOMLEntries(tree: tree, node: node) }

  /// The bytes of the table.
  ///
  /// - An inline table: from brace to brace.
  /// - A table with a header: from the header to the end of the last entry below it.
  /// - A table that only a longer key or header names: its name there.
  /// - The root: the whole source.
  public var range: SourceRange { SourceRange(tree.range(of: node)) }

  /// Whether the table is written in braces.
  public var isInline: Bool { tree.kind(node) == .inlineTable }

  /// The bytes of the header, brackets included, or `nil` if the table has none.
  public var headerRange: SourceRange? {
    guard tree.node(node).flags.contains(.header) else { return nil }
    let first = tree.node(node).first
    let last = tree.lastTokenOfHeader(first)
    return SourceRange(tree.offset(ofToken: first)..<tree.offset(ofToken: last + 1))
  }
}

/// One key of a table, with its value.
public struct TOMLEntry: Sendable {
  let tree: SyntaxTree
  let node: NodeIndex

  /// The key, without quotes and escapes.
  public var key: String { tree.key(of: node) }

  /// The bytes of the key as it is written. For a dotted key, the component that is the key of this table.
  public var keyRange: SourceRange { SourceRange(tree.range(ofToken: tree.node(node).key)) }

  /// The value under the key.
  public var value: TOMLValue { TOMLValue(tree: tree, node: node) }
}

/// The entries of a table, in the order of the source.
public struct TOMLEntries: RandomAccessCollection, Sendable {
  let tree: SyntaxTree
  let node: NodeIndex

  /// The position of the first entry, 0.
  public var startIndex: Int { 0 }

  /// The number of entries.
  public var endIndex: Int { tree.childCount(of: node) }

  /// The entry at a position. O(1).
  public subscript(position: Int) -> TOMLEntry {
    TOMLEntry(tree: tree, node: tree.child(position, of: node))
  }
}
