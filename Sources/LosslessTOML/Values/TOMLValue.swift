/// A view of one value of a document.
public struct TOMLValue: Sendable {
  let tree: SyntaxTree
  let node: NodeIndex

  /// The type of the value.
  public var kind: TOMLKind { TOMLKind(tree.kind(node)) }

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

/// The types of TOML.
public enum TOMLKind: String, Hashable, Sendable {
  /// Text, in any of the four kinds of quotes.
  case string
  /// A whole number of 64 bits.
  case integer
  /// A floating-point number.
  case float
  /// `true` or `false`.
  case boolean
  /// A date and a time with an offset from UTC.
  case offsetDateTime
  /// A date and a time.
  case localDateTime
  /// A date.
  case localDate
  /// A time of day.
  case localTime
  /// An array, or an array of tables.
  case array
  /// A table, in any notation.
  case table

  init(_ kind: Node.Kind) {
    switch kind {
    case .string: self = .string
    case .integer: self = .integer
    case .float: self = .float
    case .boolean: self = .boolean
    case .offsetDateTime: self = .offsetDateTime
    case .localDateTime: self = .localDateTime
    case .localDate: self = .localDate
    case .localTime: self = .localTime
    case .array, .arrayOfTables: self = .array
    case .inlineTable, .table: self = .table
    }
  }
}

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

/// A date, a time or both, with the precision and the offset that were written.
///
/// Two values are equal only if they are written alike: `06:00:00Z` and `08:00:00+02:00` differ.
public struct TOMLDateTime: Hashable, Sendable, CustomStringConvertible {
  /// The value as it is written.
  public let text: String
  let fields: DateTimeGrammar.Fields

  /// Reads a value such as `2026-03-01T06:00:00Z`, `2026-03-01 06:00`, `2026-03-01` or `06:00:00.5`.
  ///
  /// Returns `nil` if the text does not follow RFC 3339 as TOML 1.1 narrows it, or names no day of the calendar.
  public init?(_ text: String) {
    let bytes = Array(text.utf8)
    let parsed = bytes.withSourceBytes { DateTimeGrammar.parse(0..<$0.count, in: $0) }
    guard case .success(let fields) = parsed else { return nil }
    self.text = text
    self.fields = fields
  }

  /// The type of the value, one of the four of dates and times.
  public var kind: TOMLKind { TOMLKind(fields.kind) }

  /// The year, from 0 to 9999, if there is a date.
  public var year: Int? { fields.hasDate ? fields.year : nil }

  /// The month, from 1, if there is a date.
  public var month: Int? { fields.hasDate ? fields.month : nil }

  /// The day of the month, from 1, if there is a date.
  public var day: Int? { fields.hasDate ? fields.day : nil }

  /// The hour, from 0 to 23, if there is a time.
  public var hour: Int? { fields.hasTime ? fields.hour : nil }

  /// The minute, if there is a time.
  public var minute: Int? { fields.hasTime ? fields.minute : nil }

  /// The second, from 0 to 60, if there is a time; 0 if it is not written.
  public var second: Int? { fields.hasTime ? fields.second : nil }

  /// The fraction of the second in nanoseconds, if there is a time; further digits are cut off.
  public var nanosecond: Int? { fields.hasTime ? fields.nanosecond : nil }

  /// The minutes by which local time is ahead of UTC, if there is an offset.
  public var offsetMinutes: Int? { fields.hasOffset ? fields.offsetMinutes : nil }

  /// The value as it is written.
  public var description: String { text }
}

extension DateTimeGrammar.Fields {
  /// The type that TOML gives to a value with these parts.
  var kind: Node.Kind {
    switch (hasDate, hasTime, hasOffset) {
    case (true, true, true): .offsetDateTime
    case (true, true, false): .localDateTime
    case (true, false, _): .localDate
    case (false, _, _): .localTime
    }
  }
}
