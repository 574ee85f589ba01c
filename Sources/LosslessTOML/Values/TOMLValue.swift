/// A view of one value of a document.
public struct TOMLValue: Sendable {
  let tree: SyntaxTree
  let node: NodeIndex

  /// The type of the value.
  public var kind: TOMLKind {
    switch tree.kind(node) {
    case .string: .string
    case .integer: .integer
    case .float: .float
    case .boolean: .boolean
    case .offsetDateTime: .offsetDateTime
    case .localDateTime: .localDateTime
    case .localDate: .localDate
    case .localTime: .localTime
    case .array, .arrayOfTables: .array
    case .inlineTable, .table: .table
    }
  }

  /// The bytes of the value. For tables, see `TOMLTable.range`.
  public var range: SourceRange { SourceRange(tree.range(of: node)) }

  /// The text of the value as it is written, with quotes and underscores. O(*n*) in its length.
  public var text: String { tree.source.withSourceBytes { $0.text(tree.range(of: node)) } }

  /// The value of a string, or `nil` for any other type. O(*n*) in its length.
  public var string: String? {
    guard tree.kind(node) == .string else { return nil }
    let (token, range) = tree.tokenAt(tree.node(node).first)
    return tree.source.withSourceBytes { StringDecoder.string(of: token, range: range, in: $0) }
  }

  /// Returns the bytes of the source that a range of the string's UTF-8 comes from, or `nil` for any other type.
  ///
  /// An escape counts as a whole. A line break that a backslash removes belongs to no byte of the value. An empty range
  /// lies directly after the byte before it, and a range beyond the end of the value at its end. O(*n*) in the length.
  public func sourceRange(ofStringBytes range: Range<Int>) -> SourceRange? {
    guard tree.kind(node) == .string else { return nil }
    let (token, whole) = tree.tokenAt(tree.node(node).first)
    return tree.source.withSourceBytes {
      SourceRange(StringDecoder.sourceRange(of: range, token: token, range: whole, in: $0))
    }
  }

  /// The value of an integer, or `nil` for any other type.
  public var integer: Int64? {
    guard tree.kind(node) == .integer else { return nil }
    return tree.source.withSourceBytes { NumberDecoder.integer(tree.range(of: node), in: $0) }
  }

  /// The value of a float, or `nil` for any other type, integers included.
  public var float: Double? {
    guard tree.kind(node) == .float else { return nil }
    return tree.source.withSourceBytes { NumberDecoder.float(tree.range(of: node), in: $0) }
  }

  /// The value of a boolean, or `nil` for any other type.
  public var boolean: Bool? {
    guard tree.kind(node) == .boolean else { return nil }
    return tree.source[tree.range(of: node).lowerBound] == UInt8(ascii: "t")
  }

  /// The value of a date, a time or both, or `nil` for any other type.
  public var dateTime: TOMLDateTime? {
    switch tree.kind(node) {
    case .offsetDateTime, .localDateTime, .localDate, .localTime: TOMLDateTime(text)
    default: nil
    }
  }

  /// The elements of an array or of an array of tables, or `nil` for any other type.
  public var array: TOMLArray? {
    switch tree.kind(node) {
    case .array, .arrayOfTables: TOMLArray(tree: tree, node: node)
    default: nil
    }
  }

  /// The entries of a table, or `nil` for any other type.
  public var table: TOMLTable? {
    switch tree.kind(node) {
    case .table, .inlineTable: TOMLTable(tree: tree, node: node)
    default: nil
    }
  }
}
