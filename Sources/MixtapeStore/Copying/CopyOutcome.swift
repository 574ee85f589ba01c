public import MixtapeModel
public import PlaylistFiles
public import SystemPackage

/// The result of copying files to a place.
public struct CopyOutcome {
  /// A file that was not copied, or a copy that was not removed.
  public struct UncopiedFile: Sendable {
    /// The path below the directory.
    public let path: String
    /// The reason.
    public let error: CopyError
  }

  /// The plan.
  public let plan: CopyPlan
  /// The files that were copied, in order.
  public internal(set) var copied: [CopyPlan.Addition] = []
  /// The copies that were removed, in order.
  public internal(set) var removed: [CopyPlan.Removal] = []
  /// The copies that were not removed, or whose empty directories were not.
  public internal(set) var unremoved: [UncopiedFile] = []
  /// The number of playlists that were written, because they are new or have changed.
  public internal(set) var writtenLists = 0
  /// The files that were not copied, while others were.
  public internal(set) var failures: [UncopiedFile] = []
  /// The reason why copying ended before its time, such as a full disk; `nil` if it did not.
  public internal(set) var end: CopyError?
  /// Whether the user ended it.
  public internal(set) var isCancelled = false

  init(of plan: CopyPlan) { self.plan = plan }

  /// The progress of a run.
  public struct Progress: Hashable, Sendable {
    /// The number of the file, from 1.
    public let number: Int
    /// The number of files to copy.
    public let count: Int
    /// The path of the file.
    public let path: String
    /// The number of its bytes so far.
    public let bytes: Int
    /// The number of all of its bytes.
    public let length: Int
  }
}

/// The reason why music files were not copied to a place, or one of them.
public enum CopyError: Error, Sendable {
  /// The directory of the place does not exist, perhaps because its device is not mounted.
  case absent(FilePath)
  /// The directory belongs to a git repository's own files.
  case insideRepository(FilePath)
  /// The directory has the files of another store.
  case foreign(FilePath)
  /// The library has a music file in the directory.
  case containsMusic(FilePath, FilePath)
  /// The directory of the place is within the music to copy, or contains it or the store.
  case overlaps(FilePath, FilePath)
  /// Another file is at the path of a copy or of the record of copies. It is unchanged.
  case occupied(FilePath)
  /// Another process copies to the place.
  case busy(FilePath)
  /// The place leads out of the store, and nobody on this machine has agreed to it.
  case untrusted(PlaceSetting)
  /// An error of the system about a path.
  case system(FilePath, Errno)
  /// The store could not be read.
  case store(MixtapeError)
}

extension CopyError {
  /// Runs calls of the system about a path.
  static func reporting<Result: ~Copyable>(
    _ path: FilePath, _ body: () throws(Errno) -> Result
  ) throws(CopyError) -> Result {
    do throws(Errno) {
      return try body()
    } catch {
      throw .system(path, error)
    }
  }
}
