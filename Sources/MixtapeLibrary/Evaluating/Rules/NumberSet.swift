/// A set of numbers that consists of intervals: the values of a field that match comparisons with numbers or dates.
///
/// It is kept as the cuts of the number line at which the set begins and ends, alternately. Union, intersection and
/// complement are exact, and many comparisons joined by `or` become few intervals.
struct NumberSet: Hashable {
  /// A place on the number line, directly before or after a number.
  struct Cut: Hashable, Comparable {
    let number: Double
    let isAfter: Bool

    static func before(_ number: Double) -> Cut { Cut(number: number, isAfter: false) }
    static func after(_ number: Double) -> Cut { Cut(number: number, isAfter: true) }

    /// The ends of the line.
    static let start = before(-.infinity)
    static let end = after(.infinity)

    static func < (left: Cut, right: Cut) -> Bool {
      left.number == right.number ? !left.isAfter && right.isAfter : left.number < right.number
    }
  }

  /// The cuts in strictly ascending order. The set begins at even indices, and ends at odd ones.
  private(set) var cuts: [Cut]

  /// Makes the interval between two cuts; empty if the second is not after the first.
  init(from lower: Cut = .start, to upper: Cut = .end) { cuts = lower < upper ? [lower, upper] : [] }

  /// The empty set.
  static let none = NumberSet(from: .start, to: .start)
  /// The set of all numbers.
  static let all = NumberSet()

  var complement: NumberSet {
    var result = self
    if result.cuts.first == .start { result.cuts.removeFirst() } else { result.cuts.insert(.start, at: 0) }
    if result.cuts.last == .end { result.cuts.removeLast() } else { result.cuts.append(.end) }
    return result
  }

  /// Returns the union of sets. O(*n* log *n*) in the number of their cuts.
  static func union(_ sets: [NumberSet]) -> NumberSet {
    guard sets.count != 1 else { return sets[0] }
    let marks = sets.flatMap { set in set.cuts.enumerated().map { (cut: $1, begins: $0.isMultiple(of: 2)) } }
      .sorted { ($0.cut, $0.begins ? 0 : 1) < ($1.cut, $1.begins ? 0 : 1) }
    var result = NumberSet.none
    var depth = 0
    for mark in marks {
      if mark.begins, depth == 0 { result.cuts.append(mark.cut) }
      depth += mark.begins ? 1 : -1
      if depth == 0 { result.cuts.append(mark.cut) }
    }
    return result
  }

  /// The intervals, in order.
  var intervals: [(lower: Cut, upper: Cut)] {
    stride(from: 0, to: cuts.count, by: 2).map { (cuts[$0], cuts[$0 + 1]) }
  }
}

extension NumberSet {
  /// Returns SQL for a column whose value is in the set, which must not be empty. The result is null for a missing
  /// value.
  func sql(_ column: String, isInteger: Bool) -> SQL {
    func value(_ number: Double) -> SQLValue {
      isInteger ? Int64(exactly: number).map(SQLValue.integer) ?? .real(number) : .real(number)
    }
    let single = intervals.filter { $0.lower.number == $0.upper.number }.map { value($0.lower.number) }
    var parts = single.isEmpty ? [] : [SQL.isOne(of: single, column)]
    for (lower, upper) in intervals where lower.number != upper.number {
      var bounds: [SQL] = []
      if lower != .start { bounds.append(SQL("\(column) \(lower.isAfter ? ">" : ">=") ?", [value(lower.number)])) }
      if upper != .end { bounds.append(SQL("\(column) \(upper.isAfter ? "<=" : "<") ?", [value(upper.number)])) }
      parts.append(SQL.joined(bounds, by: .and))
    }
    return SQL.joined(parts, by: .or)
  }
}
