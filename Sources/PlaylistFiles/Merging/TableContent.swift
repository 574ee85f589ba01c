/// A table of a version with its comments, apart from the form in which it is written.
struct TableContent {
  typealias Text = ArraySlice<UInt8>

  /// An entry that is not a table, or a table that keeps its form.
  struct Value {
    /// The blank lines before the entry.
    var gap: Text
    /// The comments above the entry.
    var comments: [Text]
    /// The equals sign, with white space around it.
    var equals: Text
    var text: Text
    /// The comment after the value, with white space before it.
    var trailing: Text
  }

  /// The content of a key.
  enum Content {
    case value(Value)
    indirect case table(TableContent)
  }

  /// The blank lines before the header, and the header; `nil` for a table without header.
  var header: (gap: Text, text: Text)?
  /// The comments above the table.
  var comments: [Text] = []
  /// The comment after the header or the table, with white space before it.
  var trailing: Text = []
  private(set) var entries: [(key: String, content: Content)] = []
  /// The comments after the last entry.
  var rest: [Text] = []

  /// Changes the table at a path below this one, which is made if necessary.
  mutating func update(at path: ArraySlice<String>, _ change: (inout TableContent) -> Void) {
    guard let key = path.first else { return change(&self) }
    let place = entries.firstIndex { $0.key == key } ?? entries.count
    if place == entries.count { entries.append((key, .table(TableContent()))) }
    guard case .table(var table) = entries[place].content else { return }
    table.update(at: path.dropFirst(), change)
    entries[place].content = .table(table)
  }

  /// Adds a value at a path below this table.
  mutating func add(_ value: Value, at path: [String]) {
    guard let key = path.last else { return }
    update(at: path.dropLast()) { $0.entries.append((key, .value(value))) }
  }

  /// All comments of the table and of its entries, except the trailing one of the table.
  var allComments: [Text] {
    let inside = entries.flatMap { entry in
      switch entry.content {
      case .value(let value): value.comments + [value.trailing]
      case .table(let table): table.allComments + [table.trailing]
      }
    }
    return comments + inside + rest
  }
}

extension ArraySlice<UInt8> {
  /// The text from the first `#` on. Without a comment, it is empty.
  var comment: Self { firstIndex(of: UInt8(ascii: "#")).map { self[$0...] } ?? [] }
}
