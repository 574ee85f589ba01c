/// A key of a playlist that was set again after the change to revert. Reverting the change would lose the present value.
public struct KeyConflict: Hashable, Sendable {
  /// The properties of a playlist that can be in conflict. The raw values are keys of its file, except `id` and `folder`.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    /// The id, which is the name of the file.
    case id
    /// The folder, which is the directory of the file.
    case folder
    case name, description, continuous, shuffle, conditions, match, search, sort, limit, seed
  }

  /// A value as it is written in the file.
  public enum Value: Hashable, Sendable {
    /// The file does not have the key.
    case absent
    /// A string.
    case text(String)
    /// `true` or `false`.
    case flag(Bool)
    /// An integer.
    case number(Int64)
    /// An array of strings.
    case list([String])
  }

  /// The key.
  public let key: Key
  /// The value before the change, which a revert restores.
  public let before: Value
  /// The value that the change set.
  public let after: Value
  /// The present value.
  public let now: Value

  /// Makes a conflict from its values.
  public init(key: Key, before: Value, after: Value, now: Value) {
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
    _ key: KeyConflict.Key, _ before: Value, _ after: Value, _ now: Value,
    shownAs shown: (Value) -> KeyConflict.Value
  ) -> Value {
    if before == after || now == before { return now }
    if now == after { return before }
    conflicts.append(KeyConflict(key: key, before: shown(before), after: shown(after), now: shown(now)))
    return now
  }
}
