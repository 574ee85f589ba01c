public import MixtapeModel
public import SystemPackage

/// The reason why a file for other programs could not be brought up to date: a snapshot or an exported playlist.
public struct PublishingFailure: Error, Sendable {
  /// The reason.
  public enum Reason: Sendable {
    /// Another file is at the path. It is unchanged.
    case occupied
    /// The path is inside the directory of a git repository.
    case insideRepository
    /// The settings name a playlist that does not exist.
    case noPlaylist(Playlist.ID)
    /// The system's error.
    case system(Errno)
    /// The store could not be read.
    case store(MixtapeError)
    /// The content could not be encoded. The cause is the encoder's error.
    case encoding(any Error)
  }

  /// The path of the file or the directory.
  public let path: FilePath
  /// The reason.
  public let reason: Reason
}
