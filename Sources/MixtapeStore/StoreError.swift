internal import FileSystem
public import GitHistory
public import LosslessTOML
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
  /// A change was interrupted; what the next one comes to cannot be told before it is finished.
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

/// What is wrong with one file.
public struct FileReport: Sendable {
  /// The path below the store's directory, with `/` between the parts.
  public let path: String
  /// The bytes that were read; empty where the file was not read.
  public let source: [UInt8]
  /// What is wrong, in source order.
  public let diagnostics: [Diagnostic]

  /// Whether there is an error among the diagnostics.
  public var hasErrors: Bool { diagnostics.contains { $0.severity == .error } }

  /// Makes a report.
  public init(path: String, source: [UInt8] = [], diagnostics: [Diagnostic]) {
    self.path = path
    self.source = source
    self.diagnostics = diagnostics
  }
}

/// Files that stand in the way of an operation.
public struct InvalidFiles: Error, Sendable {
  /// What is wrong with each.
  public let reports: [FileReport]
}

/// Older history is not to be had: what was before a commit, or what it changed, is not known.
public struct HistoryCutOff: Error, Hashable, Sendable {
  /// Why history ends there.
  public let boundary: HistoryBoundary
}

/// A git operation that has to be ended with git first.
public struct UnfinishedGitOperation: Error, Sendable {
  /// The operation.
  public let state: RepositoryState
}

extension Sequence<FileReport> {
  /// What is wrong with a file, or with what stands in the place of a directory above it: nothing is written through a
  /// link.
  func obstacle(to path: String) -> FileReport? {
    first { $0.path == path || path.hasPrefix("\($0.path)/") }
  }
}

extension Repository {
  /// Makes sure that no merge, rebase or the like is under way.
  func requireNoUnfinishedOperation() throws(MixtapeError) {
    guard state == .clean else { throw MixtapeError(.repositoryBusy, cause: UnfinishedGitOperation(state: state)) }
  }
}

extension MixtapeError {
  /// An error of the repository.
  static func repository(_ error: GitError) -> MixtapeError {
    switch error.code {
    case .locked: MixtapeError(.locked, error.path.map { .file($0.string) } ?? .none, cause: error)
    default: MixtapeError(.repository, error.path.map { .file($0.string) } ?? .none, cause: error)
    }
  }

  /// An error of the file system.
  static func fileAccess(_ path: FilePath, _ error: Errno) -> MixtapeError {
    MixtapeError(.fileAccess, .file(path.string), cause: error)
  }
}

extension Errno {
  /// The system's reason as the end of a sentence.
  package var reason: String { description.prefix(1).lowercased() + description.dropFirst() }
}

/// Runs calls on a repository, with their errors as the store's.
func git<Result>(_ body: () throws(GitError) -> Result) throws(MixtapeError) -> Result {
  do {
    return try body()
  } catch {
    throw .repository(error)
  }
}

/// Runs a call that puts a file into its place or takes it away. Whether that is allowed depends on the directory that
/// holds it.
func replacing(_ path: FilePath, _ body: () throws(Errno) -> Void) throws(MixtapeError) {
  do throws(Errno) {
    try body()
  } catch {
    guard error.isRefusal else { throw .fileAccess(path, error) }
    throw try MixtapeError(.notWritable, .file(path.existingDirectory.string), cause: error)
  }
}

extension Errno {
  /// Whether the system does not allow what was asked for, and would not the next time.
  var isRefusal: Bool { [.permissionDenied, .notPermitted, .readOnlyFileSystem].contains(self) }
}

extension FilePath {
  /// The nearest directory above that is there.
  fileprivate var existingDirectory: FilePath {
    get throws(MixtapeError) {
      var directory = removingLastComponent()
      while try system(directory, { () throws(Errno) in try FileStatus(of: directory) }) == nil {
        guard directory.removeLastComponent() else { break }
      }
      return directory
    }
  }
}

/// Runs a call on a file, with its error as the store's.
func system<Result: ~Copyable>(_ path: FilePath, _ body: () throws(Errno) -> Result) throws(MixtapeError) -> Result {
  do {
    return try body()
  } catch {
    throw .fileAccess(path, error)
  }
}
