/// A value to be written into a document.
public enum TOMLLiteral: Hashable, Sendable {
  /// A string. It is written in the quotes of its neighbours, if possible.
  case string(String)
  /// A whole number.
  case integer(Int64)
  /// A floating-point number.
  case float(Double)
  /// `true` or `false`.
  case boolean(Bool)
  /// A date, a time or both, written as its text.
  case dateTime(TOMLDateTime)
  /// An array.
  case array([TOMLLiteral])
  /// A table, written in braces on one line.
  case inlineTable(TOMLInlineTable)
}

/// A table to be written into a document. Its entries are written in their order.
public struct TOMLInlineTable: Hashable, Sendable, ExpressibleByDictionaryLiteral {
  /// A key and its value.
  public struct Entry: Hashable, Sendable {
    /// The key, without quotes.
    public let key: String
    /// The value.
    public let value: TOMLLiteral

    /// Makes an entry.
    public init(key: String, value: TOMLLiteral) {
      self.key = key
      self.value = value
    }
  }

  /// The entries, each key at most once.
  public var entries: [Entry]

  /// Makes a table of entries.
  public init(_ entries: [Entry]) {
    self.entries = entries
  }

  /// Makes a table of keys and values.
  public init(dictionaryLiteral elements: (String, TOMLLiteral)...) {
    entries = elements.map(Entry.init(key:value:))
  }
}

extension TOMLLiteral: ExpressibleByStringLiteral, ExpressibleByIntegerLiteral, ExpressibleByFloatLiteral,
  ExpressibleByBooleanLiteral, ExpressibleByArrayLiteral, ExpressibleByDictionaryLiteral
{
  /// Makes a string.
  public init(stringLiteral value: String) {
    self = .string(value)
  }

  /// Makes an integer.
  public init(integerLiteral value: Int64) {
    self = .integer(value)
  }

  /// Makes a float.
  public init(floatLiteral value: Double) {
    self = .float(value)
  }

  /// Makes a boolean.
  public init(booleanLiteral value: Bool) {
    self = .boolean(value)
  }

  /// Makes an array.
  public init(arrayLiteral elements: TOMLLiteral...) {
    self = .array(elements)
  }

  /// Makes an inline table.
  public init(dictionaryLiteral elements: (String, TOMLLiteral)...) {
    self = .inlineTable(TOMLInlineTable(elements.map(TOMLInlineTable.Entry.init(key:value:))))
  }
}
