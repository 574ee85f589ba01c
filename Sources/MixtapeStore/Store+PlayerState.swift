package import FileSystem
public import MixtapeModel
public import SystemPackage

extension Store {
  /// Returns the saved state of a player; `nil` if none was saved. The store does not interpret it.
  ///
  /// - Throws: ``MixtapeError/Code/fileAccess`` if the system cannot read it. It is still there, and the next save would replace it.
  public func playerState(of player: StorePlayer) throws(MixtapeError) -> [UInt8]? {
    guard let path = try PrivateState(locatedIn: directory)?.state(of: player) else { return nil }
    return try Disk.readPrivateFile(path)
  }

  /// Keeps a copy of a saved state that cannot be used, because the next one replaces it.
  ///
  /// - Returns: The path of the copy. It replaces an earlier copy.
  /// - Throws: ``MixtapeError/Code/fileAccess``.
  public func keepDamagedPlayerState(_ bytes: [UInt8], of player: StorePlayer) throws(MixtapeError) -> FilePath {
    let path = try privateState().damagedState(of: player)
    try Disk.write(bytes, to: path)
    return path
  }

  /// Saves the state of a player, and replaces the previous one. The state is not committed.
  ///
  /// - Throws: ``MixtapeError/Code/fileAccess``.
  public func savePlayerState(_ bytes: [UInt8], of player: StorePlayer) throws(MixtapeError) {
    let path = try privateState().state(of: player)
    try Disk.write(bytes, to: path)
  }

  /// Locks the state of a player, because two programs would overwrite each other's state.
  ///
  /// - Throws: ``MixtapeError/Code/locked`` if another program holds the lock; ``MixtapeError/Code/fileAccess``.
  package func lockPlayer(_ player: StorePlayer) throws(MixtapeError) -> FileLock {
    let state = try privateState()
    let path = state.playerLock(player)
    try Disk.makeDirectories(state.directory)
    // While this process starts another one, that one holds all open locks, also those that are released meanwhile.
    guard let lock = try Disk.lock(path, patience: .seconds(1)) else { throw MixtapeError(.locked, player.subject) }
    try discardTemporaryFile(of: player, in: state)
    for other in state.interruptedPlayers() where other != player {
      // A running player holds its lock.
      guard let otherLock = try Disk.lock(state.playerLock(other)) else { continue }
      try discardTemporaryFile(of: other, in: state)
      _ = consume otherLock
    }
    return lock
  }

  /// Removes the temporary file of a player that was killed while it saved its state.
  private func discardTemporaryFile(of player: StorePlayer, in state: PrivateState) throws(MixtapeError) {
    try Disk.discardPrepared(for: state.state(of: player), upTo: state.directory)
  }

  func privateState() throws(MixtapeError) -> PrivateState {
    if let state = try PrivateState(locatedIn: directory) { return state }
    return try openRepository().privateState
  }
}
