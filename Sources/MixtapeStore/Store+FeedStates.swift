internal import FileSystem
public import MixtapeModel
internal import SystemPackage

extension Store {
  /// The states of fetching feeds that were saved; `nil` if there are none that can be read. The store does not interpret them.
  ///
  /// - Parameter limit: The greatest number of bytes that is read.
  public func feedStates(atMost limit: Int) throws(MixtapeError) -> [UInt8]? {
    guard let path = try PrivateState(locatedIn: directory)?.feeds else { return nil }
    do throws(FileAccess.Failure) {
      return try FileAccess.read(path, atMost: limit)
    } catch {
      // They may be deleted at any time, and so they may be damaged.
      return nil
    }
  }

  /// Saves the states of fetching feeds, in place of the previous ones. They are not committed.
  ///
  /// - Throws: ``MixtapeError/Code/fileAccess``.
  public func keepFeedStates(_ bytes: [UInt8]) throws(MixtapeError) {
    let state = try privateState()
    try Disk.makeDirectories(state.directory)
    // Not synced: without them, the next update fetches everything.
    try Disk.checked(state.feeds, try DurableFile.replace(state.feeds, with: bytes))
  }
}
