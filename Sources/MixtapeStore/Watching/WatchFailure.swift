internal import FileSystem
public import MixtapeModel
public import SystemPackage

extension MixtapeError.Code {
  /// The files of a store cannot be watched; the cause is a ``WatchFailure``.
  public static let cannotWatch = Self(rawValue: "cannot-watch")
}

/// The reason why a store cannot be watched.
public enum WatchFailure: Error, Hashable, Sendable, CustomStringConvertible {
  /// The system's limit of watched directories for this user is reached: `fs.inotify.max_user_watches`.
  case tooManyDirectories
  /// The system's limit of watches for this user is reached: `fs.inotify.max_user_instances`.
  case tooManyWatches
  /// Mixtape does not support watching files on this system.
  case unsupported
  /// The system's error.
  case system(Errno)

  /// The reason in a few words.
  public var description: String {
    switch self {
    case .tooManyDirectories: "too many watched directories"
    case .tooManyWatches: "too many watches"
    case .unsupported: "watching is not supported on this system"
    case .system(let error): error.description
    }
  }

  init(_ failure: DirectoryWatch.Failure) {
    switch failure {
    case .tooManyDirectories: self = .tooManyDirectories
    case .tooManyWatches: self = .tooManyWatches
    case .unsupported: self = .unsupported
    case .system(let error): self = .system(error)
    }
  }
}

extension MixtapeError {
  /// Returns the error for a store that cannot be watched.
  static func cannotWatch(_ store: FilePath, _ failure: DirectoryWatch.Failure) -> MixtapeError {
    MixtapeError(.cannotWatch, .file(store.string), cause: WatchFailure(failure))
  }
}
