public import MixtapeModel

/// A later change that keeps a change from being reverted in one file, or in one key of it.
public struct RevertConflict: Hashable, Sendable, CustomStringConvertible {
  /// The reason for the conflict.
  public enum Reason: Hashable, Sendable {
    /// A key of a playlist has yet another value now.
    case key(KeyConflict)
    /// The change made the file, and it was changed or moved since.
    case changedSince
    /// The change edited the file, and it is gone.
    case deletedSince
    /// The file would come back, or get its name back, and another has that name now, at this path.
    case taken(by: String)
    /// The change touched the table `extra`, or text that is no value, and the same lines were changed since; or the file
    /// is no playlist, and was changed since.
    case textChangedSince
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
    }
  }
}

/// All conflicts that keep a change from being reverted.
public struct RevertConflicts: Error, Sendable, CustomStringConvertible {
  /// The conflicts, by path; at least one.
  public let conflicts: [RevertConflict]

  /// The conflicts, separated by semicolons.
  public var description: String { conflicts.map(\.description).joined(separator: "; ") }
}
