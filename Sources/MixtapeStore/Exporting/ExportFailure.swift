public import MixtapeModel
public import SystemPackage

/// The reason why an exported playlist could not be brought up to date.
public struct ExportFailure: Error, Sendable {
  /// The reason.
  public enum Reason: Sendable {
    /// Another file is in its place; it is left as it is.
    case occupied
    /// The path is inside the directory of a git repository.
    case insideRepository
    /// The settings name a playlist that does not exist.
    case noPlaylist(Playlist.ID)
    /// The system's error.
    case system(Errno)
    /// The store could not be read.
    case store(MixtapeError)
  }

  /// The path of the file or the directory.
  public let path: FilePath
  /// The reason.
  public let reason: Reason
}
