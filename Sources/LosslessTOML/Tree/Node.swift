/// The index of a node in a tree.
typealias NodeIndex = Int32

/// A value or a table of a document. All nodes are in one flat array, and refer to other nodes and to tokens by index.
struct Node {
  /// The kinds of nodes.
  enum Kind: UInt8 {
    case string
    case integer
    case float
    case boolean
    case offsetDateTime
    case localDateTime
    case localDate
    case localTime
    case array
    case inlineTable
    case table
    case arrayOfTables
  }

  /// The origin of a table, and whether a node is part of the document.
  struct Flags: OptionSet {
    let rawValue: UInt8

    /// A table that a header names in full.
    static let header = Flags(rawValue: 1)
    /// A table that a dotted key created; no header may define it again.
    static let dotted = Flags(rawValue: 2)
    /// A node with an error. It is not part of the document.
    static let invalid = Flags(rawValue: 4)
  }

  /// The index that stands for no node.
  static let none: NodeIndex = -1

  var kind: Kind
  var flags: Flags = []
  /// The table or array that holds the node.
  var parent: NodeIndex
  /// The token of the key of the node, or -1 for an element or the root.
  var key: Int32
  /// The first token of the value, or of the header that defines a table.
  var first: Int32
  /// The token after the last token of the value, or after the last entry of a table's section.
  var end: Int32

  /// The last table of an array of tables, while a document is read.
  ///
  /// An array of tables has no closing token, so it has no other use for `end`.
  var lastElement: NodeIndex {
    get { end }
    set { end = newValue }
  }
}
