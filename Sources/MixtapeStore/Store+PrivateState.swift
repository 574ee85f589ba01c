package import FileSystem
public import MixtapeModel
public import SystemPackage

/// The state of players, and other data of this machine. It is never committed.
extension Store {
  // MARK: States of players

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
    // A player that was killed while it saved its state leaves a temporary file.
    try Disk.discardPrepared(for: state.state(of: player), upTo: state.directory)
    return lock
  }

  // MARK: Running players

  /// A connection to a player.
  package enum PlayerConnection {
    case open(ConnectedSocket)
    /// The player is running, but accepts no connections, for example because it is suspended.
    case busy
    /// The player is not running.
    case missing
  }

  /// Returns the players of this store that are running, in order of their playlists. The standalone player is first.
  ///
  /// - Throws: ``MixtapeError/Code/fileAccess``.
  public func runningPlayers() throws(MixtapeError) -> [StorePlayer] {
    guard let state = try PrivateState(locatedIn: directory), try Disk.exists(state.directory) else { return [] }
    let names = try Disk.checked(state.directory, try Directory(at: state.directory).textNames())
    let found = names.compactMap { PrivateState.player(ofSocket: $0.name) }
    var running: [StorePlayer] = []
    for player in found where try isRunning(player) { running.append(player) }
    return running.sorted { ($0.playlist?.rawValue ?? "") < ($1.playlist?.rawValue ?? "") }
  }

  /// Returns whether a player is running, also if it is suspended. Waits for nothing.
  ///
  /// - Throws: ``MixtapeError/Code/fileAccess``.
  package func isRunning(_ player: StorePlayer) throws(MixtapeError) -> Bool {
    switch try connection(to: player) {
    case .open(let connection):
      connection.close()
      return true
    case .busy: return true
    case .missing: return false
    }
  }

  /// Makes the socket on which a running player receives requests. The caller has the lock of the player.
  package func listen(for player: StorePlayer) throws(MixtapeError) -> ListeningSocket {
    let state = try privateState()
    try Disk.makeDirectories(state.directory)
    let name = PrivateState.socketName(of: player)
    return try Disk.checked(state.directory.appending(name), try ListeningSocket(name, in: state.directory))
  }

  /// Connects to a player.
  package func connection(to player: StorePlayer) throws(MixtapeError) -> PlayerConnection {
    guard let state = try PrivateState(locatedIn: directory) else { return .missing }
    do throws(Errno) {
      return .open(try ConnectedSocket(connectingTo: PrivateState.socketName(of: player), in: state.directory))
    } catch {
      switch error {
      case .noSuchFileOrDirectory, .connectionRefused: return .missing
      case .wouldBlock: return .busy
      default: throw controlFailure(of: player, error)
      }
    }
  }

  /// Returns the error for a failed connection to a player.
  package func controlFailure(of player: StorePlayer, _ error: Errno) -> MixtapeError {
    MixtapeError(.fileAccess, .file(PrivateState.socketName(of: player)), cause: error)
  }

  // MARK: Data that commands save between their runs
  //
  // The store does not interpret it, and it can be deleted at any time.

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

  private func keepPrivateRecord(_ path: (PrivateState) -> FilePath, _ bytes: [UInt8]) throws(MixtapeError) {
    let state = try privateState()
    try Disk.makeDirectories(state.directory)
    // The file is not synced: without it, the next run does all work again.
    try Disk.checked(path(state), try DurableFile.replace(path(state), with: bytes))
  }

  // MARK: For the rest of the module

  func privateState() throws(MixtapeError) -> PrivateState {
    if let state = try PrivateState(locatedIn: directory) { return state }
    return try openRepository().privateState
  }

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

}
