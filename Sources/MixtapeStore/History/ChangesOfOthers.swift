/// Changes that came by a sync, as the cause of an error of undo or redo.
///
/// Undo takes back changes that were made in this clone. If changes of others came since, it does so one change at a time.
public struct ChangesOfOthers: Error, Hashable, Sendable, CustomStringConvertible {
  /// Makes a cause.
  public init() {}

  /// The cause in a few words.
  public var description: String { "changes of others" }
}
