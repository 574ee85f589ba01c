/// The merge of two changed values with a common base.
package enum ThreeWayMerge {
  /// Returns the value of the side that changed it, or the value of both sides; `nil` if both changed it to different values.
  ///
  /// - Parameter base: The common value, if one exists.
  package static func value<Value: Equatable>(base: Value?, ours: Value, theirs: Value) -> Value? {
    if ours == theirs || base == theirs { return ours }
    return base == ours ? theirs : nil
  }
}

/// Merges the fields of a playlist or a podcast one by one, and collects those that both sides changed to different values.
///
/// A revert is a merge too: its base is the state after the change to revert, ours is the present state, and theirs is the
/// state before the change.
struct FieldMerge<FieldName: Hashable> {
  /// The fields in conflict so far.
  private(set) var conflicts: [FieldName] = []
  private let fieldsWithoutBase: Set<FieldName>

  /// Makes a merge without conflicts.
  ///
  /// - Parameter fieldsWithoutBase: The fields that both sides set, and that have no common value.
  init(fieldsWithoutBase: Set<FieldName>) { self.fieldsWithoutBase = fieldsWithoutBase }

  /// Returns whether a field has a common value.
  func hasBase(_ field: FieldName) -> Bool { !fieldsWithoutBase.contains(field) }

  /// Returns the merged value of a field: the value of the side that changed it, or the common value of both sides.
  ///
  /// If both sides changed it to different values, `combined` can make one value of them. Otherwise there is a conflict, and
  /// the value of ours stays.
  mutating func value<Value: Equatable>(
    _ field: FieldName, base: Value, ours: Value, theirs: Value,
    combined: (_ base: Value, _ ours: Value, _ theirs: Value) -> Value? = { _, _, _ in nil }
  ) -> Value {
    let merged = ThreeWayMerge.value(base: hasBase(field) ? base : nil, ours: ours, theirs: theirs)
    if let value = merged ?? combined(base, ours, theirs) { return value }
    addConflict(field)
    return ours
  }

  /// Adds a conflict.
  mutating func addConflict(_ field: FieldName) { conflicts.append(field) }
}
