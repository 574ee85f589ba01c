/// A key that one change set, and that was set to yet another value since: taking the change back would lose one of them.
public struct KeyConflict: Hashable, Sendable {
  /// What about a playlist can be in conflict; the raw values are the keys of its file as far as it has them.
  public enum Key: String, CaseIterable, Hashable, Sendable {
    /// The id, which is the name of the file.
    case id
    /// The folder, which is the directory of the file.
    case folder
    case name, description, continuous, shuffle, conditions, match, search, sort, limit, seed
  }

  /// A value, as the file has it.
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
  /// The value before the change, which taking it back would give again.
  public let before: Value
  /// The value that the change gave.
  public let after: Value
  /// The value now.
  public let now: Value

  /// Makes a conflict of its values.
  public init(key: Key, before: Value, after: Value, now: Value) {
    self.key = key
    self.before = before
    self.after = after
    self.now = now
  }
}

/// Takes changes out of values one by one, and keeps what is in conflict.
public struct KeyMerge {
  /// The conflicts so far.
  public private(set) var conflicts: [KeyConflict] = []

  /// Makes a merge without conflicts.
  public init() {}

  /// The value `now` without the change from `before` to `after`: where that changed nothing, or was undone already, it
  /// stays; where nothing happened since, it is `before`; anything else is a conflict.
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
