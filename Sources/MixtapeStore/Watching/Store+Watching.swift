public import MixtapeModel

/// Watching the files of a store.
extension Store {
  /// Starts watching the store's files, and reads all of them once.
  ///
  /// - Parameter quietTime: The time without events after which a file is read. A file that has errors, or that its
  ///   writer has not closed, may be incomplete, so it gets three times as long.
  /// - Throws: ``MixtapeError/Code/cannotWatch``; errors of reading the store.
  public func watch(quietTime: Duration = .milliseconds(100)) throws(MixtapeError) -> StoreWatch {
    try StoreWatch(self, quietTime: quietTime)
  }

  /// Starts to notice changes of the store's playlists, library and settings, without reading them.
  ///
  /// This needs less time and memory than ``watch(quietTime:)``, which reads all files to tell what changed.
  ///
  /// - Parameter quietTime: The time without events after which a change is reported.
  /// - Throws: ``MixtapeError/Code/cannotWatch``; errors of reading directories.
  public func watchForChanges(
    quietTime: Duration = .milliseconds(100)
  ) throws(MixtapeError) -> StoreChangeWatch {
    try StoreChangeWatch(self, quietTime: quietTime)
  }
}
