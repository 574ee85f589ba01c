public import GitHistory
public import MixtapeModel
package import SystemPackage

extension MixtapeError.Code {
  /// The directory is not a store.
  public static let noStore = Self(rawValue: "no-store")
  /// The directory is already a store.
  public static let storeExists = Self(rawValue: "store-exists")
  /// The directory to import has no files for a store.
  public static let nothingToImport = Self(rawValue: "nothing-to-take-in")
  /// A file has errors; the cause is an ``InvalidFiles``.
  public static let invalidFile = Self(rawValue: "invalid-file")
  /// A file or directory could not be read or written; the cause is the system's error.
  public static let fileAccess = Self(rawValue: "file-access")
  /// A directory may not be written to; the cause is the system's error.
  public static let notWritable = Self(rawValue: "not-writable")
  /// A directory or a symbolic link is at the path of a file that Mixtape writes; the cause is the system's error.
  public static let obstructed = Self(rawValue: "path-obstructed")
  /// An operation of the repository failed; the cause is a `GitError`.
  public static let repository = Self(rawValue: "repository")
  /// A merge, a rebase or a similar operation is unfinished; the cause is an ``UnfinishedGitOperation``.
  public static let repositoryBusy = Self(rawValue: "repository-busy")
  /// Another process held the lock for too long.
  public static let locked = Self(rawValue: "locked")
  /// The revision does not exist.
  public static let noSuchRevision = Self(rawValue: "no-such-revision")
  /// Fewer changes can be undone than requested, or none.
  public static let nothingToUndo = Self(rawValue: "nothing-to-undo")
  /// Fewer changes can be redone than requested, or none.
  public static let nothingToRedo = Self(rawValue: "nothing-to-redo")
  /// The change cannot be reverted: it created the store, or its parent is missing.
  public static let notRevertible = Self(rawValue: "not-revertible")
  /// Later changes conflict with the revert; the cause is a ``RevertConflicts``. Nothing was changed.
  public static let conflict = Self(rawValue: "conflict")
  /// The version of a file to restore has errors; the cause is an ``InvalidFiles``.
  public static let invalidVersion = Self(rawValue: "invalid-version")
  /// A change was interrupted. Previews are possible after it is finished.
  public static let interrupted = Self(rawValue: "interrupted")
  /// Somebody requested the end of the process. Nothing was changed.
  public static let stopped = Self(rawValue: "stopped")
  /// Other programs changed the files of the operation during each attempt.
  public static let changedMeanwhile = Self(rawValue: "changed-meanwhile")
  /// A change would make a file larger than the limit that Mixtape reads; the cause is a ``FileSizeLimitExceeded``. Nothing
  /// was changed.
  public static let fileTooLarge = Self(rawValue: "file-too-large")
  /// A sparse checkout leaves the file out of the work tree, so it cannot be changed. Nothing was changed.
  public static let notCheckedOut = Self(rawValue: "not-checked-out")
  /// The file has a mark in git's index, so it is neither changed nor captured; the cause is an `IndexMark`. Nothing was changed.
  public static let markedFile = Self(rawValue: "marked-file")
  /// Most files are gone, and the deletion was not accepted; the cause is a ``VanishedFiles``. Nothing was changed.
  public static let filesVanished = Self(rawValue: "files-vanished")
  /// The library index failed, and so did an index in memory; the cause is a `LibraryError`.
  public static let library = Self(rawValue: "library")
}

/// The history is cut off, so that the parents of a commit, or its changes, are unknown.
public struct HistoryCutOff: Error, Hashable, Sendable, CustomStringConvertible {
  /// The reason why history is cut off.
  public let boundary: HistoryBoundary

  /// The reason in a few words.
  public var description: String { "history is cut off: \(boundary.rawValue)" }
}

/// An unfinished operation of git, which has to be completed or aborted with git first.
public struct UnfinishedGitOperation: Error, Sendable, CustomStringConvertible {
  /// The operation.
  public let state: RepositoryState
  /// Whether files are in conflict, which git does not commit.
  public let hasConflicts: Bool

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

  static func invalidFile(_ report: FileReport) -> MixtapeError {
    MixtapeError(.invalidFile, .file(report.path), cause: InvalidFiles(reports: [report]))
  }

  /// Returns the error that an earlier version of a file has errors.
  static func invalidVersion(_ report: FileReport) -> MixtapeError {
    MixtapeError(.invalidVersion, .file(report.path), cause: InvalidFiles(reports: [report]))
  }

  /// Returns the error for a lock that could not be taken. Locks do not follow symbolic links.
  static func lock(_ path: FilePath, _ error: Errno) -> MixtapeError {
    error == .tooManySymbolicLinkLevels
      ? MixtapeError(.obstructed, .file(path.string), cause: error) : .fileAccess(path, error)
  }

  static func fileAccess(_ path: FilePath, _ error: Errno) -> MixtapeError {
    MixtapeError(error == .isDirectory ? .obstructed : .fileAccess, .file(path.string), cause: error)
  }
}

extension StoreItem {
  /// The item as the subject of an error.
  public var subject: MixtapeError.Subject {
    switch self {
    case .playlist(let id): .playlist(id)
    case .podcast(let id): .podcast(id)
    }
  }
}

extension Errno {
  /// The system's reason, for use at the end of a sentence.
  package var reason: String { description.prefix(1).lowercased() + description.dropFirst() }
}
