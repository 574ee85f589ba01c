package import SystemPackage

/// How files that are written together become durable.
package enum SyncPolicy: String, Sendable {
  /// Each file and each directory by itself.
  case each
  /// All in one step, with the whole file system, wherever there is such a step.
  case together
  /// In one step where that is the quicker way.
  case quicker

  /// Whether files in some directories are to become durable in one step, by ``DurableFile/synchronizeFileSystem(of:)``.
  ///
  /// - Parameter directories: What need not be there yet will be made in the directory above it.
  package func isOneStep(in directories: [FilePath]) -> Bool {
    switch self {
    case .each: false
    case .together: DurableFile.isOneFileSystem(directories)
    case .quicker:
      DurableFile.isOneFileSystem(directories)
        && directories.first.map(DurableFile.isFileSystemQuicklySynchronized) ?? false
    }
  }
}
