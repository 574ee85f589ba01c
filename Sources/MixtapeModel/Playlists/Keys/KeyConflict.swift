/// A key of a playlist that was set again after the change to revert. Reverting the change would lose the present value.
public struct KeyConflict: Hashable, Sendable {
  /// The key, or the place of the file.
  public let key: PlaylistField
  /// The value before the change, which a revert restores.
  public let before: FileValue
  /// The value that the change set.
  public let after: FileValue
  /// The present value.
  public let now: FileValue

  /// Makes a conflict from its values.
  public init(key: PlaylistField, before: FileValue, after: FileValue, now: FileValue) {
    self.key = key
    self.before = before
    self.after = after
    self.now = now
  }
}

/// Reverts changes of single values, and collects conflicts.
public struct KeyMerge {
  /// The conflicts so far.
  public private(set) var conflicts: [KeyConflict] = []

  /// Makes a merge without conflicts.
  public init() {}

  /// Returns the value `now` without the change from `before` to `after`.
  ///
  /// The value stays if the change did not affect it or is already reverted. It becomes `before` if it was not changed
  /// since. Otherwise there is a conflict, and it stays.
  public mutating func value<Value: Equatable>(
    _ key: PlaylistField, _ before: Value, _ after: Value, _ now: Value,
    shownAs shown: (Value) -> FileValue
  ) -> Value {
    if before == after || now == before { return now }
    if now == after { return before }
    conflicts.append(KeyConflict(key: key, before: shown(before), after: shown(after), now: shown(now)))
    return now
  }
}
