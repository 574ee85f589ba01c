/// A set of row numbers: a list of few, or one bit for each number.
struct RowSet {
  /// The maximum number of rows in a list, which are bound to a statement one by one.
  static let listed = 200

  private(set) var count = 0
  /// The rows in the order of insertion; empty if there are more than ``listed``.
  private(set) var list: [Int64] = []
  private var words: [UInt64] = []

  var isEmpty: Bool { count == 0 }

  /// Whether all rows are in ``list``.
  var isListed: Bool { count <= Self.listed }

  func contains(_ row: Int64) -> Bool {
    if isListed { return list.contains(row) }
    let word = Int(row >> 6)
    return words.indices.contains(word) && words[word] & (1 << UInt64(row & 63)) != 0
  }

  /// Adds a row. Rows of a table count from 1; smaller numbers are ignored.
  mutating func insert(_ row: Int64) {
    guard row > 0, !contains(row) else { return }
    count += 1
    if isListed {
      list.append(row)
    } else {
      for row in list { mark(row) }
      list = []
      mark(row)
    }
  }

  /// Adds the rows of another set.
  mutating func formUnion(_ other: RowSet) {
    for row in other.list { insert(row) }
    for (index, word) in other.words.enumerated() {
      var rest = word
      while rest != 0 {
        insert(Int64(index << 6 + rest.trailingZeroBitCount))
        rest &= rest - 1
      }
    }
  }

  private mutating func mark(_ row: Int64) {
    let word = Int(row >> 6)
    // The array grows by half, so that rows in ascending order do not grow it each time.
    if word >= words.count { words += [UInt64](repeating: 0, count: max(word + 1 - words.count, words.count / 2)) }
    words[word] |= 1 << UInt64(row & 63)
  }
}

/// An operand for membership in a set of rows.
final class RowSetOperand: SQLOperand {
  private let rows: RowSet

  init(_ rows: RowSet) { self.rows = rows }

  override func result(of value: SQLArgument) -> SQLResult { .bool(rows.contains(value.integer)) }
}
