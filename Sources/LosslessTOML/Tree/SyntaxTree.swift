/// The tokens and nodes of a source.
///
/// A tree is immutable. Documents and views share it; an edit of a document makes a new tree.
final class SyntaxTree: Sendable {
  let source: [UInt8]
  let tokens: [Token]
  let nodes: [Node]
  let diagnostics: [Diagnostic]
  private let keys: KeyIndex
  /// The start of the children of each node in `children`, and the end of the last node's children.
  private let childStarts: [Int32]
  private let children: [NodeIndex]

  /// The node of the table at the top of the document.
  static let root: NodeIndex = 0

  /// Makes a tree of the parts that the parser found. O(*n*).
  init(source: [UInt8], tokens: [Token], nodes: [Node], keys: KeyIndex, diagnostics: [Diagnostic]) {
    self.source = source
    self.tokens = tokens
    self.nodes = nodes
    self.keys = keys
    self.diagnostics = diagnostics
    (self.childStarts, self.children) = Self.children(of: nodes)
  }

  /// Returns the children of all nodes, each parent's in the order of the source.
  ///
  /// Headers can reopen a table, so the children of one parent need not be adjacent in `nodes`. The function counts
  /// them first, then places them.
  private static func children(of nodes: [Node]) -> (starts: [Int32], children: [NodeIndex]) {
    var starts = [Int32](repeating: 0, count: nodes.count + 1)
    for node in nodes where node.parent >= 0 && !node.flags.contains(.invalid) {
      starts[Int(node.parent) + 1] += 1
    }
    for index in 1..<starts.count { starts[index] += starts[index - 1] }
    var next = starts
    var children = [NodeIndex](repeating: Node.none, count: Int(starts[nodes.count]))
    for (index, node) in nodes.enumerated() where node.parent >= 0 && !node.flags.contains(.invalid) {
      children[Int(next[Int(node.parent)])] = NodeIndex(index)
      next[Int(node.parent)] += 1
    }
    return (starts, children)
  }

  func node(_ index: NodeIndex) -> Node { nodes[Int(index)] }

  func kind(_ index: NodeIndex) -> Node.Kind { nodes[Int(index)].kind }

  func childCount(of index: NodeIndex) -> Int {
    Int(childStarts[Int(index) + 1] - childStarts[Int(index)])
  }

  /// Returns the child at a position among the children of a node.
  func child(_ position: Int, of index: NodeIndex) -> NodeIndex {
    precondition(position >= 0 && position < childCount(of: index), "position out of bounds")
    return children[Int(childStarts[Int(index)]) + position]
  }

  func children(of index: NodeIndex) -> ArraySlice<NodeIndex> {
    children[Int(childStarts[Int(index)])..<Int(childStarts[Int(index) + 1])]
  }

  /// Returns the child of a table under `key`, or `nil`. O(1).
  func child(of table: NodeIndex, key: String) -> NodeIndex? {
    let wanted = Array(key.utf8)
    let found = source.withSourceBytes { bytes in
      wanted.withSourceBytes { wanted in
        let hash = KeyIndex.hash(of: 0..<wanted.count, in: wanted, parent: table)
        return keys.find(hash) { candidate in
          let node = nodes[Int(candidate)]
          return node.parent == table && KeyText.matches(tokenAt(node.key), in: bytes, 0..<wanted.count, of: wanted)
        }
      }
    }
    return found == Node.none || nodes[Int(found)].flags.contains(.invalid) ? nil : found
  }

  /// Returns the key of a node in its table; an empty string for the root and for elements of arrays.
  func key(of index: NodeIndex) -> String {
    let key = nodes[Int(index)].key
    guard key >= 0 else { return "" }
    return source.withSourceBytes { KeyText.string(of: tokenAt(key), in: $0) }
  }

  func tokenAt(_ index: Int32) -> (token: Token, range: Range<Int>) {
    (tokens[Int(index)], range(ofToken: index))
  }

  func range(ofToken index: Int32) -> Range<Int> {
    Int(tokens[Int(index)].start)..<Int(tokens[Int(index) + 1].start)
  }

  /// Returns the bytes of a node: of a value, or of the header and the entries of a table.
  func range(of index: NodeIndex) -> Range<Int> {
    let node = nodes[Int(index)]
    if node.kind == .arrayOfTables, let last = children(of: index).last {
      return offset(ofToken: node.first)..<range(of: last).upperBound
    }
    return offset(ofToken: node.first)..<offset(ofToken: node.end)
  }

  func offset(ofToken index: Int32) -> Int { Int(tokens[Int(index)].start) }
}

extension SyntaxTree {
  /// The tokens of all comments, in order. O(*n*).
  var comments: [Int32] { tokens.indices.filter { tokens[$0].kind == .comment }.map(Int32.init) }

  /// Returns the closing bracket of the header that starts at the token `first`.
  func lastTokenOfHeader(_ first: Int32) -> Int32 {
    var token = first
    while !tokens[Int(token)].kind.closesHeader { token += 1 }
    return token
  }
}

extension Token.Kind {
  fileprivate var closesHeader: Bool { self == .rightBracket || self == .rightDoubleBracket }
}

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
