/// The index of a node in a tree.
typealias NodeIndex = Int32

/// A value or a table of a document; nodes lie in one flat array and refer to each other, and to tokens, by index.
struct Node {
  /// What a node is.
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

  /// How a table came to be, and whether a node counts.
  struct Flags: OptionSet {
    let rawValue: UInt8

    /// A table that a header names in full.
    static let header = Flags(rawValue: 1)
    /// A table that exists because of a dotted key; no header may define it again.
    static let dotted = Flags(rawValue: 2)
    /// A node that had an error, and is not part of the document.
    static let condemned = Flags(rawValue: 4)
  }

  /// The index that stands for no node.
  static let none: NodeIndex = -1

  var kind: Kind
  var flags: Flags = []
  /// The table or array that holds the node.
  var parent: NodeIndex
  /// The token of the key under which the parent holds it, or -1.
  var key: Int32
  /// The first token of the value, or of the header that defines a table.
  var first: Int32
  /// The token after the last token of the value, or after the last entry of a table's section.
  var end: Int32

  /// The last table of an array of tables while a document is read.
  ///
  /// An array of tables has no closing token, so the field that holds it elsewhere is free.
  var lastElement: NodeIndex {
    get { end }
    set { end = newValue }
  }

}
