public import GitHistory
public import MixtapeModel
package import SystemPackage

extension MixtapeError.Code {
  /// The directory is not a store.
  public static let noStore = Self(rawValue: "no-store")
  /// The directory is a store already.
  public static let storeExists = Self(rawValue: "store-exists")
  /// A directory to take files from has none that a store holds.
  public static let nothingToTakeIn = Self(rawValue: "nothing-to-take-in")
  /// A file has errors; the cause is an ``InvalidFiles``.
  public static let invalidFile = Self(rawValue: "invalid-file")
  /// A file or directory could not be read or written; the cause is the system's error.
  public static let fileAccess = Self(rawValue: "file-access")
  /// A directory may not be written to; the cause is the system's error.
  public static let notWritable = Self(rawValue: "not-writable")
  /// A directory or a symbolic link is in the place of a file that Mixtape writes; the cause is the system's error.
  public static let obstructed = Self(rawValue: "path-obstructed")
  /// The repository refused; the cause is a `GitError`.
  public static let repository = Self(rawValue: "repository")
  /// A merge, rebase or the like is under way; the cause is an ``UnfinishedGitOperation``.
  public static let repositoryBusy = Self(rawValue: "repository-busy")
  /// Another process kept the lock for too long.
  public static let locked = Self(rawValue: "locked")
  /// No commit of that name.
  public static let noSuchRevision = Self(rawValue: "no-such-revision")
  /// There is nothing that could be undone, or not so many changes.
  public static let nothingToUndo = Self(rawValue: "nothing-to-undo")
  /// There is nothing that could be done again, or not so many changes.
  public static let nothingToRedo = Self(rawValue: "nothing-to-redo")
  /// The change cannot be taken back: it made the store, or what was before it is not there.
  public static let notRevertible = Self(rawValue: "not-revertible")
  /// Later changes touch what is to be taken back; the cause is a ``RevertConflicts``. Nothing was changed.
  public static let conflict = Self(rawValue: "conflict")
  /// The version of a file that was to come back has errors; the cause is an ``InvalidFiles``.
  public static let invalidVersion = Self(rawValue: "invalid-version")
  /// A change was interrupted. Previews are possible after it is finished.
  public static let interrupted = Self(rawValue: "interrupted")
  /// Somebody wants the process to end; nothing was changed.
  public static let stopped = Self(rawValue: "stopped")
  /// A file that an operation would change was changed in the meantime, again and again.
  public static let changedMeanwhile = Self(rawValue: "changed-meanwhile")
  /// A change would make a file larger than what is read; the cause is an ``ExcessiveSize``. Nothing was changed.
  public static let fileTooLarge = Self(rawValue: "file-too-large")
  /// A sparse checkout leaves a file out of the work tree, so that it cannot be changed. Nothing was changed.
  public static let notCheckedOut = Self(rawValue: "not-checked-out")
  /// The index of the library failed, also one in memory; the cause is a `LibraryError`.
  public static let library = Self(rawValue: "library")
}

/// Older history is missing, so that the parents of a commit, or its changes, are unknown.
public struct HistoryCutOff: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason why history ends there.
  public let boundary: HistoryBoundary

  /// The reason in a few words.
  public var description: String { "history ends at a \(boundary.rawValue)" }
}

/// A git operation that has to be ended with git first.
public struct UnfinishedGitOperation: Error, Sendable, CustomStringConvertible {
  /// The operation.
  public let state: RepositoryState

  /// The operation in a few words.
  public var description: String { "unfinished \(state.rawValue)" }
}

extension MixtapeError {
  static func repository(_ error: GitError) -> MixtapeError {
    switch error.code {
    case .locked: MixtapeError(.locked, error.path.map { .file($0.string) } ?? .none, cause: error)
    case .obstructed: MixtapeError(.obstructed, error.path.map { .file($0.string) } ?? .none, cause: Errno.isDirectory)
    default: MixtapeError(.repository, error.path.map { .file($0.string) } ?? .none, cause: error)
    }
  }

  /// An error of taking a lock, which follows no symbolic link.
  static func lock(_ path: FilePath, _ error: Errno) -> MixtapeError {
    error == .tooManySymbolicLinkLevels
      ? MixtapeError(.obstructed, .file(path.string), cause: error) : .fileAccess(path, error)
  }

  /// An error of the file system.
  static func fileAccess(_ path: FilePath, _ error: Errno) -> MixtapeError {
    MixtapeError(error == .isDirectory ? .obstructed : .fileAccess, .file(path.string), cause: error)
  }
}

extension Errno {
  /// The system's reason as the end of a sentence.
  package var reason: String { description.prefix(1).lowercased() + description.dropFirst() }
}
