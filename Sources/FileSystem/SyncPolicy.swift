package import SystemPackage

/// The ways to sync files that are written together.
package enum SyncPolicy: String, Sendable {
  /// Syncs each file and each directory.
  case each
  /// Syncs the whole file system in one step, if possible.
  case together
  /// Syncs in one step if that is faster.
  case quicker

  /// Returns whether files in directories are synced in one step, by ``DurableFile/synchronizeFileSystem(of:)``.
  ///
  /// - Parameters:
  ///   - directories: The directories. They may not exist yet.
  ///   - count: The number of files to sync. The more there are, the longer the one step may take.
  package func isOneStep(in directories: [FilePath], fileCount count: Int = 1) -> Bool {
    switch self {
    case .each: false
    case .together: DurableFile.isOneFileSystem(directories)
    case .quicker:
      DurableFile.isOneFileSystem(directories)
        && directories.first.map { DurableFile.isFileSystemQuicklySynchronized(of: $0, fileCount: count) } ?? false
    }
  }
}
