internal import FileSystem
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

/// A file that a store keeps up to date for other programs: a snapshot or an exported playlist.
///
/// A store may come from somebody else, and so may the path. So a file is only replaced or removed if Mixtape wrote it, and none is
/// written among the files of git, which might take it for a branch.
struct PublishedFile {
  let path: FilePath
  /// Returns whether Mixtape wrote a content.
  let isOwn: ([UInt8]) -> Bool

  /// More bytes than any snapshot or playlist needs.
  private static let maximumSize = 1 << 28

  /// Returns the real path of a directory for such files. Makes sure that it is not one of git's.
  ///
  /// - Parameter file: The file that an error names; `nil` for the directory.
  static func directory(at path: FilePath, for file: FilePath? = nil) throws(PublishingFailure) -> FilePath {
    let named = file ?? path.lexicallyNormalized()
    let resolved = try checked(named, try SystemCalls.resolved(path))
    if try checked(named, try GitDirectories.contain(resolved)) {
      throw PublishingFailure(path: file ?? resolved, reason: .insideRepository)
    }
    return resolved
  }

  /// Writes the file, if its content has changed. Returns whether it has.
  @discardableResult
  func write(_ bytes: [UInt8]) throws(PublishingFailure) -> Bool {
    if try existing() == bytes { return false }
    try Self.checked(path, try DurableFile.replace(path, with: bytes))
    return true
  }

  /// Removes the file, and the directories that become empty, up to one of them. Another file in its place stays.
  func remove(upTo directory: FilePath) throws(PublishingFailure) {
    do throws(PublishingFailure) {
      guard try existing() != nil else { return }
    } catch {
      if case .occupied = error.reason { return }
      throw error
    }
    try Self.checked(path, try DurableFile.remove(path, upTo: directory))
  }

  /// Runs a call of the system about a path, and converts its error.
  static func checked<Value>(
    _ path: FilePath, _ call: @autoclosure () throws(Errno) -> Value
  ) throws(PublishingFailure) -> Value {
    do throws(Errno) {
      return try call()
    } catch {
      throw PublishingFailure(path: path, reason: .system(error))
    }
  }

  /// Returns the content; `nil` if the file does not exist.
  private func existing() throws(PublishingFailure) -> [UInt8]? {
    let bytes: [UInt8]
    do throws(FileAccess.Failure) {
      bytes = try FileAccess.read(path, atMost: Self.maximumSize)
    } catch {
      switch error {
      case .absent: return nil
      case .system(let error): throw PublishingFailure(path: path, reason: .system(error))
      case .tooLarge, .notAFile: throw PublishingFailure(path: path, reason: .occupied)
      }
    }
    guard isOwn(bytes) else { throw PublishingFailure(path: path, reason: .occupied) }
    return bytes
  }
}
