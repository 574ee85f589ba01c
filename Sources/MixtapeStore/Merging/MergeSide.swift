/// One of the two sides of a merge.
public enum MergeSide: String, Hashable, Sendable, CaseIterable {
  /// The side that merges, and whose state changes.
  case ours
  /// The side that is merged into ours.
  case theirs

  /// The other side.
  var other: MergeSide { self == .ours ? .theirs : .ours }
}

/// A value for each side of a merge.
struct MergeSides<Value> {
  var ours: Value
  var theirs: Value

  subscript(side: MergeSide) -> Value {
    get { side == .ours ? ours : theirs }
    set { if side == .ours { ours = newValue } else { theirs = newValue } }
  }
}

extension MergeSides: Sendable where Value: Sendable {}
