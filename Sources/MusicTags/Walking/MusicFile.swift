internal import FileSystem
public import SystemPackage

/// A music file that was found in a directory.
public struct MusicFile: Hashable, Sendable {
  /// The absolute path. Its text is UTF-8 without control characters.
  public let path: FilePath
  /// The version of the file.
  public let version: FileVersion

  /// Makes a file.
  public init(path: FilePath, version: FileVersion) {
    self.path = path
    self.version = version
  }
}

/// The size and the time of a file, by which a change of its content shows.
public struct FileVersion: Hashable, Sendable {
  /// The lowest 32 bits of the size in bytes.
  public let size: UInt32
  /// The time of the last change of the content, in whole seconds since 1970.
  public let seconds: Int32
  /// The nanoseconds of that second.
  public let nanoseconds: UInt32

  /// Makes a version.
  public init(size: UInt32, seconds: Int32, nanoseconds: UInt32) {
    self.size = size
    self.seconds = seconds
    self.nanoseconds = nanoseconds
  }

  init(_ status: FileStatus) {
    self.init(size: status.size, seconds: status.modified.seconds, nanoseconds: status.modified.nanoseconds)
  }
}

/// A file or a directory that a scan skips.
public struct SkippedPath: Hashable, Sendable {
  /// The path as printable text.
  public let path: String
  /// The reason.
  public let reason: Reason

  /// The reasons.
  public enum Reason: Hashable, Sendable {
    /// The name is not UTF-8, or has control characters, so that it cannot be a part of an address.
    case name
    /// The system refuses access. The text is its reason.
    case unreadable(String)
    /// The directory is below more than ``MusicDirectory/deepestLevel`` others.
    case tooDeep
    /// The symbolic link leads nowhere, or in a circle.
    case brokenLink
    /// The file was not read.
    case tags(TagFailure)
  }

  /// Makes a record.
  public init(path: String, reason: Reason) {
    self.path = path
    self.reason = reason
  }
}

/// A kind of files and directories that a scan does not read, and counts.
public enum UnreadKind: Hashable, Sendable {
  /// Sound files of a format that is not supported, by their extension.
  case format(String)
  /// Music files whose names begin with one dot.
  case hiddenFile
  /// Directories whose names begin with one dot.
  case hiddenDirectory
}
