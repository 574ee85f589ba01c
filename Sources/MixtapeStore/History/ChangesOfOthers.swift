/// Changes that came by a sync, as the cause of an error of undo or redo.
///
/// Undo applies to changes of this clone. If a sync received changes of others since, undo takes one step at a time.
public struct ChangesOfOthers: Error, Hashable, Sendable, CustomStringConvertible {
  /// Makes a cause.
  public init() {}

  /// The cause in a few words.
  public var description: String { "changes of others" }
}
