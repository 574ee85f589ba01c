public import MixtapeModel

/// A conflict between a change to revert and a later change, in one file or one of its keys.
public struct RevertConflict: Hashable, Sendable, CustomStringConvertible {
  /// The reason for the conflict.
  public enum Reason: Hashable, Sendable {
    /// A later change has set the key to another value.
    case key(KeyConflict)
    /// The change created the file, and a later change edited or moved it.
    case changedSince
    /// The change edited the file, and a later change deleted it.
    case deletedSince
    /// Reverting would create or rename the file, but another file at this path has its name.
    case taken(by: String)
    /// The change and a later change touched the same lines, in the table `extra` or in text that is not a value; or
    /// the file is not a playlist, and a later change touched it.
    case textChangedSince
    /// The change moved an episode to another podcast or gave it another id, and so did a later change. Or the change edited or
    /// added an episode that cannot be followed to its present place, for example because a file has errors. Or the change moved an
    /// episode that was edited since and cannot be moved back, for example because another one has its name now.
    case episodeMoved(Episode.ID, to: Episode.ID)
  }

  /// The path of the file, below the store's directory.
  public let path: String
  /// The reason for the conflict.
  public let reason: Reason

  /// Makes a conflict in a file.
  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}

extension RevertConflict {
  /// The path and the reason in a few words.
  public var description: String {
    switch reason {
    case .key(let conflict): "\(path): \(conflict.key.name) was changed again"
    case .changedSince: "\(path): changed again"
    case .deletedSince: "\(path): deleted"
    case .taken(let other): "\(path): the name is taken by \(other)"
    case .textChangedSince: "\(path): the same lines were changed again"
    case .episodeMoved(let old, let new): "\(path): \(old) is \(new) now"
    }
  }
}

/// The conflicts that prevent the revert of a change.
public struct RevertConflicts: Error, Sendable, CustomStringConvertible {
  /// The conflicts, by path; at least one.
  public let conflicts: [RevertConflict]

  init(conflicts: [RevertConflict]) { self.conflicts = conflicts }

  /// The conflicts, separated by semicolons.
  public var description: String { conflicts.map(\.description).joined(separator: "; ") }
}
