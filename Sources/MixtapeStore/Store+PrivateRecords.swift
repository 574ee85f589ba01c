internal import FileSystem
public import MixtapeModel
internal import SystemPackage

/// Data that commands save between their runs. The store does not interpret it. It is never committed, and can be deleted at any time.
extension Store {
  /// Returns the states of fetching feeds that were saved; `nil` if they are missing or cannot be read.
  ///
  /// - Parameter limit: The greatest number of bytes that is read.
  public func feedStates(atMost limit: Int) throws(MixtapeError) -> [UInt8]? {
    try privateRecord(\.feeds, atMost: limit)
  }

  /// Saves the states of fetching feeds, in place of the previous ones.
  ///
  /// - Throws: ``MixtapeError/Code/fileAccess``.
  public func keepFeedStates(_ bytes: [UInt8]) throws(MixtapeError) { try keepPrivateRecord(\.feeds, bytes) }

  /// Returns the records of scanned music files that were saved; `nil` if they are missing or cannot be read.
  ///
  /// - Parameter limit: The greatest number of bytes that is read.
  public func musicRecords(atMost limit: Int) throws(MixtapeError) -> [UInt8]? {
    try privateRecord(\.music, atMost: limit)
  }

  /// Saves the records of scanned music files, in place of the previous ones.
  ///
  /// - Throws: ``MixtapeError/Code/fileAccess``.
  public func keepMusicRecords(_ bytes: [UInt8]) throws(MixtapeError) { try keepPrivateRecord(\.music, bytes) }

  /// Returns a file of the private state; `nil` if it is missing or cannot be read.
  func privateRecord(
    _ path: (PrivateState) -> FilePath, atMost limit: Int
  ) throws(MixtapeError) -> [UInt8]? {
    guard let path = try PrivateState(locatedIn: directory).map(path) else { return nil }
    do throws(FileAccess.Failure) {
      return try FileAccess.read(path, atMost: limit)
    } catch {
      // A missing or damaged file has the same effect.
      return nil
    }
  }

  private func keepPrivateRecord(_ path: (PrivateState) -> FilePath, _ bytes: [UInt8]) throws(MixtapeError) {
    let state = try privateState()
    try Disk.makeDirectories(state.directory)
    // The file is not synced: without it, the next run does all work again.
    try Disk.checked(path(state), try DurableFile.replace(path(state), with: bytes))
  }
}
