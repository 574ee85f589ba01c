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

/// A key of a playlist that both sides of a merge changed, to different values.
///
/// A revert is a merge too: its base is the state after the change to revert, ours is the present state, and theirs is the
/// state before the change.
public struct KeyConflict: Hashable, Sendable {
  /// The key, or the place of the file.
  public let key: PlaylistField
  /// The common value from which both sides started.
  public let base: FileValue
  /// The value of our side, which the merged playlist keeps.
  public let ours: FileValue
  /// The value of the other side.
  public let theirs: FileValue

  /// Makes a conflict from its values.
  public init(key: PlaylistField, base: FileValue, ours: FileValue, theirs: FileValue) {
    self.key = key
    self.base = base
    self.ours = ours
    self.theirs = theirs
  }
}

/// Merges single values of a playlist, and collects conflicts.
struct KeyMerge {
  /// The conflicts so far.
  private(set) var conflicts: [KeyConflict] = []
  private let keysWithoutBase: Set<PlaylistKey>

  /// Makes a merge without conflicts.
  ///
  /// - Parameter keysWithoutBase: The keys that both sides set, and that have no common value.
  init(keysWithoutBase: Set<PlaylistKey> = []) { self.keysWithoutBase = keysWithoutBase }

  /// Returns the merged value of a key: the value of the side that changed it, or the common value of both sides.
  ///
  /// If both sides changed it to different values, `combined` can make one value of them. Otherwise there is a conflict, and
  /// the value of ours stays.
  mutating func value<Value: Equatable>(
    _ key: PlaylistField, base: Value, ours: Value, theirs: Value, shownAs shown: (Value) -> FileValue,
    combined: (_ base: Value, _ ours: Value, _ theirs: Value) -> Value? = { _, _, _ in nil }
  ) -> Value {
    let hasBase = if case .key(let key) = key { !keysWithoutBase.contains(key) } else { true }
    let merged = ThreeWayMerge.value(base: hasBase ? base : nil, ours: ours, theirs: theirs)
    if let value = merged ?? combined(base, ours, theirs) { return value }
    addConflict(key, base: hasBase ? shown(base) : .absent, ours: shown(ours), theirs: shown(theirs))
    return ours
  }

  /// Adds a conflict.
  mutating func addConflict(_ key: PlaylistField, base: FileValue, ours: FileValue, theirs: FileValue) {
    conflicts.append(KeyConflict(key: key, base: base, ours: ours, theirs: theirs))
  }
}
